"""Check course.yml and the registries: ids stand once, formulas can be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lessonkit.checks.places import YamlFile, check_yaml_tex
from lessonkit.course.entries import Entry
from lessonkit.course.model import Course
from lessonkit.layout import PHASES
from lessonkit.problems import Problem


def check_registries(course: Course) -> Iterator[Problem]:
    """Check the files that all lessons share."""
    folder = course.root / PHASES
    registries: dict[str, Sequence[Entry]] = {
        "building-blocks.yml": course.building_blocks,
        "glossary.yml": course.glossary,
        "misconceptions.yml": course.misconceptions,
    }
    for name, entries in registries.items():
        file = YamlFile(course.root, folder / name)
        key = "name" if name == "building-blocks.yml" else "id"
        yield from check_repeated(file, (), entries, key)
        for index, entry in enumerate(entries):
            for problem in check_yaml_tex(file, entry):
                yield file.problem((index,), problem.code, problem.message)
    file = YamlFile(course.root, folder / "course.yml")
    yield from check_repeated(file, ("tracks",), course.metadata.tracks)
    yield from check_repeated(file, ("planned",), course.metadata.planned)


def check_repeated(
    file: YamlFile, location: tuple[str, ...], entries: Sequence[Entry], key: str = "id"
) -> Iterator[Problem]:
    """Find entries of a list that repeat an id."""
    seen = set()
    for index, entry in enumerate(entries):
        id = getattr(entry, key)
        if id in seen:
            message = f"the {key} `{id}` stands twice"
            yield file.problem((*location, index, key), "LK106", message)
        seen.add(id)
