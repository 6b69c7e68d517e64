"""Run answers to exercises: a lesson's other cells once, then each answer on them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from lessonkit.course.model import (
    Cell,
    Course,
    Lesson,
)
from lessonkit.records import CellRun
from lessonkit.running.collect import BrokenRunError, Mistake, Run
from lessonkit.running.job import Job, JobCell
from lessonkit.running.lessons import build_lesson_job
from lessonkit.running.runner import Runner, Settings, choose_start_method
from lessonkit.stale import load_pins


@dataclass(frozen=True)
class Trial:
    """An answer and its check: cells that run on the names of the cells before."""

    name: str
    cells: tuple[JobCell, ...]


@dataclass(frozen=True)
class Verdict:
    """How a trial ended: passed where no cell failed."""

    trial: Trial
    cell: JobCell | None
    mistake: Mistake | None
    runs: tuple[CellRun, ...]

    @property
    def passed(self) -> bool:
        """Whether every cell ran to its end."""
        return self.mistake is None


@dataclass(frozen=True)
class Batch:
    """Trials that share one process; `job` holds the cells that run before them."""

    job: Job
    trials: tuple[Trial, ...]

    def build_job(self) -> Job:
        """Return the job with every cell to run."""
        cells = (replace(cell, trial=t.name) for t in self.trials for cell in t.cells)
        return replace(self.job, cells=(*self.job.cells, *cells))


@dataclass(frozen=True)
class Tried:
    """What came of a batch: a verdict for each trial, or why none could be reached.

    `fault` is what the cells before the trials failed with, `cell` the failing one;
    `run` is the first run, None where there was none.
    """

    verdicts: dict[str, Verdict] = field(default_factory=dict)
    fault: Mistake | None = None
    cell: JobCell | None = None
    run: Run | None = None


def build_settings(course: Course) -> Settings:
    """Return what all runs of a command share: they run on the CPU."""
    metadata = course.metadata
    packages = tuple(load_pins(course.root))
    method = choose_start_method(os.environ)
    return Settings(
        course.root, "cpu", metadata.runtime, metadata.preload, packages, method
    )


def build_job(
    settings: Settings,
    lesson: Lesson,
    file: Path,
    cells: Sequence[JobCell],
    seconds: float | None = None,
) -> Job:
    """Return a job that runs cells as `file`, under the lesson's budgets."""
    folder = lesson.folder if file.is_relative_to(lesson.folder) else file.parent
    return build_lesson_job(
        settings, lesson, cells, file=file, folder=folder, seconds=seconds
    )


def as_job_cell(cell: Cell, file: Path) -> JobCell:
    """Return a cell to run whose lines are those of `file`."""
    return JobCell(cell.kind.value, cell.id, cell.line, cell.source, str(file))


def run_trials(
    runner: Runner, batches: Sequence[Batch], workers: int
) -> Iterator[tuple[Batch, Tried]]:
    """Run the batches, so many at once; yield each with what came of it.

    A trial that exceeds a budget takes the process with it; those after it get
    another one.
    """
    waiting = {batch.build_job(): (batch, batch.trials, Tried()) for batch in batches}
    while waiting:
        again = {}
        for job, run in runner.run(list(waiting), workers, lambda job, notice: None):
            batch, trials, before = waiting[job]
            now = _read_run(job, trials, run)
            verdicts = {**before.verdicts, **now.verdicts}
            tried = replace(now, verdicts=verdicts, run=before.run or now.run)
            rest = tuple(trial for trial in trials if trial.name not in verdicts)
            if rest and tried.fault is None:
                again[replace(batch, trials=rest).build_job()] = batch, rest, tried
            else:
                yield batch, tried
        waiting = again


def run_alone(runner: Runner, batch: Batch, trial: Trial) -> Verdict | None:
    """Run one trial of a batch in a process of its own, without the others."""
    ((_, tried),) = run_trials(runner, [replace(batch, trials=(trial,))], 1)
    return tried.verdicts.get(trial.name)


def _read_run(job: Job, trials: Sequence[Trial], run: Run | BrokenRunError) -> Tried:
    """Return what a run says of its trials; at least one is decided, or all failed."""
    if isinstance(run, BrokenRunError):
        return Tried(fault=Mistake("broken", "", str(run), (), ""))
    killed = _find_killed(run, job.file)
    for index, cell in enumerate(job.cells):
        mistake = run.mistakes[index] or (killed if _is_cut(run, index) else None)
        if mistake and not cell.trial:
            return Tried(fault=mistake, cell=cell, run=run)
    if run.failure and run.failure.reason == "environment":
        return Tried(fault=killed, run=run)
    verdicts = {}
    for trial in trials:
        verdict = _read_trial(job, trial, run, killed)
        if verdict:
            verdicts[trial.name] = verdict
    if not verdicts and trials:  # It died between two cells.
        killed = killed or Mistake("broken", "", "the run ended early", (), "")
        verdicts[trials[0].name] = Verdict(trials[0], trials[0].cells[0], killed, ())
    return Tried(verdicts, run=run)


def _find_killed(run: Run, file: str) -> Mistake | None:
    """Return what ended the whole run, where no cell told it."""
    failure = run.failure
    if failure is None:
        return None
    places = ((file, failure.line),) if failure.line else ()
    return Mistake(failure.reason, "", failure.message, places, failure.traceback)


def _is_cut(run: Run, index: int) -> bool:
    """Say whether a cell was running when its process ended."""
    return run.cells[index].status == "failed" and run.mistakes[index] is None


def _read_trial(
    job: Job, trial: Trial, run: Run, killed: Mistake | None
) -> Verdict | None:
    """Return a trial's verdict, or None where it did not come to its end."""
    own = [i for i, cell in enumerate(job.cells) if cell.trial == trial.name]
    runs = tuple(run.cells[index] for index in own)
    for index in own:
        mistake = run.mistakes[index] or (killed if _is_cut(run, index) else None)
        if mistake:
            return Verdict(trial, job.cells[index], mistake, runs)
    if all(cell.status == "passed" for cell in runs):
        return Verdict(trial, None, None, runs)
    return None
