"""Check the cells of main.py: their length, what they need, and what they prove."""

from __future__ import annotations

import ast
import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path

from lessonkit.course.model import EXERCISE_KINDS, Cell, CellKind, Course, Lesson
from lessonkit.course.names import find_bound, find_read
from lessonkit.layout import MAIN
from lessonkit.problems import Problem

LONGEST_STEP, LONGEST_MEDIAN, LONGEST_OTHER = 25, 12, 40
# Where a run shows an error on purpose, an `except` is part of the lesson.
SHOWN = (CellKind.BUILD, CellKind.FIGURE, CellKind.EXPERIMENT)
BROAD = ("Exception", "BaseException")
AXES = (("xlabel", "set_xlabel"), ("ylabel", "set_ylabel"))


def check_steps(course: Course, lesson: Lesson) -> Iterator[Problem]:
    """Check the cells of a lesson's program one by one."""
    name = (lesson.folder / MAIN).relative_to(course.root)
    yield from _check_lengths(name, lesson)
    yield from _check_prefixes(name, lesson)
    for cell in lesson.program.of_kind(*SHOWN):
        for node in _find_tries(ast.parse(cell.source).body):
            yield from _check_error(name, cell, node)
    yield from _check_point(name, lesson)
    for cell in lesson.program.of_kind(CellKind.FIGURE):
        yield from _check_figure(name, cell)
    for cell in lesson.program.of_kind(CellKind.EXPERIMENT):
        if "print" not in _find_calls(cell):
            yield Problem(name, cell.marker, "LK221", f"`{cell.name}` prints nothing")
    for cell in lesson.program.of_kind(CellKind.CHECK):
        yield from _check_messages(name, cell)


def _count_lines(cell: Cell) -> int:
    return sum(bool(line.strip()) for line in cell.source.splitlines())


def _check_lengths(name: Path, lesson: Lesson) -> Iterator[Problem]:
    """No cell but a check is long, and half of the build steps are short."""
    steps = lesson.program.of_kind(CellKind.BUILD)
    others = (CellKind.FIGURE, CellKind.EXPERIMENT, *EXERCISE_KINDS)
    for cell in lesson.program.of_kind(CellKind.BUILD, *others):
        most = LONGEST_STEP if cell in steps else LONGEST_OTHER
        count = _count_lines(cell)
        if count > most:
            message = f"`{cell.name}` has {count} lines, not {most} or fewer"
            yield Problem(name, cell.marker, "LK209", message)
    median = statistics.median(map(_count_lines, steps)) if steps else 0
    if median > LONGEST_MEDIAN:
        message = f"the build steps have {median:g} lines in the middle, not 12 or less"
        yield Problem(name, steps[0].marker, "LK210", message)


def _check_prefixes(name: Path, lesson: Lesson) -> Iterator[Problem]:
    """A build step needs nothing that only other cells give."""
    given: set[str] = set()
    elsewhere: dict[str, str] = {}
    for cell in lesson.program.cells:
        bound = find_bound(cell.source)
        if cell.kind != CellKind.BUILD:
            elsewhere |= {word: cell.name for word in bound - elsewhere.keys()}
            continue
        missing = sorted((find_read(cell.source) & elsewhere.keys()) - given - bound)
        for word in missing:
            message = f"`{cell.name}` needs `{word}`, which `{elsewhere[word]}` gives"
            yield Problem(name, cell.marker, "LK211", message)
        given |= bound


def _find_tries(body: Sequence[ast.stmt]) -> Iterator[ast.Try]:
    """Yield the attempts of which each must fail.

    In a loop or a function some may succeed; there the cell's asserts judge.
    """
    for node in body:
        if isinstance(node, ast.Try):
            yield node
        elif isinstance(node, ast.With | ast.If):
            yield from _find_tries(node.body)


def _check_error(name: Path, cell: Cell, node: ast.Try) -> Iterator[Problem]:
    """An error that is caught is named, shown, and must come."""
    for handler in node.handlers:
        if any(isinstance(inner, ast.Raise) for inner in ast.walk(handler)):
            continue
        missing = []
        broad = isinstance(handler.type, ast.Name) and handler.type.id in BROAD
        if handler.type is None or broad:
            missing.append("its own class")
        if not _shows(handler):
            missing.append("a line that prints, or keeps, class and message")
        ends = [*node.body[-1:], *node.orelse]
        if not any(isinstance(inner, ast.Raise | ast.Assert) for inner in ends):
            missing.append("an `else` that raises when it stays away")
        if missing:
            line = cell.line + handler.lineno - 1
            message = f"the error caught here lacks {' and '.join(missing)}"
            yield Problem(name, line, "LK212", message)


def _shows(handler: ast.ExceptHandler) -> bool:
    """Say whether a handler does something with the error that it caught."""
    names = {node.id for node in ast.walk(handler) if isinstance(node, ast.Name)}
    return handler.name in names


def _check_point(name: Path, lesson: Lesson) -> Iterator[Problem]:
    """Some assert of the build or an experiment holds what the lesson is about."""
    cells = lesson.program.of_kind(CellKind.BUILD, CellKind.EXPERIMENT)
    nodes = (node for cell in cells for node in ast.walk(ast.parse(cell.source)))
    if not any(isinstance(node, ast.Assert) for node in nodes):
        message = "neither the build nor an experiment asserts anything"
        yield Problem(name, cells[-1].marker if cells else 1, "LK218", message)


def _find_calls(cell: Cell) -> list[str]:
    """Return the last part of the name of each call in a cell, in order."""
    nodes = (n for n in ast.walk(ast.parse(cell.source)) if isinstance(n, ast.Call))
    calls = sorted(nodes, key=lambda call: (call.end_lineno, call.end_col_offset))
    return [getattr(c.func, "attr", getattr(c.func, "id", "")) for c in calls]


def _check_figure(name: Path, cell: Cell) -> Iterator[Problem]:
    """A figure has axes with names, and is shown at the end."""
    calls = _find_calls(cell)
    missing = [names[0] for names in AXES if not set(names) & set(calls)]
    if "set" in calls:  # axes.set(xlabel=…, ylabel=…)
        missing = []
    if not calls or calls[-1] != "show":
        missing.append("show, at the end")
    if missing:
        message = f"`{cell.name}` lacks {' and '.join(missing)}"
        yield Problem(name, cell.marker, "LK220", message)


def _check_messages(name: Path, cell: Cell) -> Iterator[Problem]:
    """Every assert of a check has a message, which says what to revisit."""
    for node in ast.walk(ast.parse(cell.source)):
        if not isinstance(node, ast.Assert):
            continue
        line = cell.line + node.lineno - 1
        texts = [
            part.value
            for part in ast.walk(node.msg or ast.Constant(""))
            if isinstance(part, ast.Constant) and isinstance(part.value, str)
        ]
        if node.msg is None:
            yield Problem(name, line, "LK512", "this assert has no message")
        elif texts and "revisit" not in " ".join(texts).lower():
            yield Problem(name, line, "LK512", "this message does not say “Revisit …”")
