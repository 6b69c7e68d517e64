"""Compare two runs of a lesson: numbers by tolerance, what may vary by its place.

Pure: values in, differences out. Nothing is read or run here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from lessonkit.course.entries import LessonMetadata
from lessonkit.records import CellRun, Output
from lessonkit.records.verifications import Difference

# A number is no part of a word (float32) or of a version (2.4.6).
_NUMBER = re.compile(
    r"[-+]?(?<![A-Za-z0-9_.])(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
    r"(?!\.?[0-9])"
    r"|[-+]?(?<![\w.])(?:nan|inf)(?!\w)"
)
_INTEGER = re.compile(r"[-+]?[0-9]+")
# Numbers of a figure that count something.
_COUNTS = ("shape", "omitted")


@dataclass(frozen=True)
class Allowance:
    """How far a run may be from another: two tolerances, and what may vary freely.

    Lines that begin with one of `lines`, and the `figures` and `cells` of these
    names, only have to be there on both sides.
    """

    relative: float
    absolute: float
    lines: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()


@dataclass(frozen=True)
class Shown:
    """What a run showed: its cells, and the data of its figures by id."""

    cells: tuple[CellRun, ...]
    figures: Mapping[str, Any]


def build_allowance(metadata: LessonMetadata) -> Allowance:
    """Return what a lesson's metadata allows."""
    tolerance, volatile = metadata.tolerance, metadata.volatile
    return Allowance(
        tolerance.relative,
        tolerance.absolute,
        volatile.lines,
        volatile.figures,
        volatile.cells,
    )


def compare_runs(
    expected: Shown, got: Shown, allowance: Allowance
) -> Iterator[Difference]:
    """Yield where two runs differ; cells that did not pass on both sides are left out.

    Why a run failed is a matter of the whole run.
    """
    cells = {cell.name: cell for cell in got.cells}
    for cell in expected.cells:
        other = cells.pop(cell.name, None)
        if other is None:
            yield Difference(cell.name, "cell", 0, "a cell", None)
        elif cell.status == other.status == "passed":
            for difference in _compare_cells(cell, other, expected, got, allowance):
                yield replace(difference, cell=cell.name)
    for name in cells:
        yield Difference(name, "cell", 0, None, "a cell")


def _compare_cells(
    cell: CellRun, other: CellRun, expected: Shown, got: Shown, allowance: Allowance
) -> Iterator[Difference]:
    """Yield where two runs of a cell differ: its streams, then its figures."""
    if cell.name not in allowance.cells:
        yield from compare_outputs("stdout", cell.stdout, other.stdout, allowance)
        yield from compare_outputs("stderr", cell.stderr, other.stderr, allowance)
    here, there = ([figure.id for figure in c.figures] for c in (cell, other))
    for id in dict.fromkeys([*here, *there]):
        where = f"figure {id}"
        if id not in there:
            yield Difference("", where, 0, "a figure", None)
        elif id not in here:
            yield Difference("", where, 0, None, "a figure")
        elif id not in allowance.figures and cell.name not in allowance.cells:
            a, b = expected.figures.get(id), got.figures.get(id)
            for place, one, other_one in compare_values(a, b, allowance):
                parts = f"{where}: {place}" if place else where
                yield Difference("", parts, 0, one, other_one)


# --- text -------------------------------------------------------------------------


def compare_outputs(
    where: str, expected: Output, got: Output, allowance: Allowance
) -> Iterator[Difference]:
    """Yield where two streams differ; of shortened ones, what both sides kept."""
    if not expected.omitted and not got.omitted:
        for line, one, other in compare_lines(expected.lines, got.lines, allowance):
            yield Difference("", where, line, one, other)
        return
    totals = [len(side.lines) + side.omitted for side in (expected, got)]
    if totals[0] != totals[1]:
        counts = [f"{total} lines" for total in totals]
        yield Difference("", where, 0, *counts)
    heads, tails = zip(*(_split(side) for side in (expected, got)), strict=True)
    for line, (one, other) in enumerate(zip(*heads, strict=False), 1):
        if not are_alike(one, other, allowance):
            yield Difference("", where, line, _strip(one), _strip(other))
    ends = [reversed(tail) for tail in tails]
    for back, (one, other) in enumerate(zip(*ends, strict=False)):
        if not are_alike(one, other, allowance):
            line = totals[0] - back
            yield Difference("", where, line, _strip(one), _strip(other))


def _split(output: Output) -> tuple[Sequence[str], Sequence[str]]:
    """Return the lines before and after what was left out."""
    if not output.omitted:
        return output.lines, output.lines
    return output.lines[: output.kept], output.lines[output.kept :]


def compare_lines(
    expected: Sequence[str], got: Sequence[str], allowance: Allowance
) -> Iterator[tuple[int, str | None, str | None]]:
    """Yield the number and both sides of each line that differs.

    Where one side has more lines, alike ones at both ends are set aside first, so
    that an added line is one difference and not all the lines after it too.
    """
    start, end = 0, 0
    if len(expected) != len(got):
        shorter = min(len(expected), len(got))
        while start < shorter and are_alike(expected[start], got[start], allowance):
            start += 1
        while end < shorter - start and are_alike(
            expected[-1 - end], got[-1 - end], allowance
        ):
            end += 1
    sides = (lines[start : len(lines) - end] for lines in (expected, got))
    for line, (one, other) in enumerate(zip_longest(*sides), start + 1):
        if one is None or other is None or not are_alike(one, other, allowance):
            yield line, _strip(one), _strip(other)


def _strip(line: str | None) -> str | None:
    return None if line is None else line.rstrip("\n")


def are_alike(expected: str, got: str, allowance: Allowance) -> bool:
    """Say whether two lines tell the same: equal words, numbers within tolerance.

    Two lines that begin with the same volatile words are alike whatever follows.
    Space around numbers does not count, because their widths vary.
    """
    one, other = expected.rstrip("\n"), got.rstrip("\n")
    if one == other:
        return True
    if any(one.startswith(p) and other.startswith(p) for p in allowance.lines):
        return True
    if _split_words(one) != _split_words(other):
        return False
    numbers = zip(_NUMBER.findall(one), _NUMBER.findall(other), strict=True)
    return all(_are_close_texts(a, b, allowance) for a, b in numbers)


def _split_words(line: str) -> list[str]:
    """Return what stands around a line's numbers; without any, the line as it is."""
    parts = _NUMBER.split(line)
    if len(parts) == 1:
        return parts
    return [" ".join(part.split()) for part in parts]


def _are_close_texts(expected: str, got: str, allowance: Allowance) -> bool:
    """Say whether two written numbers are alike.

    Integers are exact: they count, index or are a shape. 3 and 3.0 differ, because
    the dtype does; 1 and 1.00001 may be one number in its shortest form.
    """
    whole = [_INTEGER.fullmatch(text) is not None for text in (expected, got)]
    if all(whole):
        return int(expected) == int(got)
    a, b = float(expected), float(got)
    if any(whole):
        other = got if whole[0] else expected
        if "." in other and float(other).is_integer():
            return False
    return are_close(a, b, allowance)


def are_close(expected: float, got: float, allowance: Allowance) -> bool:
    """Say whether two numbers are equal within tolerance; NaN equals NaN."""
    if math.isnan(expected) or math.isnan(got):
        return math.isnan(expected) and math.isnan(got)
    # Decimal numbers are not exact: 0.948437 and 0.948438 are one millionth apart.
    absolute = allowance.absolute * (1 + 1e-9)
    return math.isclose(expected, got, rel_tol=allowance.relative, abs_tol=absolute)


# --- data of figures ----------------------------------------------------------------


def compare_values(
    expected: Any, got: Any, allowance: Allowance, place: str = ""
) -> Iterator[tuple[str, str, str]]:
    """Yield the place and both sides of each value of JSON that differs.

    Of a list of numbers the first difference stands for all, with their count.
    """
    if isinstance(expected, dict) and isinstance(got, dict):
        for key in dict.fromkeys([*expected, *got]):
            inner = f"{place}.{key}" if place else key
            yield from compare_values(expected.get(key), got.get(key), allowance, inner)
    elif isinstance(expected, list) and isinstance(got, list):
        yield from _compare_lists(expected, got, allowance, place)
    elif not _are_alike_values(expected, got, allowance, place):
        yield place, _show(expected), _show(got)


def _compare_lists(
    expected: list[Any], got: list[Any], allowance: Allowance, place: str
) -> Iterator[tuple[str, str, str]]:
    """Yield where two lists differ."""
    if len(expected) != len(got):
        yield place, f"{len(expected)} values", f"{len(got)} values"
        return
    found = [
        difference
        for index, (one, other) in enumerate(zip(expected, got, strict=True))
        for difference in compare_values(one, other, allowance, f"{place}[{index}]")
    ]
    if len(found) > 1 and not any(isinstance(item, dict | list) for item in expected):
        first, one, other = found[0]
        found = [(f"{first} and {len(found) - 1} more", one, other)]
    yield from found


def _are_alike_values(
    expected: Any, got: Any, allowance: Allowance, place: str
) -> bool:
    """Say whether two single values of JSON are alike."""
    if isinstance(expected, str) and isinstance(got, str):
        return are_alike(expected, got, allowance)
    key = place.rpartition(".")[2].partition("[")[0]
    if expected is None or got is None or key in _COUNTS:
        return expected == got
    if isinstance(expected, int | float) and isinstance(got, int | float):
        return are_close(expected, got, allowance)
    return expected == got


def _show(value: Any) -> str:
    """Return a value in a few words."""
    if isinstance(value, dict):
        return f"{len(value)} keys"
    if isinstance(value, list):
        return f"{len(value)} values"
    return "nothing" if value is None else str(value)
