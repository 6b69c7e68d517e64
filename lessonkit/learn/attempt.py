"""A learner's own file, read without running any of it."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path

from lessonkit.course.cells import parse_program
from lessonkit.course.model import (
    EXERCISE_KINDS,
    Cell,
    CellKind,
    Lesson,
    Program,
)
from lessonkit.errors import UsageError
from lessonkit.layout import practice_folder
from lessonkit.learn.typed import type_command
from lessonkit.problems import Problem
from lessonkit.running.job import JobCell

PROGRAM = "main.py"


class UnreadableError(Exception):
    """Python cannot read a learner's file; the text says where and why.

    `line` is 0 where no line can be named.
    """

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


@dataclass(frozen=True)
class Attempt:
    """A learner's file for a lesson.

    `shown` is its path as messages name it; `malformed` are comments that look
    like cell markers and are none.
    """

    path: Path
    shown: str
    text: str
    program: Program
    malformed: tuple[Problem, ...]

    def find_exercise(self, id: str) -> Cell | None:
        """Return the learner's cell for an exercise: the last one, if there are more.

        A later cell is what Python goes by as well.
        """
        cells = [c for c in self.program.of_kind(*EXERCISE_KINDS) if c.id == id]
        return cells[-1] if cells else None

    @property
    def before(self) -> tuple[JobCell, ...]:
        """What runs before the exercises: all but exercises, checks and the pass."""
        judged = (*EXERCISE_KINDS, CellKind.CHECK, CellKind.PASS)
        first = self.program.cells[0].marker if self.program.cells else None
        lines = self.text.splitlines()
        head = "\n".join(lines[: first - 1] if first else lines)
        file = str(self.path)
        cells = [JobCell("build", "head", 1, head, file)]
        for cell in self.program.cells:
            if cell.kind not in judged:
                # Not as a figure: nobody keeps what it draws.
                cells.append(JobCell("build", cell.id, cell.line, cell.source, file))
        return tuple(cells)

    def read_line(self, line: int) -> str:
        """Return a line of the file without blanks around it."""
        lines = self.text.splitlines()
        return lines[line - 1].strip() if 0 < line <= len(lines) else ""


def practice_file(root: Path, lesson: Lesson) -> Path:
    """Return where a learner's program for a lesson lies."""
    return practice_folder(root, lesson.id) / PROGRAM


def load_attempt(root: Path, lesson: Lesson, path: Path | None = None) -> Attempt:
    """Read a learner's file, by default the one in the practice folder.

    Raises UsageError where there is none, UnreadableError where it is no Python.
    """
    path = (path or practice_file(root, lesson)).resolve()
    shown = _shorten(path, root)
    try:
        text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except FileNotFoundError:
        raise UsageError(
            f"there is no {shown} yet.",
            f"make it with `{type_command('start', lesson.id)}`.",
        ) from None
    except UnicodeDecodeError:
        message = "the file is not saved as UTF-8; choose UTF-8 in your editor"
        raise UnreadableError(0, message) from None
    except OSError as error:
        reason = error.strerror or str(error)
        remedy = "make it a file that you may read."
        raise UsageError(f"{shown} cannot be read: {reason}.", remedy) from None
    _check_syntax(text, str(path))
    program, problems = parse_program(Path(shown), text)
    if program is None:
        raise UnreadableError(problems[0].line, problems[0].message)
    for cell in program.cells:
        padded = "\n" * (cell.line - 1) + cell.source
        _check_syntax(padded, str(path), f"in the cell `{cell.name}`, read by itself, ")
    malformed = tuple(p for p in problems if p.code == "LK202")
    return Attempt(path, shown, text, program, malformed)


def _shorten(path: Path, root: Path) -> str:
    """Return a path as messages show it."""
    if path.is_relative_to(root.resolve()):
        return path.relative_to(root.resolve()).as_posix()
    return str(path)


def _check_syntax(text: str, file: str, where: str = "") -> None:
    """Raise UnreadableError where Python cannot compile a text."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, file, "exec", dont_inherit=True)
    except SyntaxError as error:
        line = error.lineno or 0
        raise UnreadableError(line, where + _explain_syntax(error, text)) from None
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        raise UnreadableError(0, f"{where}Python cannot read it: {error}") from None


def _explain_syntax(error: SyntaxError, text: str) -> str:
    """Return a beginner's sentence for a syntax error, with the line itself."""
    lines = text.splitlines()
    line = error.lineno or 0
    shown = lines[line - 1].strip() if 0 < line <= len(lines) else ""
    quoted = f"\n    {shown}" if shown else ""
    if isinstance(error, TabError):
        what = "tabs and spaces are mixed; indent with four spaces"
    elif isinstance(error, IndentationError):
        what = f"the indentation is not what Python expects ({error.msg})"
    else:
        what = (
            f"Python cannot read this line ({error.msg}); if it looks right, look for "
            "a bracket or a quote that is left open above it"
        )
    return what + quoted
