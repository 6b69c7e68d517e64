"""Check a learner's file: their code, the lesson's own checks, an answer in words."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from lessonkit.course.model import (
    EXERCISE_KINDS,
    Cell,
    CellKind,
    Course,
    Lesson,
)
from lessonkit.course.names import find_imports
from lessonkit.layout import MAIN
from lessonkit.learn.attempt import Attempt, UnreadableError, load_attempt
from lessonkit.learn.blanks import count_blanks, find_open_blanks
from lessonkit.learn.explain import Explainer, Words, find_shadows
from lessonkit.learn.needs import find_needed
from lessonkit.learn.trials import (
    Batch,
    Trial,
    Tried,
    as_job_cell,
    build_job,
    build_settings,
    run_trials,
)
from lessonkit.problems import did_you_mean
from lessonkit.running.job import JobCell
from lessonkit.running.runner import Runner

# A learner waits for the answer: half of what a recording may take.
_SHARE_OF_SECONDS = 0.5

_OPEN = ("not tried", "not finished")


@dataclass(frozen=True)
class Result:
    """What is said of one exercise.

    `status` is passed, failed, not tried, not finished or not reached; `line` is
    one of the learner's file, or 0.
    """

    exercise: Cell
    status: str
    line: int = 0
    text: str = ""


@dataclass(frozen=True)
class Report:
    """What is said of a learner's file.

    `trouble` is what kept every exercise from being run; `notes` may explain a
    failure; `tried` is None where nothing had to run.
    """

    lesson: Lesson
    shown: str
    results: tuple[Result, ...]
    attempt: Attempt | None = None
    trouble: Words | None = None
    notes: tuple[Words, ...] = ()
    tried: Tried | None = None

    @property
    def passed(self) -> tuple[str, ...]:
        """The ids of the exercises that pass."""
        return tuple(r.exercise.id for r in self.results if r.status == "passed")

    @property
    def complete(self) -> bool:
        """Whether every exercise passes."""
        return len(self.passed) == len(self.results)


def check_attempt(
    course: Course, lesson: Lesson, path: Path | None = None, *, always_run=False
) -> Report:
    """Check a learner's file against the lesson's checks.

    `path` is another place of the file. Nothing is run where no exercise is ready
    for it, unless told to.
    """
    exercises = lesson.program.of_kind(*EXERCISE_KINDS)
    unchecked = tuple(Result(cell, "not reached") for cell in exercises)
    try:
        attempt = load_attempt(course.root, lesson, path)
    except UnreadableError as error:
        words = Words(error.line, error.message)
        shown = f"practice/{lesson.id}/main.py" if path is None else str(path)
        return Report(lesson, shown, unchecked, trouble=words)
    report = Report(lesson, attempt.shown, unchecked, attempt)
    hiding = find_hiding_files(lesson, attempt)
    if hiding:
        return replace(report, trouble=hiding)
    results = tuple(_look_at(lesson, attempt, cell) for cell in exercises)
    report = replace(report, results=results)
    if always_run or any(result.status == "not reached" for result in results):
        report = _run(course, report)
    return replace(report, notes=tuple(_find_notes(report)))


def find_hiding_files(lesson: Lesson, attempt: Attempt) -> Words | None:
    """Return the words for a file beside the program that hides a module's own."""
    texts = (lesson.program.text, attempt.text)
    names = {n for text in texts for n in find_imports(ast.parse(text)).values()}
    hidden = {name.partition(".")[0] for name in names} | sys.stdlib_module_names
    own = (lesson.folder / MAIN).parent
    for path in sorted(attempt.path.parent.iterdir()):
        package = (path / "__init__.py").is_file()
        if path == attempt.path or not (path.suffix == ".py" or package):
            continue
        if path.stem in hidden and not (own / path.name).exists():
            return Words(
                0,
                f"the file {path.name} beside it hides the library `{path.stem}` from "
                "every import: give it another name",
            )
    return None


def _look_at(lesson: Lesson, attempt: Attempt, exercise: Cell) -> Result:
    """Return what can be said of an exercise before anything runs."""
    answer = attempt.find_exercise(exercise.id)
    marker = f"# %% {exercise.kind}: {exercise.id}"
    if answer is None:
        text = f"no line `{marker}` is in your file: write it above your code for it"
        return Result(exercise, "not tried", 0, text)
    if not ast.parse(answer.source).body:
        text = "nothing stands below its marker"
        return Result(exercise, "not tried", answer.marker, text)
    blanks = find_open_blanks(lesson.program, exercise, answer)
    if not blanks:
        return Result(exercise, "not reached")
    total = max(count_blanks(lesson.program, exercise), len(blanks))
    status = "not tried" if len(blanks) == total else "not finished"
    text = "\n".join(f"line {blank.line}: {blank.text}" for blank in blanks)
    return Result(exercise, status, blanks[0].line, text)


def _run(course: Course, report: Report) -> Report:
    """Run the exercises that are ready and put what came of them into words."""
    lesson, attempt = report.lesson, report.attempt
    trials = {}
    results = {}
    for result in report.results:
        results[result.exercise.id] = result
        if result.status == "not reached":
            built = _build_trial(lesson, attempt, result.exercise, results)
            if isinstance(built, Trial):
                trials[result.exercise.id] = built
            else:
                results[result.exercise.id] = built
    settings = build_settings(course)
    seconds = lesson.metadata.budgets.seconds * _SHARE_OF_SECONDS
    job = build_job(settings, lesson, attempt.path, attempt.before, seconds)
    with Runner(settings) as runner:
        ((_, tried),) = run_trials(runner, [Batch(job, tuple(trials.values()))], 1)
    explainer = Explainer(lesson, attempt)
    if tried.fault:
        words = explainer.explain(tried.fault, tried.cell)
        return replace(report, trouble=words, tried=tried)
    for id in trials:
        results[id] = _read_verdict(explainer, results[id].exercise, tried)
        if results[id].status == "failed":
            results[id] = _find_first_cause(lesson, attempt, results, results[id])
    return replace(report, results=tuple(results.values()), tried=tried)


def _build_trial(
    lesson: Lesson, attempt: Attempt, exercise: Cell, results: dict[str, Result]
) -> Trial | Result:
    """Return an answer with its check, or why it cannot be run yet.

    `results` holds what is known of the earlier exercises.
    """
    main = lesson.folder / MAIN
    cells: list[JobCell] = []
    answer = attempt.find_exercise(exercise.id)
    for cell in (*find_needed(lesson.program, exercise, answer), exercise):
        if cell.kind == CellKind.CHECK:
            cells.append(as_job_cell(cell, main))
            continue
        if cell is not exercise and results[cell.id].status in _OPEN:
            return Result(exercise, "not reached", 0, _depends_on(cell))
        cells.append(as_job_cell(attempt.find_exercise(cell.id), attempt.path))
    check = lesson.program.find_cell(CellKind.CHECK, exercise.id)
    return Trial(exercise.id, (*cells, as_job_cell(check, main)))


def _depends_on(cell: Cell) -> str:
    return f"it goes on from `{cell.id}`, which comes first"


def _read_verdict(explainer: Explainer, exercise: Cell, tried: Tried) -> Result:
    """Return the result for an exercise that was run."""
    verdict = tried.verdicts[exercise.id]
    if verdict.passed:
        return Result(exercise, "passed")
    words = explainer.explain(verdict.mistake, verdict.cell)
    line = words.line or explainer.find_meant_line(exercise.id, words.text)
    return Result(exercise, "failed", line, words.text)


def _find_first_cause(
    lesson: Lesson, attempt: Attempt, results: dict[str, Result], failed: Result
) -> Result:
    """Return a failure as not reached where an exercise it goes on from fails too."""
    answer = attempt.find_exercise(failed.exercise.id)
    for cell in find_needed(lesson.program, failed.exercise, answer):
        if results[cell.id].status != "passed":
            return Result(failed.exercise, "not reached", 0, _depends_on(cell))
    return failed


def _find_notes(report: Report) -> Iterator[Words]:
    """Yield what may be behind a failure and its message does not say."""
    lesson, attempt = report.lesson, report.attempt
    missing = [
        result.exercise.id
        for result in report.results
        if attempt.find_exercise(result.exercise.id) is None
    ]
    if missing:
        yield from _find_misspelt(lesson, attempt, missing)
    failed = any(result.status == "failed" for result in report.results)
    if failed or report.trouble:
        yield from find_shadows(lesson, attempt)
    if failed:
        yield from _find_changed(lesson, attempt)


def _find_misspelt(
    lesson: Lesson, attempt: Attempt, missing: list[str]
) -> Iterator[Words]:
    """Yield the markers of a file that were probably meant for missing cells."""
    for problem in attempt.malformed:
        yield Words(problem.line, f"{problem.message}, so it marks no cell")
    known = {cell.id for cell in lesson.program.of_kind(*EXERCISE_KINDS)}
    for cell in attempt.program.of_kind(*EXERCISE_KINDS):
        if cell.id not in known:
            hint = did_you_mean(cell.id, missing)
            yield Words(
                cell.marker, f"the lesson has no `{cell.kind}: {cell.id}`; {hint}"
            )


def _find_changed(lesson: Lesson, attempt: Attempt) -> Iterator[Words]:
    """Yield one note for the build cells that are not the lesson's."""
    changed = []
    first = 0
    for cell in lesson.program.of_kind(CellKind.BUILD):
        own = attempt.program.find_cell(cell.kind, cell.id)
        if own is None or _read(own) != _read(cell):
            changed.append(f"`{cell.id}`")
            first = first or (own.line if own else 0)
    if changed:
        yield Words(
            first,
            f"build cells that are not the lesson's: {', '.join(changed)}. The checks "
            "count on its names and values: if an answer above does not fit, "
            "compare them with the lesson",
        )


def _read(cell: Cell) -> str:
    return ast.dump(ast.parse(cell.source))
