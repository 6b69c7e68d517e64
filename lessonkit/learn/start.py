"""Begin a lesson: put its starter into the learner's own folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lessonkit.course.model import (
    EXERCISE_KINDS,
    CellKind,
    Lesson,
)
from lessonkit.course.starters import build_starter
from lessonkit.errors import UsageError
from lessonkit.files import write_file
from lessonkit.layout import MAIN, practice_folder
from lessonkit.learn.attempt import PROGRAM
from lessonkit.learn.typed import type_command

NOTEBOOK = "main.ipynb"

_BLANK_HEADER = """\
# Type each block of the lesson below its marker. Leave the markers as they are:
# `python -m lessonkit check {id}` finds your code by them.
"""
_TYPED = (CellKind.BUILD, CellKind.EXPERIMENT, *EXERCISE_KINDS)


def build_blank(lesson: Lesson) -> str:
    """Return the program with markers alone, for building it by hand."""
    cells = lesson.program.of_kind(*_TYPED)
    markers = (f"# %% {cell.kind}: {cell.id}\n" for cell in cells)
    docstring = f'"""{lesson.program.docstring}"""\n'
    header = _BLANK_HEADER.format(id=lesson.id)
    return "\n".join([docstring, header, "\n\n".join(markers)])


def start_lesson(
    root: Path, lesson: Lesson, *, blank: bool = False, notebook: str | None = None
) -> tuple[Path, ...]:
    """Write a lesson's starter, or the given notebook, and the files it reads.

    Return what was written. Raises UsageError where the learner has one already:
    nothing of theirs is ever replaced.
    """
    folder = practice_folder(root, lesson.id)
    if notebook is None:
        path, text = folder / PROGRAM, _choose_program(lesson, blank=blank)
    else:
        path, text = folder / NOTEBOOK, notebook
    if path.exists() or path.is_symlink():
        shown = path.relative_to(root).as_posix()
        raise UsageError(
            f"{shown} is there already, and nothing of yours is overwritten.",
            f"go on with it, or rename it and run `start {lesson.id}` again.",
        )
    written = [path, *_bring_files(lesson, folder)]
    write_file(path, text)
    return tuple(written)


def _choose_program(lesson: Lesson, *, blank: bool) -> str:
    return build_blank(lesson) if blank else build_starter(lesson)


def _bring_files(lesson: Lesson, folder: Path) -> Iterator[Path]:
    """Copy the files beside the lesson's program that the learner lacks."""
    main = lesson.folder / MAIN
    for path in sorted(main.parent.rglob("*")):
        name = path.relative_to(main.parent)
        hidden = any(part.startswith((".", "__pycache__")) for part in name.parts)
        target = folder / name
        if path.is_file() and path != main and not hidden and not target.exists():
            write_file(target, path.read_bytes())
            yield target


def render_next(root: Path, lesson: Lesson, written: tuple[Path, ...]) -> str:
    """Return what was written and what to do with it."""
    names = [path.relative_to(root).as_posix() for path in written]
    lines = [f"written: {name}" for name in names]
    if written[0].suffix == ".ipynb":
        lines.append("Open it in Jupyter and run it from top to bottom: it holds the")
        lines.append("checks, and stops at the first exercise that is not solved.")
        command = type_command("start", lesson.id)
        lines.append(f"`check` reads a program: {command}")
        return "\n".join(lines)
    lines.append("Open it in your editor and write your answers into it. Then:")
    command = type_command("check", lesson.id)
    lines.append(f"    {command}           says how each stands")
    lines.append(f"    {command} --hint    gives the next hint")
    return "\n".join(lines)
