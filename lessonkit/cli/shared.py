"""What several commands do: find the course, and report its problems."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lessonkit.errors import UsageError
from lessonkit.layout import PHASES

if TYPE_CHECKING:
    from lessonkit.course.load import Loaded
    from lessonkit.problems import Problem


def find_root() -> Path:
    """Return the nearest folder upward that holds phases/course.yml.

    Raises UsageError where there is none.
    """
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / PHASES / "course.yml").is_file():
            return folder
    raise UsageError(
        f"no course here: neither {here} nor a folder above it has phases/course.yml",
        "change to the folder of the course and run the command again",
    )


def narrow(
    root: Path, problems: Sequence[Problem], folders: Iterable[Path]
) -> tuple[Problem, ...]:
    """Return the problems of files at or below these paths."""
    chosen = [folder.resolve() for folder in folders]
    return tuple(
        problem
        for problem in problems
        if any((root / problem.path).is_relative_to(path) for path in chosen)
    )


def report_problems(
    problems: Sequence[Problem], lesson_count: int, *, quiet: bool = False
) -> int:
    """Print problems and their number; return the exit code.

    `quiet` leaves stdout to results for machines.
    """
    from lessonkit.problems import render_summary

    for problem in problems:
        click.echo(str(problem), err=quiet)
    if problems:
        click.echo(render_summary(problems, lessons=lesson_count), err=quiet)
        return 1
    click.echo(f"no problems in {lesson_count} lessons", err=quiet)
    return 0


def report_unread(loaded: Loaded, *, quiet: bool) -> int:
    """Report the problems of a course that cannot be read; return the exit code.

    `quiet` leaves stdout to results for machines.
    """
    if not quiet:
        return report_problems(loaded.problems, loaded.lesson_count)
    for problem in loaded.problems:
        click.echo(str(problem), err=True)
    return 1


def name_unread(root: Path, loaded: Loaded, unread: Iterable[Path]) -> None:
    """Say which problems kept lessons from being run, if any were."""
    folders = list(unread)
    if folders:
        click.echo(f"{len(folders)} not run, for these problems:", err=True)
        for problem in narrow(root, loaded.problems, folders):
            click.echo(str(problem), err=True)
