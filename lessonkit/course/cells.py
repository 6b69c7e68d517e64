"""Read code/main.py: cells in the percent format, with their line numbers."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from lessonkit.course.model import (
    EXERCISE_KINDS,
    Cell,
    CellKind,
    Program,
)
from lessonkit.course.trees import list_comments, parse_tree
from lessonkit.problems import Problem, did_you_mean

MARKER = re.compile(r"# %% (?:(?P<kind>[a-z]+): (?P<id>[a-z0-9]+(?:-[a-z0-9]+)*)|pass)")
KINDS = tuple(kind.value for kind in CellKind if kind is not CellKind.PASS)


def parse_program(path: Path, text: str) -> tuple[Program | None, tuple[Problem, ...]]:
    """Split a main.py into its cells.

    `path` only names the file in problems. The program is None where Python cannot
    read the text or one of its cells; otherwise it holds every cell whose marker is
    well formed.
    """
    text = text.replace("\r\n", "\n")
    try:
        tree = parse_tree(text)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        message = getattr(error, "msg", None) or str(error)
        return None, (Problem(path, line, "LK201", f"syntax error: {message}"),)
    cells, problems = _split_cells(path, text)
    torn = tuple(_find_torn(path, cells))
    if torn:
        return None, (*problems, *torn)
    program = Program(text, ast.get_docstring(tree) or "", cells)
    problems += [*_check_head(path, tree, cells), *_check_cells(path, program)]
    return program, tuple(problems)


def _find_torn(path: Path, cells: tuple[Cell, ...]) -> Iterator[Problem]:
    """Find cells that end inside a statement, such as an `if` without its block."""
    for cell in cells:
        try:
            parse_tree(cell.source)
        except SyntaxError as error:
            line = cell.line + (error.lineno or 1) - 1
            message = f"`{cell.name}` is cut inside a statement: {error.msg}"
            remedy = "let each statement begin and end in one cell"
            yield Problem(path, line, "LK201", message, remedy)


def _split_cells(path: Path, text: str) -> tuple[tuple[Cell, ...], list[Problem]]:
    """Return the cells between well-formed markers, and the malformed markers."""
    markers: list[tuple[int, CellKind, str]] = []
    problems = []
    for line, column, comment in _marker_comments(text):
        match = MARKER.fullmatch(comment)
        kind = match["kind"] or "pass" if match else None
        if column == 0 and kind in (*KINDS, "pass"):
            markers.append((line, CellKind(kind), match["id"] or "pass"))
        else:
            problems.append(_malformed_marker(path, line, column, comment))
    lines = text.splitlines()
    starts = [line for line, _, _ in markers]
    ends = [*starts[1:], len(lines) + 1] if starts else []
    cells = [
        _build_cell(kind, id, marker, lines[marker : end - 1])
        for (marker, kind, id), end in zip(markers, ends, strict=True)
    ]
    return tuple(cells), problems


def _marker_comments(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield line, column and text of each comment line that looks like a marker."""
    lines = text.split("\n")
    for line, column, comment in list_comments(text):
        alone = not lines[line - 1][:column].strip()
        if alone and re.match(r"#\s*%%", comment):
            yield line, column, comment


def _malformed_marker(path: Path, line: int, column: int, comment: str) -> Problem:
    """Describe what is wrong with a marker."""
    if column:
        return Problem(path, line, "LK202", f"`{comment}` is indented")
    word = re.match(r"# %% ([a-z]+)", comment)
    if word and word[1] not in KINDS:
        hint = did_you_mean(word[1], KINDS)
        message = f"`{comment}` has an unknown kind `{word[1]}`"
        return Problem(path, line, "LK202", message, hint or _kinds_help())
    return Problem(path, line, "LK202", f"`{comment}` is no cell marker")


def _kinds_help() -> str:
    return f"the kinds are {', '.join(KINDS)} and pass"


def _build_cell(kind: CellKind, id: str, marker: int, lines: list[str]) -> Cell:
    """Make a cell of the lines below its marker, without blank ends."""
    start = next((i for i, line in enumerate(lines) if line.strip()), len(lines))
    source = "\n".join(lines[start:]).rstrip()
    return Cell(kind, id, marker, marker + start + 1, source)


def _check_head(
    path: Path, tree: ast.Module, cells: tuple[Cell, ...]
) -> Iterator[Problem]:
    """Only the docstring may stand before the first cell, and it must be there."""
    first = cells[0].marker if cells else None
    if ast.get_docstring(tree) is None:
        message = "the program has no docstring"
        remedy = "open it with one sentence on what it shows"
        yield Problem(path, 1, "LK204", message, remedy)
    for statement in tree.body[1 if ast.get_docstring(tree) is not None else 0 :]:
        if first is None or statement.lineno < first:
            message = "this statement stands before the first cell"
            yield Problem(path, statement.lineno, "LK205", message)
            return


def _check_cells(path: Path, program: Program) -> Iterator[Problem]:
    """Names are unique, exercises pair with checks, the pass cell ends the file."""
    cells = program.cells
    counts = Counter(cell.name for cell in cells)
    seen = Counter[str]()
    for cell in cells:
        seen[cell.name] += 1
        if counts[cell.name] > 1 and seen[cell.name] > 1:
            message = f"a second cell `{cell.kind}: {cell.id}`"
            yield Problem(path, cell.marker, "LK203", message)
        if not cell.source:
            message = f"the cell `{cell.name}` is empty"
            yield Problem(path, cell.marker, "LK204", message, "write its code")
    yield from _check_pairs(path, cells)
    if not cells or cells[-1].kind != CellKind.PASS:
        line = cells[-1].marker if cells else 1
        message = "the last cell is not `# %% pass`"
        remedy = 'end the file with `# %% pass` and print("PASS: LESSON-ID")'
        yield Problem(path, line, "LK204", message, remedy)
    if not program.of_kind(CellKind.BUILD):
        yield Problem(path, 1, "LK204", "there is no build cell", "add `# %% build: …`")


def _check_pairs(path: Path, cells: tuple[Cell, ...]) -> Iterator[Problem]:
    """Every exercise is followed by its check, and every check follows one."""
    for cell, following in pairwise((*cells, None)):
        paired = following and following.kind == CellKind.CHECK
        if cell.kind in EXERCISE_KINDS and not (paired and following.id == cell.id):
            message = f"no `# %% check: {cell.id}` follows this {cell.kind}"
            yield Problem(path, cell.marker, "LK206", message)
    exercises = {cell.id for cell in cells if cell.kind in EXERCISE_KINDS}
    for cell in cells:
        if cell.kind == CellKind.CHECK and cell.id not in exercises:
            message = f"`check: {cell.id}` checks no exercise"
            remedy = did_you_mean(cell.id, exercises)
            yield Problem(path, cell.marker, "LK206", message, remedy)
