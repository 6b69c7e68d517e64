"""What building and previewing ask before they call MkDocs, the host of the pages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from lessonkit.errors import UsageError
from lessonkit.site.pages import Site

# Material announces its end of life at every start; this project knows.
QUIET: Mapping[str, str] = MappingProxyType({"NO_MKDOCS_2_WARNING": "1"})


def find_config(root: Path) -> Path:
    """Return the site's configuration; UsageError where there is none."""
    path = root / "mkdocs.yml"
    if not path.is_file():
        raise UsageError(
            f"there is no {path.name} in {root}",
            "copy the one of this project, and name your pages in it",
        )
    return path


def find_unfit_records(site: Site) -> list[str]:
    """Return a sentence for each record that a strict build refuses.

    Every lesson has one for the CPU; those of other backends count where they exist.
    """
    found = []
    for lesson in site.course.lessons:
        for backend in dict.fromkeys(["cpu", *site.records[lesson.id]]):
            state = site.states[lesson.id, backend]
            why = f" ({', '.join(state.reasons)})" if state.reasons else ""
            if state.kind != "fresh":
                found.append(f"{lesson.id}: the {backend} record is {state.kind}{why}")
    return found
