"""The status of every lesson on every backend, as rows of one table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lessonkit.course.model import Course, Lesson
from lessonkit.site.lesson_view import find_lesson
from lessonkit.site.page_views import Neighbour
from lessonkit.site.views import RunView


@dataclass(frozen=True)
class StatusRow:
    """A lesson on one backend; the texts are empty where nothing is recorded."""

    lesson: Neighbour
    run: RunView
    seconds: str
    memory: str
    packages: str


def build_status(
    course: Course, lesson: Lesson, runs: tuple[RunView, ...]
) -> Iterator[StatusRow]:
    """Yield a row for each run of a lesson."""
    neighbour = find_lesson(course, lesson.id)
    for run in runs:
        record = run.record
        if record is None:
            yield StatusRow(neighbour, run, "", "", "")
            continue
        packages = record.environment.packages.items()
        yield StatusRow(
            neighbour,
            run,
            f"{record.seconds:.1f} s",
            f"{record.peak_memory / (1 << 20):.0f} MiB",
            ", ".join(f"{name} {version}" for name, version in packages),
        )
