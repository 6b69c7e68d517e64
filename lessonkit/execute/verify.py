"""Verify records: run lessons again, in the same way, and compare what they show."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lessonkit.course.model import Lesson
from lessonkit.execute.compare import Shown, build_allowance, compare_runs
from lessonkit.execute.lock import hold_lock
from lessonkit.execute.record import (
    Event,
    Report,
    build_groups,
    build_job,
    build_record,
    describe_unwritten,
    prove_backend,
    write_record,
)
from lessonkit.files import remove_tree
from lessonkit.records import Record, RecordError, load_record, record_path
from lessonkit.records.verifications import Difference
from lessonkit.running.collect import BrokenRunError, Run
from lessonkit.running.job import Job
from lessonkit.running.lessons import keep_programs
from lessonkit.running.runner import Runner, Settings
from lessonkit.stale import State


@dataclass(frozen=True)
class Attempt:
    """One run of a lesson: its record that would be, and its figures' files.

    `error` says why there is none; `cached` whether programs came from the cache.
    """

    record: Record | None
    files: dict[str, bytes]
    error: str = ""
    cached: bool = False

    @property
    def passed(self) -> bool:
        """Whether the lesson ran to its end."""
        return self.record is not None and self.record.status == "passed"


@dataclass(frozen=True)
class Verdict:
    """What came of a lesson: its record, the run that decided, how they differ.

    `error` says why nothing could be compared. An `adopted` run is the record now.
    """

    lesson: Lesson
    state: State
    record: Record | None
    run: Record | None = None
    differences: tuple[Difference, ...] = ()
    error: str = ""
    adopted: bool = False

    @property
    def passed(self) -> bool:
        """Whether record and run are equal, now that a run may have been adopted."""
        if self.error:
            return False
        if self.adopted:
            return all(difference.reproducible for difference in self.differences)
        return self.run is not None and not self.differences

    @property
    def outcome(self) -> str:
        """One word, or two: equal, differs, failed, adopted, not compared."""
        if self.adopted:
            return "adopted"
        if self.run is not None and self.run.status != "passed":
            return "failed"
        if self.error:
            return "not compared"
        return "differs" if self.differences else "equal"


def verify_lessons(
    settings: Settings,
    lessons: Sequence[tuple[Lesson, State]],
    *,
    jobs: int,
    report: Report,
    accept: bool = False,
) -> tuple[Verdict, ...]:
    """Run the lessons again and compare them with their records.

    With `accept` the run of a lesson that passes is its record wherever that was
    not fresh or not the same. Raises UsageError where another run is going on or
    the backend is absent.
    """
    verification = _Verification(settings, jobs, report, accept=accept)
    with hold_lock(settings.root), Runner(settings) as runner:
        if settings.backend != "cpu":
            prove_backend(runner, settings)
        return verification.verify(runner, lessons)


class _Verification:
    """Verifies lessons one by one, and keeps what is known of them meanwhile."""

    def __init__(
        self, settings: Settings, jobs: int, report: Report, *, accept: bool
    ) -> None:
        self._settings = settings
        self._jobs = jobs
        self._report = report
        self._accept = accept
        self._known: dict[str, Verdict] = {}

    def verify(
        self, runner: Runner, lessons: Sequence[tuple[Lesson, State]]
    ) -> tuple[Verdict, ...]:
        """Return a verdict for each lesson, in their order."""
        for lesson, state in lessons:
            self._known[lesson.id] = self._find_record(lesson, state)
        ready = [
            verdict.lesson
            for verdict in self._known.values()
            if self._accept or verdict.record is not None
        ]
        doubtful: dict[str, list[Attempt]] = {}
        for lesson, attempt in self._run(runner, ready, cached=not self._accept):
            if self._compare(lesson, attempt) and (attempt.cached or attempt.passed):
                doubtful[lesson.id] = [] if attempt.cached else [attempt]
            else:
                self._decide(lesson, attempt)
        # What differs is run again, without a cache: is it reproducible at all?
        again = [
            self._known[id].lesson
            for id, attempts in doubtful.items()
            for _ in range(2 - len(attempts))
        ]
        for lesson, attempt in self._run(runner, again, cached=False):
            attempts = doubtful[lesson.id]
            attempts.append(attempt)
            if len(attempts) == 2:
                self._decide(lesson, *attempts)
        return tuple(self._known.values())

    def _find_record(self, lesson: Lesson, state: State) -> Verdict:
        """Return a lesson with the record that its runs are compared with."""
        path = record_path(lesson.folder, self._settings.backend)
        try:
            return Verdict(lesson, state, load_record(path))
        except FileNotFoundError:
            error = f"there is no {self._settings.backend} record"
        except (RecordError, OSError) as problem:
            text = str(problem).replace(f"{lesson.folder}/", "")
            error = f"its record cannot be read: {text}"
        return Verdict(lesson, state, None, error=error)

    def _run(
        self, runner: Runner, lessons: Sequence[Lesson], *, cached: bool
    ) -> Iterator[tuple[Lesson, Attempt]]:
        """Run lessons, each as often as it is named; yield each run as it ends."""
        backend = self._settings.backend
        for group, workers in build_groups(lessons, backend, self._jobs):
            by_id = {lesson.id: lesson for lesson in group}
            jobs = [self._build_job(lesson, cached=cached) for lesson in group]
            for job, run in runner.run(jobs, workers, self._on_notice):
                yield by_id[job.lesson], _build_attempt(by_id[job.lesson], job, run)

    def _build_job(self, lesson: Lesson, *, cached: bool) -> Job:
        """Return a lesson's job, with its cache where something is compiled."""
        job = build_job(lesson, self._settings)
        if not cached or self._settings.runtime == "plain":
            return job
        return keep_programs(job, lesson, str(find_cache(self._settings.root, lesson)))

    def _on_notice(self, job: Job, notice: dict[str, Any]) -> None:
        """Pass on that a lesson started, or that one of its cells finished."""
        kind = "cell" if "cell" in notice else "started"
        self._report(Event(kind, job.lesson, notice.get("cell", "")))

    def _compare(self, lesson: Lesson, attempt: Attempt) -> list[Difference]:
        """Return how a run differs from the record, where there is one."""
        record = self._known[lesson.id].record
        if record is None or attempt.record is None:
            return []
        return list(_compare_with_record(lesson, record, attempt))

    def _decide(
        self, lesson: Lesson, attempt: Attempt, second: Attempt | None = None
    ) -> None:
        """Settle a lesson's verdict by one run, or by two without a cache."""
        differences = self._compare(lesson, attempt)
        if second is not None:
            differences = _mark_unsteady(lesson, attempt, second, differences)
            if not differences:
                # The cache alone made a difference, perhaps by a broken entry.
                remove_tree(find_cache(self._settings.root, lesson))
        verdict = replace(
            self._known[lesson.id],
            run=attempt.record,
            differences=tuple(differences),
        )
        if attempt.error:
            verdict = replace(verdict, error=attempt.error)
        elif self._accept and attempt.passed:
            verdict = self._adopt(verdict, attempt)
        self._known[lesson.id] = verdict
        seconds = attempt.record.seconds if attempt.record else 0.0
        self._report(Event("finished", lesson.id, "", verdict.outcome, seconds))

    def _adopt(self, verdict: Verdict, attempt: Attempt) -> Verdict:
        """Make a run the record, unless the record is fresh and says the same."""
        if verdict.state.kind == "fresh" and not verdict.differences:
            return verdict
        lesson, backend = verdict.lesson, self._settings.backend
        try:
            write_record(lesson.folder, backend, attempt.record, attempt.files)
        except OSError as error:
            return replace(verdict, error=describe_unwritten(lesson, error))
        return replace(verdict, error="", adopted=True)


def find_cache(root: Path, lesson: Lesson) -> Path:
    """Return where the compiled programs of a lesson are kept.

    Each has its own folder, because JAX does not write its files whole.
    """
    return root / ".lessonkit" / "cache" / lesson.id


def _build_attempt(lesson: Lesson, job: Job, run: Run | BrokenRunError) -> Attempt:
    """Return a run that ended, or the words why there is none."""
    if isinstance(run, BrokenRunError):
        return Attempt(None, {}, f"it could not be run: {run}", bool(job.cache))
    return Attempt(build_record(lesson, run), run.files, "", bool(job.cache))


def _compare_with_record(
    lesson: Lesson, record: Record, attempt: Attempt
) -> Iterator[Difference]:
    """Yield how a run differs from a lesson's record; a failure is a difference."""
    if attempt.record.failure:
        failure = attempt.record.failure
        yield Difference(failure.cell, "run", failure.line, "passed", failure.message)
    elif record.failure:
        failure = record.failure
        yield Difference(failure.cell, "run", failure.line, failure.message, "passed")
    expected = Shown(record.cells, _load_figures(lesson.folder, record))
    yield from compare_runs(expected, _show(attempt), build_allowance(lesson.metadata))


def _mark_unsteady(
    lesson: Lesson, first: Attempt, second: Attempt, differences: list[Difference]
) -> list[Difference]:
    """Return the differences, marked where two runs in a row are not equal either.

    A cell that is equal to the record by chance counts too.
    """
    if first.passed and second.record and second.record.failure:
        failure = second.record.failure
        told = f"{failure.message}, in the second of two runs"
        lost = Difference(failure.cell, "run", failure.line, "passed", told, False)
        return [*differences, lost]
    if not (first.passed and second.passed):
        return differences
    allowance = build_allowance(lesson.metadata)
    unsteady = list(compare_runs(_show(first), _show(second), allowance))
    cells = {difference.cell for difference in unsteady}
    told = {difference.cell for difference in differences}
    marked = [replace(d, reproducible=d.cell not in cells) for d in differences]
    added = [replace(d, reproducible=False) for d in unsteady if d.cell not in told]
    return [*marked, *added]


def _show(attempt: Attempt) -> Shown:
    """Return what a run showed."""
    figures = {
        name.removesuffix(".json"): json.loads(content)
        for name, content in attempt.files.items()
        if name.endswith(".json")
    }
    return Shown(attempt.record.cells, figures)


def _load_figures(folder: Path, record: Record) -> dict[str, Any]:
    """Return the data of a record's figures; what cannot be read is nothing."""
    found: dict[str, Any] = {}
    for figure in (figure for cell in record.cells for figure in cell.figures):
        try:
            text = (folder / "records" / figure.data).read_text(encoding="utf-8")
            found[figure.id] = json.loads(text)
        except (OSError, ValueError):
            found[figure.id] = None
    return found
