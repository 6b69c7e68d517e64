"""Commands for those who learn: a starter, its checks, and evidence to keep."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lessonkit.cli.shared import find_root
from lessonkit.errors import UsageError

if TYPE_CHECKING:
    from lessonkit.course.model import Course, Lesson

# The value of `--hint` without an exercise: the first that does not pass.
_FIRST = "\0first"


@click.command()
@click.argument("lesson")
@click.option("--blank", is_flag=True, help="Only the markers, to build by hand.")
@click.option("--notebook", is_flag=True, help="A notebook in place of a program.")
def start(lesson: str, blank: bool, notebook: bool) -> int:
    """Write the starter of LESSON into practice/, for you to fill.

    What is there already is never overwritten.
    """
    from lessonkit.learn.start import render_next, start_lesson

    if blank and notebook:
        raise UsageError(
            "`--blank` and `--notebook` do not go together.", "leave one of them out."
        )
    course, found = _load(lesson)
    text = _build_notebook(course, found) if notebook else None
    written = start_lesson(course.root, found, blank=blank, notebook=text)
    click.echo(render_next(course.root, found, written))
    return 0


@click.command()
@click.argument("lesson")
@click.option(
    "--hint",
    is_flag=False,
    flag_value=_FIRST,
    metavar="[EXERCISE]",
    help="Give the next hint, for the first exercise that does not pass or this one.",
)
@click.option("--solution", metavar="EXERCISE", help="Show a solution of an exercise.")
def check(lesson: str, hint: str | None, solution: str | None) -> int:
    """Check practice/LESSON/main.py: what passes, what does not, and why."""
    from lessonkit.learn.check import check_attempt
    from lessonkit.learn.ladder import give_hint, show_solution
    from lessonkit.learn.lessons import find_exercise
    from lessonkit.learn.report import render_report

    course, found = _load(lesson)
    if solution:
        click.echo(show_solution(course.root, found, find_exercise(found, solution)))
        return 0
    if hint and hint != _FIRST:
        click.echo(give_hint(course.root, found, find_exercise(found, hint)))
        return 0
    _need_packages(course)
    _say_running()
    report = check_attempt(course, found)
    click.echo(render_report(report))
    if hint and not report.complete:
        first = next(r for r in report.results if r.status != "passed")
        click.echo(f"\n{give_hint(course.root, found, first.exercise)}")
    return 0 if report.complete else 1


@click.command()
@click.argument("lesson", required=False)
@click.option(
    "--verify",
    "receipt",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Run again what this receipt attests, and say whether it holds.",
)
def evidence(lesson: str | None, receipt: Path | None) -> int:
    """Write evidence.json and evidence.md for your work on LESSON."""
    if receipt:
        return _verify(lesson, receipt)
    if not lesson:
        raise UsageError(
            "no lesson is named.", "write `python -m lessonkit evidence LESSON`."
        )
    from lessonkit.learn.evidence import write_evidence
    from lessonkit.learn.report import render_report

    course, found = _load(lesson)
    _need_packages(course)
    _say_running()
    outcome = write_evidence(course, found)
    if outcome.receipt is None:
        click.echo(render_report(outcome.report))
        click.echo("Nothing is written: there is no result to keep yet.")
        return 1
    click.echo(outcome.text)
    return 0


def _verify(lesson: str | None, path: Path) -> int:
    """Say whether a receipt holds; refuse one that is of another lesson."""
    from lessonkit.learn.receipts import load_receipt
    from lessonkit.learn.verify import verify_receipt

    receipt = load_receipt(path)
    course, found = _load(receipt.lesson)
    if lesson and _load(lesson)[1].id != found.id:
        raise UsageError(
            f"{path} is a receipt for {found.id}, not for {lesson}.",
            "leave the lesson out, or name the other file.",
        )
    _need_packages(course)
    _say_running()
    reasons = verify_receipt(course, found, receipt, path)
    for reason in reasons:
        click.echo(f"not verified: {reason}")
    if not reasons:
        click.echo(
            f"verified: {found.id}, revision {receipt.revision}. Run again, the "
            f"program passes {len(receipt.passed)} of {len(receipt.exercises)} "
            "exercises, as the receipt says."
        )
    return 1 if reasons else 0


def _load(name: str) -> tuple[Course, Lesson]:
    """Return the course and the lesson that is named."""
    from lessonkit.course.load import load_course
    from lessonkit.learn.lessons import find_lesson

    course = load_course(find_root()).course
    if course is None:
        raise UsageError(
            "the course cannot be read.", "see `python -m lessonkit validate`."
        )
    return course, find_lesson(course, name)


def _say_running() -> None:
    """Tell somebody who waits at a terminal what goes on."""
    if sys.stderr.isatty():
        click.echo("running the file …", err=True)


def _need_packages(course: Course) -> None:
    """Raise UsageError where the packages are not the ones the lessons need."""
    from lessonkit.execute.plan import check_installed
    from lessonkit.stale import load_pins

    check_installed(load_pins(course.root))


def _build_notebook(course: Course, lesson: Lesson) -> str:
    """Return the text of the lesson's starter notebook."""
    from lessonkit.records import find_records
    from lessonkit.site.downloads import notebook_sources
    from lessonkit.site.notebooks import build_starter_notebook, render_notebook
    from lessonkit.site.runs import build_runs, choose_main_run

    jax = course.metadata.runtime == "jax"
    runs = build_runs(lesson, find_records(lesson.folder), {}, jax=jax)
    run = choose_main_run(runs)
    sources = notebook_sources(course, lesson, run, {}, "Starter notebook")
    return render_notebook(build_starter_notebook(sources))
