"""The beginner archive: the first phases as plain files, for use without a checkout."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lessonkit.course.model import (
    Course,
    Lesson,
    Phase,
)
from lessonkit.files import build_zip
from lessonkit.site.links import archive_name, lesson_download
from lessonkit.site.templates import Theme

# What of a lesson's downloads goes in: scripts, notebooks and what they read.
LEFT_OUT = re.compile(r"\.(md|svg)$|-cpu\.json$|-gpu\.json$|-tpu\.json$")


def find_beginner_phases(course: Course) -> tuple[Phase, ...]:
    """Return the phases of the beginner archive that have written lessons."""
    named = course.metadata.beginner
    return tuple(p for p in course.phases if p.id in named and p.lessons)


def build_beginner(
    theme: Theme, course: Course, tree: Mapping[str, str | bytes], pins: dict[str, str]
) -> bytes:
    """Return the archive, made of the downloads in a site's tree.

    `pins` are the versions of what lessons may import; they become the archive's own
    requirements.
    """
    phases = find_beginner_phases(course)
    folder = f"{archive_name(course.metadata.title)}-beginner"
    requirements = "".join(f"{name}=={version}\n" for name, version in pins.items())
    readme = theme.render("downloads/beginner.md.jinja", course=course, phases=phases)
    members = {"README.md": readme, "requirements.txt": requirements}
    for phase in phases:
        for lesson in phase.lessons:
            members |= _collect(phase, lesson, tree)
    return build_zip(
        {
            f"{folder}/{name}": text.encode() if isinstance(text, str) else text
            for name, text in members.items()
        }
    )


def _collect(
    phase: Phase, lesson: Lesson, tree: Mapping[str, str | bytes]
) -> dict[str, str | bytes]:
    """Return a lesson's scripts, notebooks and data by their names in the archive."""
    prefix = lesson_download(lesson.id, "")
    figures = {f"{lesson.id}-{place.figure}.json" for place in lesson.prose.placements}
    return {
        f"{phase.folder.name}/{lesson.folder.name}/{name}": content
        for path, content in tree.items()
        if path.startswith(prefix)
        for name in [path.removeprefix(prefix)]
        if not LEFT_OUT.search(name) and name not in figures
    }
