"""Prove exercises by running them: starters, solutions and known wrong answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from lessonkit.course.model import (
    EXERCISE_KINDS,
    Cell,
    CellKind,
    Course,
    Lesson,
)
from lessonkit.course.starters import build_starter_cell, check_marks
from lessonkit.layout import MAIN
from lessonkit.learn.needs import find_needed
from lessonkit.learn.quiz_keys import build_quiz_batch, judge_quiz
from lessonkit.learn.starter_file import StarterFile, check_filling, load_starter
from lessonkit.learn.trials import (
    Batch,
    Trial,
    Tried,
    Verdict,
    as_job_cell,
    build_job,
    build_settings,
    run_alone,
    run_trials,
)
from lessonkit.problems import Problem, sort_problems
from lessonkit.running.collect import Mistake
from lessonkit.running.job import JobCell
from lessonkit.running.lessons import keep_programs
from lessonkit.running.runner import Runner, Settings

_LONGEST = 300

RunAlone = Callable[[Trial], Verdict | None]


@dataclass(frozen=True)
class Candidate:
    """An answer to prove.

    `kind` is starter, solution or wrong; `path` and `line` are where a problem with
    it is shown; `caught_by` is what a wrong answer announces.
    """

    trial: Trial
    kind: str
    exercise: Cell
    path: Path
    line: int
    caught_by: str = ""


def prove_exercises(
    course: Course, lessons: Sequence[Lesson], workers: int
) -> tuple[Problem, ...]:
    """Return what cannot be proved of these lessons' exercises and quiz keys.

    Each lesson costs one process, and one more where its quiz has programs. What
    fails without having announced it is run again alone, before it is believed.
    Wrong answers resemble solutions, so what one of them compiled is kept for the
    others, in a folder that goes with the last.
    """
    with TemporaryDirectory(prefix="lessonkit-") as programs:
        return sort_problems(_prove(course, lessons, workers, programs))


def _prove(
    course: Course, lessons: Sequence[Lesson], workers: int, programs: str
) -> Iterator[Problem]:
    """Yield what cannot be proved; compiled programs are kept in a folder."""
    settings = build_settings(course)
    proofs = {}
    for lesson in lessons:
        if _has_wrong_marks(course, lesson):
            continue
        yield from check_filling(course, lesson, load_starter(lesson))
        if lesson.program.of_kind(*EXERCISE_KINDS):
            batch, candidates = _build_batch(course, lesson, settings)
            batch = _keep_programs(batch, lesson, programs)
            proofs[batch] = _Proof(course, lesson, candidates)
    quizzes = {}
    for lesson in lessons:
        if any(question.code for question in lesson.metadata.quiz):
            batch = build_quiz_batch(settings, lesson)
            quizzes[_keep_programs(batch, lesson, programs)] = lesson
    if not (proofs or quizzes):
        return
    with Runner(settings) as runner:
        # All of them first: a runner runs one series of jobs at a time.
        for batch, tried in [*run_trials(runner, [*proofs, *quizzes], workers)]:
            again = partial(run_alone, runner, batch)
            if batch in proofs:
                yield from proofs[batch].judge(tried, again)
            else:
                yield from judge_quiz(course, quizzes[batch], tried, again)


def _keep_programs(batch: Batch, lesson: Lesson, folder: str) -> Batch:
    """Return the batch whose job keeps compiled programs in a folder."""
    return replace(batch, job=keep_programs(batch.job, lesson, folder))


def _has_wrong_marks(course: Course, lesson: Lesson) -> bool:
    """Say whether a lesson's marks give no starter, which another rule tells."""
    name = (lesson.folder / MAIN).relative_to(course.root)
    return any(check_marks(name, lesson.program))


def _build_batch(
    course: Course, lesson: Lesson, settings: Settings
) -> tuple[Batch, tuple[Candidate, ...]]:
    """Return what runs before a lesson's candidates, and these."""
    main = lesson.folder / MAIN
    before = lesson.program.of_kind(CellKind.BUILD, CellKind.EXPERIMENT)
    cells = [as_job_cell(cell, main) for cell in before]
    job = build_job(settings, lesson, main, cells)
    starter = load_starter(lesson)
    candidates = tuple(
        candidate
        for exercise in lesson.program.of_kind(*EXERCISE_KINDS)
        for candidate in _build_candidates(course, lesson, exercise, starter)
    )
    return Batch(job, tuple(candidate.trial for candidate in candidates)), candidates


def _build_candidates(
    course: Course, lesson: Lesson, exercise: Cell, starter: StarterFile
) -> Iterator[Candidate]:
    """Yield the solution, the starter and the wrong answers of an exercise."""
    program, main = lesson.program, lesson.folder / MAIN
    check = program.find_cell(CellKind.CHECK, exercise.id)
    if check is None:
        return  # The cells do not pair, which another rule tells.
    before = [as_job_cell(cell, main) for cell in find_needed(program, exercise)]
    plain = as_job_cell(check, main)
    guarded = build_starter_cell(program, check)
    guards = len(guarded.splitlines()) - len(check.source.splitlines())
    strict = JobCell("check", check.id, check.line - guards, guarded, str(main))

    def build(kind, name, path, line, cells, caught_by=""):
        trial = Trial(f"{exercise.id} {name}", (*before, *cells))
        shown = path.relative_to(course.root)
        return Candidate(trial, kind, exercise, shown, line, caught_by)

    solution = as_job_cell(exercise, main)
    yield build("solution", "solution", main, exercise.marker, (solution, strict))
    pair = starter.find_pair(exercise)
    if pair:
        cells = tuple(as_job_cell(cell, starter.path) for cell in pair)
        yield build("starter", "starter", starter.path, pair[0].marker, cells)
    for answer in lesson.wrong_answers:
        if answer.exercise == exercise.id:
            path = answer.path
            kind = exercise.kind.value
            cell = JobCell(kind, exercise.id, 2, answer.source, str(path))
            cells = (cell, plain)
            yield build("wrong", path.stem, path, 1, cells, answer.caught_by)


@dataclass(frozen=True)
class _Proof:
    """Judges the candidates of one lesson."""

    course: Course
    lesson: Lesson
    candidates: tuple[Candidate, ...]

    def judge(self, tried: Tried, again: RunAlone) -> Iterator[Problem]:
        """Yield a problem for each candidate that does not end as it should."""
        if tried.fault:
            yield self._describe_fault(tried)
            return
        for candidate in self.candidates:
            verdict = tried.verdicts[candidate.trial.name]
            if _find_flaw(candidate, verdict):
                verdict = again(candidate.trial) or verdict
            flaw = _find_flaw(candidate, verdict)
            if flaw:
                line = self._find_line(candidate, verdict.mistake)
                yield Problem(candidate.path, line, *flaw)

    def _describe_fault(self, tried: Tried) -> Problem:
        """Return the problem of a lesson whose own cells fail."""
        main = self.lesson.folder / MAIN
        cell = f"`{tried.cell.kind}/{tried.cell.id}` fails: " if tried.cell else ""
        line = _find_place(tried.fault, main) or (tried.cell.line if tried.cell else 1)
        message = f"{cell}{describe_mistake(tried.fault)}"
        return Problem(main.relative_to(self.course.root), line, "LK508", message)

    def _find_line(self, candidate: Candidate, mistake: Mistake | None) -> int:
        """Return the line of the candidate's file where it went wrong."""
        words = mistake is None or mistake.error == "AssertionError"
        file = self.course.root / candidate.path
        found = None if words else _find_place(mistake, file)
        return found or candidate.line


def _find_flaw(candidate: Candidate, verdict: Verdict) -> tuple[str, str] | None:
    """Return the rule that a candidate breaks and how, or None for a good one."""
    id = candidate.exercise.id
    mistake = verdict.mistake
    if candidate.kind == "solution":
        if verdict.passed:
            return None
        return "LK506", f"the solution of `{id}` fails: {describe_mistake(mistake)}"
    if candidate.kind == "starter":
        return _find_starter_flaw(id, verdict)
    if verdict.passed:
        return "LK507", f"this wrong answer passes the check of `{id}`"
    said = describe_mistake(mistake)
    if mistake.error != "AssertionError" or verdict.cell.kind != "check":
        return "LK507", f"no words of the check answer it, but {said}"
    if " ".join(candidate.caught_by.split()) not in " ".join(mistake.text.split()):
        return "LK507", f"it is caught by other words: {said}"
    return None


def _find_starter_flaw(id: str, verdict: Verdict) -> tuple[str, str] | None:
    """Return what is wrong with how a starter answers."""
    if verdict.passed:
        return "LK505", f"the starter of `{id}` passes its check unchanged"
    mistake, said = verdict.mistake, describe_mistake(verdict.mistake)
    if verdict.cell.kind != "check" or verdict.cell.id != id:
        return "LK505", f"the starter's cell `{id}` does not run: {said}"
    guard = mistake.error == "AssertionError" and mistake.text.startswith(f"{id}: ")
    todo = mistake.error == "NotImplementedError" and mistake.text.startswith("TODO: ")
    if guard or todo:
        return None
    return "LK505", f"the starter of `{id}` answers with something else: {said}"


def _find_place(mistake: Mistake | None, file: Path) -> int | None:
    """Return the innermost line of a file that a mistake went through."""
    places = mistake.places if mistake else ()
    return next((line for name, line in reversed(places) if name == str(file)), None)


def describe_mistake(mistake: Mistake) -> str:
    """Return a mistake in one line of bounded length."""
    text = " ".join(mistake.text.split())
    shown = f"{mistake.error}: {text}" if mistake.error and text else text
    shown = shown or mistake.error
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"
