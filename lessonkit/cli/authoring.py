"""Commands for those who write lessons."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lessonkit.cli.shared import find_root, narrow, report_problems
from lessonkit.errors import UsageError

if TYPE_CHECKING:
    from lessonkit.course.model import Course
    from lessonkit.problems import Problem


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--fix", is_flag=True, help="Rewrite starters that main.py gives.")
@click.option(
    "--exercises",
    is_flag=True,
    help="Run starters, solutions, wrong answers and quiz programs too.",
)
def validate(paths: tuple[Path, ...], fix: bool, exercises: bool) -> int:
    """Find every problem of every source, each with its place and a remedy.

    PATHS narrow the report to these files and folders.
    """
    from lessonkit.checks import check_course
    from lessonkit.checks.code import write_starters
    from lessonkit.course.load import load_course
    from lessonkit.problems import sort_problems

    for path in paths:
        if not path.exists():
            raise UsageError(f"there is no {path}", "name a file or a folder")
    root = find_root()
    loaded = load_course(root)
    problems = loaded.problems
    if loaded.course:
        if fix:
            for path in write_starters(loaded.course):
                click.echo(f"written: {path.relative_to(root).as_posix()}")
        problems = [*problems, *check_course(loaded.course)]
        if exercises:
            problems += _prove(loaded.course, paths)
        problems = sort_problems(problems)
    chosen = narrow(root, problems, paths) if paths else problems
    return report_problems(chosen, loaded.lesson_count)


def _prove(course: Course, paths: tuple[Path, ...]) -> tuple[Problem, ...]:
    """Return what cannot be proved of the exercises below or around these paths."""
    from lessonkit.execute.plan import check_installed
    from lessonkit.learn.proofs import prove_exercises
    from lessonkit.stale import load_pins

    check_installed(load_pins(course.root))
    chosen = [path.resolve() for path in paths]
    lessons = [
        lesson
        for lesson in course.lessons
        if not chosen
        or any(
            path.is_relative_to(lesson.folder) or lesson.folder.is_relative_to(path)
            for path in chosen
        )
    ]
    return prove_exercises(course, lessons, os.cpu_count() or 1)
