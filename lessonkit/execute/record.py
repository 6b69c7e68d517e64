"""Run lessons and write their records, each the moment it is complete."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import lessonkit
from lessonkit.course.model import Lesson
from lessonkit.errors import UsageError
from lessonkit.execute.lock import hold_lock
from lessonkit.files import remove_files, write_together
from lessonkit.layout import MAIN
from lessonkit.records import Inputs, Record, dump_record, record_path
from lessonkit.records.hashes import hash_cells, hash_source
from lessonkit.running.collect import BrokenRunError, Run
from lessonkit.running.job import Job, JobCell, Limits
from lessonkit.running.lessons import build_lesson_job
from lessonkit.running.runner import Runner, Settings, choose_start_method
from lessonkit.stale import load_pins


@dataclass(frozen=True)
class Event:
    """Something to show while lessons run.

    `kind` is started, cell or finished; a cell and a lesson finish with the status
    passed or failed.
    """

    kind: str
    lesson: str
    cell: str = ""
    status: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class Outcome:
    """What became of a lesson: its new record, or the sentence why there is none."""

    lesson: Lesson
    record: Record | None
    error: str = ""

    @property
    def passed(self) -> bool:
        """Whether the lesson ran to its end and its record is written."""
        return self.record is not None and self.record.status == "passed"


Report = Callable[[Event], None]


def execute_lessons(
    root: Path,
    lessons: Sequence[Lesson],
    *,
    backend: str,
    jobs: int,
    runtime: str,
    preload: Sequence[str],
    report: Report,
) -> tuple[Outcome, ...]:
    """Run the lessons and write a record for each, also for one that failed.

    At most `jobs` run at once; those that show times run alone, after the others.
    Raises UsageError where another run is going on or the backend is absent.
    """
    if not lessons:
        return ()
    settings = build_settings(root, backend, runtime, preload)
    with hold_lock(root), Runner(settings) as runner:
        if backend != "cpu":
            prove_backend(runner, settings)
        run = _LessonRuns(runner, settings, report)
        outcomes: dict[str, Outcome] = {}
        for group, workers in build_groups(lessons, backend, jobs):
            for outcome in run.run(group, workers):
                outcomes[outcome.lesson.id] = outcome
    return tuple(outcomes[lesson.id] for lesson in lessons)


def build_settings(
    root: Path, backend: str, runtime: str, preload: Sequence[str]
) -> Settings:
    """Return what all runs share; raises UsageError for a backend without runtime."""
    if runtime == "plain" and backend != "cpu":
        raise UsageError(
            f"this course has no {backend} records: its runtime is plain.",
            "leave out `--backend`.",
        )
    method = choose_start_method(os.environ)
    packages = tuple(load_pins(root))
    return Settings(root, backend, runtime, tuple(preload), packages, method)


def prove_backend(runner: Runner, settings: Settings) -> None:
    """Run a job without cells; raises UsageError where the backend is absent."""
    folder = settings.root / ".lessonkit"
    job = Job(
        lesson="probe",
        root=str(settings.root),
        folder=str(folder),
        file=str(folder / "probe.py"),
        docstring="",
        cells=(),
        limits=Limits(),
        backend=settings.backend,
        runtime=settings.runtime,
        packages=settings.packages,
    )
    for _, run in runner.run([job], 1, lambda job, notice: None):
        failure = run if isinstance(run, BrokenRunError) else run.failure
        if failure is not None:
            reason = str(getattr(failure, "message", failure))
            raise UsageError(
                f"{reason}.",
                f"execute on a machine that has a {settings.backend}, with the JAX "
                "that supports it, or use `--backend cpu`.",
            )


def build_groups(
    lessons: Sequence[Lesson], backend: str, jobs: int
) -> list[tuple[list[Lesson], int]]:
    """Return the lessons in groups, each with the number that may run at once."""
    timed = [lesson for lesson in lessons if lesson.metadata.shows_times]
    others = [lesson for lesson in lessons if not lesson.metadata.shows_times]
    # An accelerator's memory belongs to one process at a time.
    workers = max(jobs, 1) if backend == "cpu" else 1
    return [(others, workers), (timed, 1)]


class _LessonRuns:
    """Runs lessons through a runner and turns runs into written records."""

    def __init__(self, runner: Runner, settings: Settings, report: Report) -> None:
        self._runner = runner
        self._settings = settings
        self._report = report

    def run(self, lessons: Sequence[Lesson], workers: int) -> Iterator[Outcome]:
        """Run the lessons, so many at once; yield each outcome as it is written."""
        by_id = {lesson.id: lesson for lesson in lessons}
        jobs = [build_job(lesson, self._settings) for lesson in lessons]
        for job, run in self._runner.run(jobs, workers, self._on_notice):
            outcome = self._finish(by_id[job.lesson], run)
            status = "passed" if outcome.passed else "failed"
            seconds = outcome.record.seconds if outcome.record else 0.0
            self._report(Event("finished", job.lesson, "", status, seconds))
            yield outcome

    def _on_notice(self, job: Job, notice: dict[str, object]) -> None:
        """Pass on that a lesson started, or that one of its cells finished."""
        if "cell" not in notice:
            self._report(Event("started", job.lesson))
            return
        cell, status, seconds = (notice[k] for k in ("cell", "status", "seconds"))
        self._report(Event("cell", job.lesson, cell, status, seconds))

    def _finish(self, lesson: Lesson, run: Run | BrokenRunError) -> Outcome:
        """Write the lesson's record; what cannot be written is told in words."""
        if isinstance(run, BrokenRunError):
            return Outcome(lesson, None, f"no record: {run}")
        record = build_record(lesson, run)
        try:
            write_record(lesson.folder, self._settings.backend, record, run.files)
        except OSError as error:
            return Outcome(lesson, None, describe_unwritten(lesson, error))
        return Outcome(lesson, record)


def describe_unwritten(lesson: Lesson, error: OSError) -> str:
    """Return the sentence for a record that the system did not let us write."""
    sentence = f"its record could not be written: {error.strerror or error}"
    place = error.filename2 or error.filename
    if not isinstance(place, str | os.PathLike):
        return sentence
    return f"{sentence} ({os.path.relpath(place, lesson.folder)})"


def build_job(lesson: Lesson, settings: Settings) -> Job:
    """Return the job that runs a lesson's program."""
    cells = [
        JobCell(cell.kind.value, cell.id, cell.line, cell.source)
        for cell in lesson.program.cells
    ]
    file, folder = lesson.folder / MAIN, lesson.folder
    job = build_lesson_job(settings, lesson, cells, file=file, folder=folder)
    return replace(job, shapes=True)


def build_record(lesson: Lesson, run: Run) -> Record:
    """Return the record of a lesson's run."""
    text = lesson.program.text
    inputs = Inputs(
        main=hash_source(MAIN, text.encode()),
        cells=hash_cells(text),
        modules=run.modules,
        data=run.data,
        packages=run.packages,
    )
    return Record(
        lesson=lesson.id,
        revision=lesson.metadata.revision,
        status="failed" if run.failure else "passed",
        inputs=inputs,
        started=run.started,
        seconds=run.seconds,
        peak_memory=run.peak_memory,
        environment=run.environment,
        lessonkit=lessonkit.__version__,
        cells=run.cells,
        failure=run.failure,
    )


def write_record(
    folder: Path, backend: str, record: Record, figures: dict[str, bytes]
) -> None:
    """Write a record and its figures whole, and remove those of an earlier one."""
    path = record_path(folder, backend)
    # The record comes last: whoever reads it finds all that it names.
    tree = {f"{backend}/{name}": content for name, content in figures.items()}
    write_together(path.parent, {**tree, path.name: dump_record(record)})
    kept = path.parent / backend
    if kept.is_dir():
        remove_files(p for p in kept.iterdir() if p.name not in figures)
        if not figures:
            kept.rmdir()
