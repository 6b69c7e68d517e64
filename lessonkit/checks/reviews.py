"""Check who has read a lesson: once for truth, once as a newcomer."""

from __future__ import annotations

from collections.abc import Iterator

from lessonkit.checks.places import YamlFile
from lessonkit.course.entries import Reading
from lessonkit.course.metadata import parse_yaml
from lessonkit.course.model import Course, Lesson
from lessonkit.problems import Problem

FILE = "reviews.yml"
READINGS = {"truth": "for truth", "cold": "as a newcomer"}


def check_reviews(course: Course, lesson: Lesson) -> Iterator[Problem]:
    """Check a lesson's reviews.yml, and that it has what the course requires."""
    file = YamlFile(course.root, lesson.folder / FILE)
    readings: tuple[Reading, ...] = ()
    if file.path.is_file():
        text = file.path.read_text(encoding="utf-8")
        value, problems = parse_yaml(file.name, text, tuple[Reading, ...])
        yield from problems
        readings = value or ()
        revisions = [change.revision for change in lesson.metadata.changes]
        for index, reading in enumerate(readings):
            if reading.revision not in revisions:
                message = f"`{lesson.id}` has no revision `{reading.revision}`"
                remedy = "name one that stands under `changes` in its lesson.yml"
                yield file.problem((index, "revision"), "LK107", message, remedy)
        if problems:
            return
    if course.metadata.reviews == "required":
        yield from _check_readings(file, lesson, readings)


def _check_readings(
    file: YamlFile, lesson: Lesson, readings: tuple[Reading, ...]
) -> Iterator[Problem]:
    """Both readings are of this revision; a correction of its last number is none."""
    current = _parts(lesson.metadata.revision)[:2]
    for kind, words in READINGS.items():
        found = [r for r in readings if r.reading == kind]
        if not any(_parts(reading.revision)[:2] >= current for reading in found):
            message = f"revision {lesson.metadata.revision} was not read {words}"
            yield Problem(file.name, 1, "LK120", message)


def _parts(revision: str) -> tuple[int, ...]:
    return tuple(int(part) for part in revision.split("."))
