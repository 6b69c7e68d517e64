"""Commands that make new folders and generated pages for those who write lessons."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lessonkit.cli.shared import find_root
from lessonkit.errors import UsageError

if TYPE_CHECKING:
    from lessonkit.course.model import Course


@click.group()
def new() -> None:
    """Make a folder that already works, for you to fill."""


@new.command()
@click.argument("phase")
@click.argument("title")
def lesson(phase: str, title: str) -> int:
    """Make a lesson of PHASE: its id, number or folder.

    A TITLE that phase.yml plans takes that place; any other comes last.
    """
    from lessonkit.authoring.new_lesson import find_phase, plan_lesson, write_lesson

    course = _load()
    found = find_phase(course, phase)
    planned = plan_lesson(course, found, title)
    _say_written(course.root, planned.folder, write_lesson(course, found, planned))
    _say_next(planned.id)
    return 0


@new.command()
@click.argument("phase")
@click.argument("title")
def project(phase: str, title: str) -> int:
    """Make the project of PHASE, in its folder project/."""
    from lessonkit.authoring.new_lesson import find_phase, plan_project, write_lesson

    course = _load()
    found = find_phase(course, phase)
    planned = plan_project(course, found, title)
    _say_written(course.root, planned.folder, write_lesson(course, found, planned))
    _say_next(planned.id)
    return 0


@new.command()
@click.argument("title")
def phase(title: str) -> int:
    """Make a phase; a TITLE that course.yml plans takes that place."""
    from lessonkit.authoring.new_phase import FIRST_LESSON, plan_phase, write_phase
    from lessonkit.learn.typed import type_command

    course = _load()
    planned = plan_phase(course, title)
    folder, written = write_phase(course, planned)
    _say_written(course.root, folder, written)
    command = type_command("new", "lesson", planned.id, f'"{FIRST_LESSON}"')
    click.echo(f"Its phase.yml plans one lesson; give it a title. Then:\n    {command}")
    return 0


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), required=False)
def reference(folder: Path | None) -> int:
    """Write schemas and the pages on rules and file formats into FOLDER.

    Without FOLDER they go into docs/contributing.
    """
    from lessonkit.authoring.reference import write_reference

    root = find_root()
    changed = write_reference(folder or root / "docs/contributing")
    click.echo(f"{len(changed)} files changed")
    return 0


def _load() -> Course:
    """Return the course, which need not be free of problems."""
    from lessonkit.course.load import load_course

    course = load_course(find_root()).course
    if course is None:
        raise UsageError(
            "the course cannot be read.", "see `python -m lessonkit validate`."
        )
    return course


def _say_written(root: Path, folder: Path, written: Sequence[Path]) -> None:
    """Say what was written: the new folder, and each file elsewhere."""
    inside = [path for path in written if path.is_relative_to(folder)]
    click.echo(f"written: {folder.relative_to(root).as_posix()}/, {len(inside)} files")
    for path in written:
        if path not in inside:
            click.echo(f"written: {path.relative_to(root).as_posix()}")


def _say_next(id: str) -> None:
    """Say what to do with a new lesson."""
    from lessonkit.learn.typed import type_command

    click.echo(
        "It works as it is. Run it, look at it, then make it yours:\n"
        f"    {type_command('execute', id, '--backend', 'cpu')}\n"
        f"    {type_command('serve')}\n"
        f"    {type_command('validate')}"
    )
