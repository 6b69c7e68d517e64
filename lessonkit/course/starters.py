"""Make starters of solutions, by the SOLUTION marks in exercise cells."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lessonkit.course.model import (
    EXERCISE_KINDS,
    Cell,
    CellKind,
    Lesson,
    Program,
)
from lessonkit.course.names import find_bindings, find_read
from lessonkit.course.trees import MOST, list_comments, parse_tree
from lessonkit.problems import Problem

MARK = re.compile(r"# SOLUTION: (?P<task>\S.*)")
# Then a blank of the starter fits its line, indented and with a name before it.
LONGEST_TASK = 40
LOOKS_LIKE_MARK = re.compile(r"#\s*(END\s+)?SOLUTION\b", re.IGNORECASE)
END = "# END SOLUTION"
HEADER = """\
# Starter: replace each `...` and each `raise NotImplementedError`, then run the
# file. It stops at the first check that is not met and says what is missing.
"""


class MarkError(Exception):
    """A mark cannot be turned into a blank; `line` counts the cell's lines from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


@dataclass(frozen=True)
class Blank:
    """A stretch of an exercise cell that a learner fills.

    Lines `first` to `last` (from 1) hold the solution, marks included; `starter`
    takes their place, `solution` is the same without marks. `guards` are the
    expressions that are `...` as long as the blank is not filled; `function` is the
    top-level function around it.
    """

    first: int
    last: int
    starter: tuple[str, ...]
    solution: tuple[str, ...]
    guards: tuple[str, ...]
    function: str | None


def build_starter(lesson: Lesson) -> str:
    """Return the whole starter: everything but figures, with blanks and checks."""
    program = lesson.program
    parts = []
    for cell in program.cells:
        if cell.kind == CellKind.FIGURE:
            continue
        parts.append(f"{_marker(cell)}\n{build_starter_cell(program, cell)}\n")
    docstring = f'"""{program.docstring}"""\n'
    return "\n".join([docstring, HEADER, *parts])


def build_starter_cell(program: Program, cell: Cell) -> str:
    """Return a cell as a starter shows it.

    Exercise cells get blanks, check cells open with a sentence for each unfilled
    one, other cells are as they are.
    """
    if cell.kind in EXERCISE_KINDS:
        return _replace(cell, find_blanks(program, cell), "starter")
    if cell.kind == CellKind.CHECK:
        return "\n".join([*_build_guards(program, cell), cell.source])
    return cell.source


def build_solution_cell(program: Program, cell: Cell) -> str:
    """Return a cell without marks."""
    if cell.kind in EXERCISE_KINDS:
        return _replace(cell, find_blanks(program, cell), "solution")
    return cell.source


def build_complete(program: Program) -> str:
    """Return the whole main.py without marks: the complete file."""
    lines = program.text.splitlines()
    for cell in reversed(program.of_kind(*EXERCISE_KINDS)):
        last = cell.line - 1 + len(cell.source.splitlines())
        lines[cell.line - 1 : last] = build_solution_cell(program, cell).splitlines()
    return "\n".join(lines) + "\n"


def build_cumulative(program: Program) -> str:
    """Return the build cells as one file."""
    sources = [cell.source for cell in program.of_kind(CellKind.BUILD)]
    return "\n\n\n".join(sources) + "\n"


def check_marks(path: Path, program: Program) -> Iterator[Problem]:
    """Find marks that cannot be turned into blanks, and exercises without any."""
    for cell in program.cells:
        if cell.kind in EXERCISE_KINDS:
            yield from _check_exercise(path, program, cell)
            continue
        for line, _, comment in list_comments(cell.source):
            if LOOKS_LIKE_MARK.match(comment):
                message = "a mark outside an exercise, practice or challenge"
                yield Problem(path, cell.line + line - 1, "LK207", message)


def _check_exercise(path: Path, program: Program, cell: Cell) -> Iterator[Problem]:
    try:
        blanks = find_blanks(program, cell)
    except MarkError as error:
        line = cell.line + error.line - 1
        yield Problem(path, line, "LK207", error.message)
        return
    if not blanks:
        message = f"`{cell.name}` has no SOLUTION mark: its starter is its solution"
        yield Problem(path, cell.marker, "LK207", message)


@functools.lru_cache(maxsize=MOST)
def find_blanks(program: Program, cell: Cell) -> tuple[Blank, ...]:
    """Return the blanks of an exercise cell, in order.

    Raises MarkError where a mark has the wrong form or a wrong place.
    """
    tree = parse_tree(cell.source)
    lines = cell.source.splitlines()
    blanks: list[Blank] = []
    opened: tuple[int, str] | None = None
    for line, column, comment in list_comments(cell.source):
        if not LOOKS_LIKE_MARK.match(comment):
            continue
        alone = not lines[line - 1][:column].strip()
        match = MARK.fullmatch(comment)
        if opened and comment != END:
            raise MarkError(opened[0], f"no `{END}` stands before the next mark")
        if comment == END and alone and opened:
            blanks.append(_build_block(program, cell, tree, opened, line))
            opened = None
        elif not match:
            raise MarkError(line, f"`{comment}` has the wrong form or place")
        elif len(match["task"]) > LONGEST_TASK:
            count = f"{len(match['task'])} characters, not {LONGEST_TASK} or fewer"
            raise MarkError(line, f"the text of `{comment}` has {count}")
        elif alone:
            opened = line, match["task"]
        else:
            blanks.append(_build_inline(tree, lines, line, match["task"]))
    if opened:
        raise MarkError(opened[0], f"no `{END}` follows")
    return tuple(blanks)


def _build_inline(tree: ast.Module, lines: list[str], line: int, task: str) -> Blank:
    """Make a blank of the assignment whose last line carries a mark."""
    statements = [n for n in ast.walk(tree) if isinstance(n, ast.stmt)]
    ending = [s for s in statements if s.end_lineno == line]
    simple = [s for s in ending if isinstance(s, ast.Assign | ast.AnnAssign)]
    if len(simple) != 1:
        raise MarkError(line, "an inline mark belongs to one assignment")
    (statement,) = simple
    targets = _targets(statement)
    first, last = statement.lineno, line
    left = _text_before_value(lines, statement)
    values = ", ".join("..." for _ in targets)
    source = lines[first - 1 : last]
    unmarked = source[-1][: source[-1].rindex("# SOLUTION:")].rstrip()
    function = _enclosing_function(tree, first)
    if _is_nested(tree, first):
        raise MarkError(line, "in a function within a function, mark a block")
    return Blank(
        first,
        last,
        starter=(f"{left} {values}  # TODO: {task}",),
        solution=(*source[:-1], unmarked),
        guards=() if function else targets,
        function=function,
    )


def _targets(statement: ast.Assign | ast.AnnAssign) -> tuple[str, ...]:
    """Return the names or subscripts that an assignment binds."""
    if isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    else:
        targets = list(statement.targets)
    if len(targets) == 1 and isinstance(targets[0], ast.Tuple):
        targets = targets[0].elts
    elif len(targets) != 1:
        raise MarkError(statement.lineno, "a blank binds one name, or one tuple")
    if not all(isinstance(t, ast.Name | ast.Subscript) for t in targets):
        raise MarkError(statement.lineno, "a blank binds names or subscripts")
    return tuple(ast.unparse(target) for target in targets)


def _text_before_value(lines: list[str], statement: ast.Assign | ast.AnnAssign) -> str:
    """Return the statement's text up to its `=`, joined to one line."""
    value = statement.value
    if value is None:
        raise MarkError(statement.lineno, "a blank needs an `=`")
    end = value.lineno - 1
    text = [*lines[statement.lineno - 1 : end], _cut(lines[end], value.col_offset)]
    joined = " ".join([text[0].rstrip(), *(part.strip() for part in text[1:])])
    return joined[: joined.rindex("=") + 1]


def _cut(line: str, offset: int) -> str:
    """Return the first `offset` UTF-8 bytes of a line (ast counts bytes)."""
    return line.encode()[:offset].decode()


def _build_block(
    program: Program, cell: Cell, tree: ast.Module, opened: tuple[int, str], end: int
) -> Blank:
    """Make a blank of the statements between a mark and its end."""
    first, task = opened
    lines = cell.source.splitlines()
    indent = lines[first - 1][: -len(lines[first - 1].lstrip())]
    if indent and not _enclosing_function(tree, first):
        raise MarkError(first, "a block stands in a function or at column 0")
    if indent:
        starter = (f'{indent}raise NotImplementedError("TODO: {task}")',)
        names: tuple[str, ...] = ()
    else:
        inside = [s for s in tree.body if first < s.lineno and _end(s) < end]
        names = _find_names_used_later(program, cell, inside, end)
        if not names:
            raise MarkError(first, "nothing that this block binds is used later")
        starter = tuple(f"{name} = ...  # TODO: {task}" for name in names)
    return Blank(first, end, starter, tuple(lines[first : end - 1]), names, None)


def _end(statement: ast.stmt) -> int:
    return statement.end_lineno or statement.lineno


def _find_names_used_later(
    program: Program, cell: Cell, statements: list[ast.stmt], end: int
) -> tuple[str, ...]:
    """Return the names these statements bind that code after them reads."""
    block = ast.Module(statements, [])
    bound = dict.fromkeys(name for name, _ in find_bindings(block))
    rest = "\n".join(cell.source.splitlines()[end:])
    following = program.cells[program.cells.index(cell) + 1 :]
    used = find_read("\n".join([rest, *(c.source for c in following)]))
    return tuple(name for name in bound if name in used)


def _enclosing_function(tree: ast.Module | ast.ClassDef, line: int) -> str | None:
    """Return the name of the function around a line; a method is Class.method."""
    for node in tree.body:
        if not node.lineno <= line <= _end(node):
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return node.name
        if isinstance(node, ast.ClassDef):
            method = _enclosing_function(node, line)
            return f"{node.name}.{method}" if method else None
    return None


def _is_nested(tree: ast.Module, line: int) -> bool:
    """Say whether a line stands in a function within a function."""
    around = (
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        and node.lineno <= line <= (node.end_lineno or node.lineno)
    )
    return len(list(around)) > 1


def _build_guards(program: Program, check: Cell) -> Iterator[str]:
    """Yield an assertion for each blank of the exercise before a check."""
    before = program.cells[program.cells.index(check) - 1]
    functions = set()
    for blank in find_blanks(program, before):
        for guard in blank.guards:
            message = _as_literal(f"{check.id}: `{guard}` is still `...`")
            yield f"assert {guard} is not ..., {message}"
        if blank.function and blank.function not in functions:
            if not functions:
                yield "import inspect"
            functions.add(blank.function)
            # A jitted function keeps the one it was made of.
            code = f"inspect.unwrap({blank.function})"
            message = _as_literal(f"{check.id}: a blank in `{blank.function}` is left")
            yield f"assert ... not in {code}.__code__.co_consts, {message}"


def _as_literal(text: str) -> str:
    """Return the text as a Python literal in double quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _replace(cell: Cell, blanks: tuple[Blank, ...], by: str) -> str:
    """Return a cell's source with its blanks replaced by one of their texts."""
    lines = cell.source.splitlines()
    for blank in reversed(blanks):
        lines[blank.first - 1 : blank.last] = getattr(blank, by)
    return "\n".join(lines)


def _marker(cell: Cell) -> str:
    if cell.kind == CellKind.PASS:
        return "# %% pass"
    return f"# %% {cell.kind}: {cell.id}"
