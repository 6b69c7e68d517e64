"""Commands for those who write lessons."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lessonkit.cli.results import write_text
from lessonkit.cli.shared import find_root, narrow, report_problems
from lessonkit.errors import UsageError

if TYPE_CHECKING:
    from lessonkit.course.model import Course
    from lessonkit.problems import Problem


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--fix", is_flag=True, help="Rewrite what is derived: starters, ids.")
@click.option(
    "--exercises",
    is_flag=True,
    help="Run starters, solutions, wrong answers and quiz programs too.",
)
@click.option(
    "--drafts",
    is_flag=True,
    help="Hold lessons below revision 1.0.0 to the full standard too.",
)
@click.option(
    "--json",
    "file",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Write the problems as JSON to a file, or to stdout for `-`.",
)
def validate(
    paths: tuple[Path, ...], fix: bool, exercises: bool, drafts: bool, file: str | None
) -> int:
    """Find every problem of every source, each with its place and a remedy.

    PATHS narrow the report to these files and folders.
    """
    from lessonkit.checks import check_course
    from lessonkit.checks.report import dump_problems
    from lessonkit.checks.standard import check_standard
    from lessonkit.course.load import load_course
    from lessonkit.problems import sort_problems

    for path in paths:
        if not path.exists():
            raise UsageError(f"there is no {path}", "name a file or a folder")
    root = find_root()
    quiet = file == "-"
    loaded = load_course(root)
    problems = loaded.problems
    course = loaded.course
    if course:
        if fix:
            _fix(course, quiet=quiet)
        problems = [*problems, *check_course(course)]
        problems += check_standard(course, drafts=drafts)
        if exercises:
            problems += _prove(course, paths)
        problems = sort_problems(problems)
    chosen = narrow(root, problems, paths) if paths else problems
    code = report_problems(chosen, loaded.lesson_count, quiet=quiet)
    if course and not drafts:
        _name_drafts(course, quiet=quiet)
    if file:
        write_text(file, dump_problems(chosen, loaded.lesson_count, code))
    _annotate(chosen)
    return code


def _fix(course: Course, *, quiet: bool) -> None:
    """Rewrite what follows from the sources, and say what was written."""
    from lessonkit.checks.code import write_starters
    from lessonkit.checks.kept_ids import write_published
    from lessonkit.checks.standard import find_drafts

    written = list(write_starters(course))
    if course.metadata.standard == "full":
        drafts = find_drafts(course)
        published = [lesson for lesson in course.lessons if lesson not in drafts]
        written += filter(None, [write_published(course, published)])
    for path in written:
        name = path.relative_to(course.root).as_posix()
        click.echo(f"written: {name}", err=quiet)


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


def _name_drafts(course: Course, *, quiet: bool) -> None:
    """Say which lessons the full standard was not asked of."""
    from lessonkit.checks.standard import find_drafts

    drafts = find_drafts(course)
    if drafts and course.metadata.standard == "full":
        names = ", ".join(lesson.id for lesson in drafts)
        click.echo(
            f"drafts, whose revision is below 1.0.0: {names}\n"
            "    help: `python -m lessonkit validate --drafts` says what they lack",
            err=quiet,
        )


def _annotate(problems: Sequence[Problem]) -> None:
    """Show the problems beside their lines where GitHub runs this."""
    from lessonkit.problems import render_annotation

    if os.environ.get("GITHUB_ACTIONS") == "true":
        for problem in problems:
            click.echo(render_annotation(problem), err=True)
