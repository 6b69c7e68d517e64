"""The status of every lesson on every backend, as rows of one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from lessonkit.course.model import Course, Lesson
from lessonkit.records import Record
from lessonkit.site.lesson_view import find_lesson
from lessonkit.site.page_views import Neighbour
from lessonkit.site.views import RunView


@dataclass(frozen=True)
class StatusRow:
    """A lesson on one backend; the texts are empty where nothing is recorded.

    `versions` are those of its record that are not the usual ones.
    """

    lesson: Neighbour
    run: RunView
    seconds: str = ""
    memory: str = ""
    versions: str = ""


@dataclass(frozen=True)
class Status:
    """All rows, and the versions that most of their records have."""

    usual: str
    rows: tuple[StatusRow, ...]


def build_status(course: Course, runs: Mapping[str, Iterable[RunView]]) -> Status:
    """Return the status of lessons; `runs` are those of each by its id."""
    found = [
        (lesson, run) for lesson in course.lessons for run in runs.get(lesson.id, ())
    ]
    usual = _find_usual(run.record for _, run in found if run.record)
    rows = tuple(_build_row(course, lesson, run, usual) for lesson, run in found)
    return Status(_join(usual.items()), rows)


def _build_row(
    course: Course, lesson: Lesson, run: RunView, usual: Mapping[str, str]
) -> StatusRow:
    neighbour, record = find_lesson(course, lesson.id), run.record
    if record is None:
        return StatusRow(neighbour, run)
    return StatusRow(
        neighbour,
        run,
        f"{record.seconds:.1f} s",
        f"{record.peak_memory / (1 << 20):.0f} MiB",
        _join(pair for pair in _list_versions(record) if usual[pair[0]] != pair[1]),
    )


def _find_usual(records: Iterable[Record]) -> dict[str, str]:
    """Return the version of each package that most of the records have."""
    counts: dict[str, Counter[str]] = {}
    for record in records:
        for name, version in _list_versions(record):
            counts.setdefault(name, Counter())[version] += 1
    return {name: found.most_common(1)[0][0] for name, found in counts.items()}


def _list_versions(record: Record) -> Iterator[tuple[str, str]]:
    yield "Python", record.environment.python
    yield from record.environment.packages.items()


def _join(versions: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{name} {version}" for name, version in versions)
