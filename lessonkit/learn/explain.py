"""Say in words that a beginner understands what stopped a learner's code."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass

from lessonkit.course.model import (
    Cell,
    CellKind,
    Lesson,
)
from lessonkit.course.names import find_bindings, find_bound, find_imports
from lessonkit.learn.attempt import Attempt
from lessonkit.learn.blanks import find_ellipses
from lessonkit.problems import did_you_mean
from lessonkit.running.collect import Mistake
from lessonkit.running.job import JobCell

_NAME = re.compile(r"name '(\w+)' is not defined|variable '(\w+)'")
_WARNINGS = ("DeprecationWarning", "PendingDeprecationWarning", "FutureWarning")
_ENDINGS = {
    "timeout": "it was {text} and was stopped: does every loop come to its end?",
    "output": "it {text} and was stopped: does a loop that prints come to its end?",
    "memory": "it needs too much memory ({text}): does an array or a list grow?",
    "exit": "it ends the whole program ({text}): take that out, so the check can go on",
    "signal": "Python itself broke down ({text}): undo your last change and try again",
    "environment": "it cannot run here: {text}",
    "broken": "it could not be run: {text}",
}


@dataclass(frozen=True)
class Words:
    """A sentence or more, and the line of the learner's file; 0 where none is meant."""

    line: int
    text: str


class Explainer:
    """Explains mistakes in one learner's file."""

    def __init__(self, lesson: Lesson, attempt: Attempt) -> None:
        self._lesson = lesson
        self._attempt = attempt
        self._file = str(attempt.path)

    def explain(self, mistake: Mistake, cell: JobCell | None) -> Words:
        """Return the words for what a cell failed with."""
        line = self._find_line(mistake)
        checking = cell is not None and cell.kind == CellKind.CHECK
        text = self._choose(mistake, line, cell, checking)
        if line:
            code = self._attempt.read_line(line)
            text += f"\n    {code}" if code and not _is_check(mistake, checking) else ""
        return Words(line, text)

    def find_meant_line(self, exercise: str, text: str) -> int:
        """Return the line that binds the first name of an answer in a check's words.

        Without any, it is the first line of the answer.
        """
        answer = self._attempt.find_exercise(exercise)
        if answer is None:
            return 0
        lines = {}
        for name, node in find_bindings(ast.parse(answer.source)):
            lines.setdefault(name, getattr(node, "lineno", 1))
        named = (word for word in re.findall(r"[A-Za-z_]\w*", text) if word in lines)
        return answer.line + lines.get(next(named, ""), 1) - 1

    def _find_line(self, mistake: Mistake) -> int:
        """Return the innermost line of the learner's file, or 0."""
        places = reversed(mistake.places)
        return next((line for file, line in places if file == self._file), 0)

    def _choose(
        self, mistake: Mistake, line: int, cell: JobCell | None, checking: bool
    ) -> str:
        """Return the sentences for one kind of mistake."""
        error, text = mistake.error, mistake.text
        if mistake.reason in _ENDINGS:
            said = "sys.exit" if error == "SystemExit" else text or error
            return _ENDINGS[mistake.reason].format(text=said)
        if error == "AssertionError":
            return self._explain_assertion(text, line, checking)
        if error in ("NameError", "UnboundLocalError"):
            return self._explain_name(error, text, line, cell)
        if error == "NotImplementedError":
            return "a part is still to be written here; the check came to it"
        if "ellipsis" in text.lower():
            return self._explain_ellipsis(cell)
        return _explain_other(error, text, line, checking)

    def _explain_assertion(self, text: str, line: int, checking: bool) -> str:
        """Return a check's own words; they are what this is all about."""
        if checking and not line:
            return text or "the check is not met, and does not say why"
        return f"an `assert` of your own is not met{': ' + text if text else ''}"

    def _explain_name(
        self, error: str, text: str, line: int, cell: JobCell | None
    ) -> str:
        """Return which name is missing and who defines it."""
        match = _NAME.search(text)
        name = (match[1] or match[2]) if match else ""
        if not name:
            return f"{error}: {text}"
        if error == "UnboundLocalError":
            return (
                f"`{name}` is read before this function gives it a value: a name that "
                "a function assigns anywhere is the function's own"
            )
        origin = self._find_origin(name)
        if origin is None:
            hint = did_you_mean(name, self._list_names())
            return f"nothing defines `{name}`{': ' + hint if hint else ''}"
        source = _find_definition(origin, name)
        if cell and origin.id == cell.id and not line:
            return (
                f"the check uses `{name}`, which your cell does not define. In the "
                f"starter it comes from `{source}`: give it that name again"
            )
        return (
            f"`{name}` is not defined. The lesson's cell `{origin.kind}: {origin.id}` "
            f"defines it, and your file does not, or not before it is used: `{source}`"
        )

    def _find_origin(self, name: str) -> Cell | None:
        """Return the lesson's cell that defines a name."""
        cells = self._lesson.program.cells
        found = (c for c in cells if c.kind != CellKind.CHECK)
        return next((c for c in found if name in find_bound(c.source)), None)

    def _list_names(self) -> set[str]:
        """Return the names that the lesson's and the learner's files define."""
        programs = (self._lesson.program, self._attempt.program)
        cells = (cell for program in programs for cell in program.cells)
        return {name for cell in cells for name in find_bound(cell.source)}

    def _explain_ellipsis(self, cell: JobCell | None) -> str:
        """Return where a `...` is left."""
        answer = self._attempt.find_exercise(cell.id) if cell else None
        lines = find_ellipses(answer.source) if answer else ()
        places = ", ".join(str(answer.line + line - 1) for line in lines)
        where = f" in line {places}" if places else ""
        return f"a `...` of the starter is left{where}: put a value in its place"


def _is_check(mistake: Mistake, checking: bool) -> bool:
    """Say whether a mistake is a check's own words."""
    return checking and mistake.error == "AssertionError"


def _find_definition(cell: Cell, name: str) -> str:
    """Return the first line of the statement of a cell that binds a name."""
    lines = cell.source.splitlines()
    for statement in ast.parse(cell.source).body:
        text = "\n".join(lines[statement.lineno - 1 : statement.end_lineno])
        if name in find_bound(text):
            return lines[statement.lineno - 1].partition("  #")[0].strip()
    return name


def _explain_other(error: str, text: str, line: int, checking: bool) -> str:
    """Return the words for an exception that has no explanation of its own."""
    said = f"{error}: {text}" if text else error
    if error in _WARNINGS:
        return f"a later version drops this, so the lessons do not use it: {text}"
    if error == "PermissionError" and text.startswith("a lesson may not"):
        return f"while it is checked, your program{text.removeprefix('a lesson')}"
    if error == "RecursionError":
        return "a function calls itself again and again without coming to an end"
    if error == "EOFError":
        return "`input()` waits for somebody to type, and nobody is there: take it out"
    if error == "ModuleNotFoundError":
        return f"{text}: it is not among the packages that this course installs"
    if checking and not line:
        return (
            f"the check cannot work with what it gets ({said}). Compare names, "
            "arguments and returned values with the prompt and the starter"
        )
    return f"this line stops with {said}" if line else said


def find_shadows(lesson: Lesson, attempt: Attempt) -> Iterator[Words]:
    """Yield each place where a name of a library or of Python gets another meaning."""
    known = find_bound(lesson.program.text)
    imports = find_imports(ast.parse(lesson.program.text))
    taken = set()
    for name, node in find_bindings(ast.parse(attempt.text)):
        line = getattr(node, "lineno", 0)
        if name in taken:
            continue
        if name in imports:
            meaning = f"`{name}` is the lesson's name for `{imports[name]}`"
        elif hasattr(builtins, name) and name not in known and name[0] != "_":
            meaning = f"`{name}` belongs to Python itself"
        else:
            continue
        taken.add(name)
        code = attempt.read_line(line)
        yield Words(
            line, f"{meaning}, and `{code}` gives it another meaning: rename it"
        )
