"""Check how a lesson takes times, and what it claims of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from lessonkit.checks.wording import find_paragraphs
from lessonkit.course.model import Cell, CellKind, Course, Lesson, Program
from lessonkit.course.names import find_bindings, find_imports
from lessonkit.layout import MAIN
from lessonkit.problems import Problem

CLOCKS = ("perf_counter", "perf_counter_ns", "monotonic", "time", "process_time")
LEAST_REPEATS = 5
MEDIAN = {"median", "quantile", "percentile", "quantiles"}
SPREADS = ({"min", "max"}, {"stdev"}, {"std"}, {"quantiles"}, {"percentile"})
SPEED_UP = re.compile(
    r"\b(?:\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|"
    r"a hundred|a thousand)(?:-fold|\s*(?:×|x\b|times\b))\s+"
    r"(?:as (?:fast|slow|quick)|faster|slower|quicker)",
    re.IGNORECASE,
)
LOOPS = (ast.For, ast.While, ast.ListComp, ast.GeneratorExp)


def check_timing(course: Course, lesson: Lesson) -> Iterator[Problem]:
    """Check the intervals of a program, and speed-ups that the prose claims."""
    name = (lesson.folder / MAIN).relative_to(course.root)
    program = lesson.program
    clocks = _find_clocks(program)
    yield from _check_intervals(name, program, clocks)
    lacking = _find_lacking(program, clocks, jax=course.metadata.runtime == "jax")
    timed = [cell for cell in _timed_cells(program) if _find_readings(cell, clocks)]
    if timed and lacking:
        message = f"the lesson takes times without {', '.join(lacking)}"
        yield Problem(name, timed[0].marker, "LK214", message)
    if timed and not lacking:
        return
    name = (lesson.folder / "lesson.md").relative_to(course.root)
    for line, text in find_paragraphs(lesson.prose.text):
        for match in SPEED_UP.finditer(text):
            message = f"“{match[0]}” is not measured in this lesson"
            yield Problem(name, line, "LK314", message)


def _timed_cells(program: Program) -> tuple[Cell, ...]:
    """Return the cells whose times count; checks may bring a false clock."""
    kinds = (kind for kind in CellKind if kind is not CellKind.CHECK)
    return program.of_kind(*kinds)


def _find_clocks(program: Program) -> frozenset[str]:
    """Return how the program spells a reading of a clock: time.perf_counter."""
    imports = find_imports(ast.parse(program.text))
    spellings = {
        f"{alias}.{clock}"
        for alias, module in imports.items()
        for clock in CLOCKS
        if module == "time"
    }
    bare = {a for a, n in imports.items() if n in {f"time.{c}" for c in CLOCKS}}
    return frozenset(spellings | bare)


def _is_reading(node: ast.AST, clocks: frozenset[str]) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in clocks


def _find_readings(cell: Cell, clocks: frozenset[str]) -> list[ast.AST]:
    """Return where a cell reads the clock, or hands it to a function."""
    return [
        node
        for node in ast.walk(ast.parse(cell.source))
        if isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node) in clocks
    ]


def _check_intervals(
    name: Path, program: Program, clocks: frozenset[str]
) -> Iterator[Problem]:
    """No interval ends in a cell in which it did not begin."""
    started: dict[str, str] = {}
    for cell in program.cells:
        tree = ast.parse(cell.source)
        nodes = list(ast.walk(tree))
        scopes = [tree, *(node for node in nodes if isinstance(node, ast.FunctionDef))]
        own = {word for scope in scopes for word, _ in find_bindings(scope)}
        for node in nodes:
            start = ast.unparse(node.right) if isinstance(node, ast.BinOp) else ""
            if start in started and start not in own:
                line = cell.line + node.lineno - 1
                message = f"`{start}` was read in `{started[start]}`"
                yield Problem(name, line, "LK213", message)
        for node in nodes:
            if isinstance(node, ast.Assign) and _is_reading(node.value, clocks):
                started |= {ast.unparse(t): cell.name for t in node.targets}


def _find_lacking(
    program: Program, clocks: frozenset[str], *, jax: bool
) -> tuple[str, ...]:
    """Return what the program's times lack to be a measurement."""
    nodes = [
        node
        for cell in _timed_cells(program)
        for node in ast.walk(ast.parse(cell.source))
    ]
    calls = {
        getattr(node.func, "attr", getattr(node.func, "id", ""))
        for node in nodes
        if isinstance(node, ast.Call)
    }
    lacking = []
    if jax and "block_until_ready" not in calls:
        lacking.append("waiting for the result")
    if not _is_repeated(nodes, clocks):
        lacking.append("five repeats")
    if not calls & MEDIAN:
        lacking.append("a median")
    if not any(spread <= calls for spread in SPREADS):
        lacking.append("a spread")
    return tuple(lacking)


def _is_repeated(nodes: Iterable[ast.AST], clocks: frozenset[str]) -> bool:
    """Say whether a loop of five passes or more takes a time."""
    nodes = list(nodes)
    numbers = _find_numbers(nodes)
    # `clock` is what a lesson calls a clock that is handed to it.
    timers = {*clocks, "clock"}
    timers |= {
        node.name
        for node in nodes
        if isinstance(node, ast.FunctionDef) and _find_called(node) & timers
    }
    return any(
        isinstance(node, ast.While)
        or any(_find_count(call, numbers) >= LEAST_REPEATS for call in _ranges(node))
        for node in nodes
        if isinstance(node, LOOPS) and _find_called(node) & timers
    )


def _find_called(node: ast.AST) -> set[str]:
    """Return the names of everything that is called inside a node."""
    return {ast.unparse(n.func) for n in ast.walk(node) if isinstance(n, ast.Call)}


def _ranges(node: ast.AST) -> Iterator[ast.Call]:
    """Yield the calls of range inside a node."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call) and ast.unparse(inner.func) == "range":
            yield inner


def _find_count(call: ast.Call, numbers: dict[str, int]) -> int:
    """Return how often a loop over this range runs; what cannot be seen will do."""
    last = call.args[-1] if len(call.args) < 3 else call.args[1]
    if isinstance(last, ast.Constant) and isinstance(last.value, int):
        return last.value
    return numbers.get(ast.unparse(last), LEAST_REPEATS)


def _find_numbers(nodes: Iterable[ast.AST]) -> dict[str, int]:
    """Return the integers that names and parameters are given."""
    numbers = {}
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            numbers |= {ast.unparse(t): node.value.value for t in node.targets}
        elif isinstance(node, ast.FunctionDef):
            given = node.args.args[-len(node.args.defaults) :]
            pairs = zip(given, node.args.defaults, strict=False)
            numbers |= {a.arg: getattr(d, "value", None) for a, d in pairs}
    return {name: n for name, n in numbers.items() if isinstance(n, int)}
