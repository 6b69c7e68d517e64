"""Jobs for lessons: whose cells run, as which file, under which budgets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from lessonkit.course.model import Lesson
from lessonkit.running.job import Job, JobCell, Limits
from lessonkit.running.runner import Settings


def build_lesson_job(
    settings: Settings,
    lesson: Lesson,
    cells: Sequence[JobCell],
    *,
    file: Path,
    folder: Path,
    seconds: float | None = None,
) -> Job:
    """Return a job that runs cells as `file` of `folder`, under the lesson's budgets.

    `seconds` takes the place of the lesson's own budget of wall time.
    """
    budgets = lesson.metadata.budgets
    return Job(
        lesson=lesson.id,
        root=str(settings.root),
        folder=str(folder),
        file=str(file),
        docstring=lesson.program.docstring,
        cells=tuple(cells),
        limits=Limits(
            seconds or budgets.seconds,
            budgets.memory_mib << 20,
            budgets.output_mib << 20,
        ),
        backend=settings.backend,
        runtime=settings.runtime,
        packages=settings.packages,
    )


def keep_programs(job: Job, lesson: Lesson, folder: str) -> Job:
    """Return the job with a folder for what it compiles.

    A lesson that shows times compiles afresh: its job comes back as it is.
    """
    return job if lesson.metadata.shows_times else replace(job, cache=folder)
