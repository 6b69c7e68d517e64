"""Commands for those who run lessons and keep their records."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lessonkit.cli.results import (
    TO_STDOUT,
    list_executed,
    list_states,
    list_verified,
    write_results,
)
from lessonkit.cli.shared import find_root, name_unread, report_unread
from lessonkit.records import BACKENDS
from lessonkit.records.verifications import ENVIRONMENTS

if TYPE_CHECKING:
    from lessonkit.execute.plan import Plan
    from lessonkit.execute.record import Outcome

_backend = click.option(
    "--backend",
    type=click.Choice(BACKENDS),
    default="cpu",
    show_default=True,
    help="Where to run; there is one record for each.",
)
_jobs = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=os.cpu_count(),
    help="Lessons at once.  [default: one for each core]",
)
_json = click.option(
    "--json",
    "file",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Write the results as JSON to a file, or to stdout for `-`.",
)


@click.command()
@click.argument("lessons", nargs=-1)
@_backend
@_jobs
@_json
@click.option("--force", is_flag=True, help="Run fresh lessons too.")
def execute(
    lessons: tuple[str, ...], backend: str, jobs: int, file: str | None, force: bool
) -> int:
    """Run what is stale and write the records.

    LESSONS are ids or folders; without any, all lessons are looked at.
    """
    from lessonkit.execute.plan import plan_execution

    root = find_root()
    plan = plan_execution(root, lessons, backend, force=force)
    code, outcomes = 0, ()
    if plan.lessons:
        code, outcomes = _run_plan(root, plan, backend, jobs, quiet=file == TO_STDOUT)
    else:
        text = f"nothing to do: {plan.fresh} of {plan.fresh} lessons are fresh"
        click.echo(text, err=file == TO_STDOUT)
    if file:
        results = list_executed(root, plan, backend, outcomes)
        write_results(root, file, "execute", results, code)
    return code


def _run_plan(
    root: Path, plan: Plan, backend: str, jobs: int, *, quiet: bool
) -> tuple[int, tuple[Outcome, ...]]:
    """Run the planned lessons that can be read; report on all, return the exit code.

    `quiet` leaves stdout to the results.
    """
    from rich.console import Console

    from lessonkit.course.load import load_course
    from lessonkit.execute.progress import Progress, render_outcomes
    from lessonkit.execute.record import execute_lessons

    loaded = load_course(root)
    course = loaded.course
    if course is None:
        return report_unread(loaded, quiet=quiet), ()
    lessons = [lesson for lesson in course.lessons if lesson.folder in plan.folders]
    with Progress(Console(stderr=quiet), len(lessons)) as progress:
        outcomes = execute_lessons(
            root,
            lessons,
            backend=backend,
            jobs=jobs,
            runtime=course.metadata.runtime,
            preload=course.metadata.preload,
            report=progress.show,
        )
    click.echo(render_outcomes(root, outcomes), err=quiet)
    unread = set(plan.folders) - {lesson.folder for lesson in lessons}
    name_unread(root, loaded, unread)
    passed = not unread and all(outcome.passed for outcome in outcomes)
    return 0 if passed else 1, outcomes


@click.command()
@click.argument("lessons", nargs=-1)
@_backend
@_jobs
@_json
@click.option("--accept", is_flag=True, help="Make runs that differ the records.")
@click.option(
    "--environment",
    type=click.Choice(ENVIRONMENTS),
    help="Run in another environment, which is built when needed.",
)
@click.option("--python", help="The Python to build the other environment with.")
def verify(
    lessons: tuple[str, ...],
    backend: str,
    jobs: int,
    file: str | None,
    accept: bool,
    environment: str | None,
    python: str | None,
) -> int:
    """Run lessons again and compare what they show with their records.

    LESSONS are ids or folders; without any, all lessons are verified.
    """
    from lessonkit.cli.verifying import Wishes, check_wishes, run_verification
    from lessonkit.execute.plan import choose_lessons

    root = find_root()
    quiet = file == TO_STDOUT
    wishes = Wishes(backend, jobs, accept, environment, python, quiet)
    check_wishes(wishes)
    chosen = choose_lessons(root, lessons, backend)
    code, verdicts = run_verification(root, chosen, wishes)
    if file:
        results = list_verified(root, chosen, backend, verdicts)
        write_results(root, file, "verify", results, code, environment)
    return code


@click.command()
@_json
def status(file: str | None) -> int:
    """Say of each lesson and backend whether its record is fresh, and why not."""
    root = find_root()
    results = list_states(root)
    for result in results:
        state = result.state
        reasons = f"  ({', '.join(state.reasons)})" if state.reasons else ""
        line = f"{result.id:24} {result.backend:4} {state.kind}{reasons}"
        click.echo(line, err=file == TO_STDOUT)
    write_results(root, file, "status", results, 0)
    return 0
