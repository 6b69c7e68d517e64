"""Commands for those who run lessons and keep their records."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lessonkit.cli.shared import find_root, narrow, report_problems
from lessonkit.records import BACKENDS

if TYPE_CHECKING:
    from lessonkit.execute.plan import Plan


@click.command()
@click.argument("lessons", nargs=-1)
@click.option(
    "--backend",
    type=click.Choice(BACKENDS),
    default="cpu",
    show_default=True,
    help="Where to run; there is one record for each.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=os.cpu_count(),
    help="Lessons at once.  [default: one for each core]",
)
@click.option("--force", is_flag=True, help="Run fresh lessons too.")
def execute(lessons: tuple[str, ...], backend: str, jobs: int, force: bool) -> int:
    """Run what is stale and write the records.

    LESSONS are ids or folders; without any, all lessons are looked at.
    """
    from lessonkit.execute.plan import plan_execution

    root = find_root()
    plan = plan_execution(root, lessons, backend, force=force)
    if not plan.lessons:
        click.echo(f"nothing to do: {plan.fresh} of {plan.fresh} lessons are fresh")
        return 0
    return _run_plan(root, plan, backend, jobs)


def _run_plan(root: Path, plan: Plan, backend: str, jobs: int) -> int:
    """Run the planned lessons that can be read, and report on all of them."""
    from rich.console import Console

    from lessonkit.course.load import load_course
    from lessonkit.execute.progress import Progress, render_outcomes
    from lessonkit.execute.record import execute_lessons

    loaded = load_course(root)
    course = loaded.course
    if course is None:
        return report_problems(loaded.problems, loaded.lesson_count)
    lessons = [lesson for lesson in course.lessons if lesson.folder in plan.folders]
    with Progress(Console(), len(lessons)) as progress:
        outcomes = execute_lessons(
            root,
            lessons,
            backend=backend,
            jobs=jobs,
            runtime=course.metadata.runtime,
            preload=course.metadata.preload,
            report=progress.show,
        )
    click.echo(render_outcomes(root, outcomes))
    unread = set(plan.folders) - {lesson.folder for lesson in lessons}
    if unread:
        click.echo(f"{len(unread)} not run, for these problems:", err=True)
        for problem in narrow(root, loaded.problems, unread):
            click.echo(str(problem), err=True)
    return 0 if not unread and all(outcome.passed for outcome in outcomes) else 1


@click.command()
def status() -> int:
    """Say of each lesson and backend whether its record is fresh, and why not."""
    from lessonkit.layout import find_all_lesson_folders, read_id
    from lessonkit.stale import find_states, load_pins

    root = find_root()
    pins = load_pins(root)
    for folder in find_all_lesson_folders(root):
        for backend, state in find_states(folder, pins).items():
            reasons = f"  ({', '.join(state.reasons)})" if state.reasons else ""
            click.echo(f"{read_id(folder):24} {backend:4} {state.kind}{reasons}")
    return 0
