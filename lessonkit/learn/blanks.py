"""See in a learner's cell which blanks of the starter are still there."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from lessonkit.course.model import Cell, Program
from lessonkit.course.starters import build_starter_cell


@dataclass(frozen=True)
class OpenBlank:
    """A blank that nobody has filled, at its line of the learner's file."""

    line: int
    text: str


def find_open_blanks(
    program: Program, exercise: Cell, answer: Cell
) -> tuple[OpenBlank, ...]:
    """Return the blanks of an exercise's starter that an answer leaves open."""
    starter = ast.parse(build_starter_cell(program, exercise))
    known = {target for _, target in _find_blanks(starter)} | {_RAISE}
    lines = answer.source.splitlines()
    return tuple(
        OpenBlank(answer.line + line - 1, lines[line - 1].strip())
        for line, target in _find_blanks(ast.parse(answer.source))
        if target in known
    )


def count_blanks(program: Program, exercise: Cell) -> int:
    """Return how many blanks the starter of an exercise has."""
    starter = ast.parse(build_starter_cell(program, exercise))
    return len(_find_blanks(starter))


_RAISE = "raise NotImplementedError"


def _find_blanks(tree: ast.AST) -> list[tuple[int, str]]:
    """Return the line of each blank and what it binds, in order."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and _is_blank(node.value):
            found.append((node.lineno, ast.unparse(node.targets[0])))
        elif isinstance(node, ast.AnnAssign) and _is_blank(node.value):
            found.append((node.lineno, ast.unparse(node.target)))
        elif isinstance(node, ast.Raise) and _is_todo(node.exc):
            found.append((node.lineno, _RAISE))
    return sorted(found)


def _is_blank(value: ast.expr | None) -> bool:
    """Say whether a value is `...`, or a tuple in which one is left."""
    if isinstance(value, ast.Tuple):
        return any(map(_is_blank, value.elts))
    return isinstance(value, ast.Constant) and value.value is ...


def _is_todo(raised: ast.expr | None) -> bool:
    """Say whether what is raised is NotImplementedError("TODO: …")."""
    return (
        isinstance(raised, ast.Call)
        and isinstance(raised.func, ast.Name)
        and raised.func.id == "NotImplementedError"
        and any(
            isinstance(part, ast.Constant) and str(part.value).startswith("TODO")
            for part in raised.args
        )
    )


def find_ellipses(source: str) -> tuple[int, ...]:
    """Return the lines on which a `...` stands that is no index, from 1."""
    tree = ast.parse(source)
    indices = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript)
        for part in ast.walk(node.slice)
    }
    return tuple(
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and node.value is ...
        and id(node) not in indices
    )
