"""Recorded figures: their files, their size, and their numbers as tables."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from lessonkit.course.model import (
    CellKind,
    Lesson,
    Placement,
)
from lessonkit.records import CellRun, Figure, Record
from lessonkit.site.links import lesson_download
from lessonkit.site.uses import build_uses
from lessonkit.site.views import FigurePiece, FigureTable, RunView

VIEW_BOX = re.compile(rb'viewBox="0 0 (?P<width>[\d.]+) (?P<height>[\d.]+)"')
# What a reader can still take in; the download holds every row.
MOST_ROWS = 60
MOST_COLUMNS = 12


@dataclass(frozen=True)
class RecordedFigure:
    """A figure of a run with the content of its two files."""

    figure: Figure
    cell: CellRun
    picture: bytes
    data: dict[str, Any]


def find_figures(lesson: Lesson, record: Record | None) -> dict[str, RecordedFigure]:
    """Return the figures of a record by id; those without files are left out."""
    found = {}
    folder = lesson.folder / "records"
    for cell in record.cells if record else ():
        for figure in cell.figures:
            try:
                picture = (folder / figure.file).read_bytes()
                data = json.loads((folder / figure.data).read_text(encoding="utf-8"))
            except (OSError, ValueError):
                continue
            found[figure.id] = RecordedFigure(figure, cell, picture, data)
    return found


def picture_file(lesson: str, figure: str) -> str:
    """Return the file of a figure's picture among the lesson's downloads."""
    return lesson_download(lesson, f"{lesson}-{figure}.svg")


def data_file(lesson: str, figure: str) -> str:
    """Return the file of a figure's data among the lesson's downloads."""
    return lesson_download(lesson, f"{lesson}-{figure}.json")


def build_figure(
    lesson: Lesson,
    placement: Placement,
    run: RunView,
    recorded: RecordedFigure | None,
) -> FigurePiece:
    """Join a figure's place in the prose with what was recorded of it."""
    id = placement.figure
    cell = lesson.program.find_cell(CellKind.FIGURE, id)
    width, height = _find_size(recorded.picture) if recorded else (0, 0)
    return FigurePiece(
        id=id,
        alternative=placement.alternative,
        picture=picture_file(lesson.id, id) if recorded else "",
        data=data_file(lesson.id, id) if recorded else "",
        width=width,
        height=height,
        provenance=run.provenance,
        code=cell.source if cell else "",
        blocks=build_uses(lesson, f"figure/{id}"),
        tables=build_tables(recorded.data) if recorded else (),
    )


def _find_size(picture: bytes) -> tuple[int, int]:
    """Return width and height, so that a page keeps the room before it loads."""
    match = VIEW_BOX.search(picture)
    if not match:
        return 640, 480
    return round(float(match["width"])), round(float(match["height"]))


def build_tables(data: dict[str, Any]) -> tuple[FigureTable, ...]:
    """Return a table for each series that a figure plots."""
    tables = []
    for axes in data.get("axes", ()):
        all_series = axes.get("series", ())
        for number, series in enumerate(all_series, 1):
            # A series that is alone needs no name in place of a label.
            table = _build_table(axes, series, number if len(all_series) > 1 else 0)
            if table:
                tables.append(table)
    return tuple(tables)


def _build_table(
    axes: dict[str, Any], series: dict[str, Any], number: int
) -> FigureTable | None:
    """Return a series as a table, or None where it has no points, or too many."""
    name = f"{series.get('kind', 'series')} {number}" if number else ""
    parts = (axes.get("title"), str(series.get("label") or name))
    caption = ": ".join(str(part) for part in parts if part)
    if series.get("kind") == "image":
        return _build_grid(caption, series)
    xs, ys = series.get("x", []), series.get("y", [])
    if not ys:
        return None
    columns = (axes.get("x_label") or "x", axes.get("y_label") or "y")
    rows = [(_show(x), _show(y)) for x, y in zip(xs, ys, strict=False)]
    count = len(rows) + series.get("omitted", 0)
    if count > MOST_ROWS:
        part = f"the first {MOST_ROWS} of {count} points"
        caption = f"{caption} ({part})" if caption else part.capitalize()
    return FigureTable(caption, columns, tuple(rows[:MOST_ROWS]))


def _build_grid(caption: str, series: dict[str, Any]) -> FigureTable | None:
    """Return a small image of numbers as it lies; a large one, or one of colours, not."""
    shape, values = series.get("shape", ()), series.get("values", ())
    if len(shape) != 2 or shape[0] > MOST_ROWS or shape[1] > MOST_COLUMNS:
        return None
    height, width = shape
    if len(values) != height * width:
        return None
    columns = ("row", *(f"column {column}" for column in range(width)))
    rows = (
        (str(row), *map(_show, values[row * width : (row + 1) * width]))
        for row in range(height)
    )
    return FigureTable(caption, columns, tuple(rows))


def _show(value: object) -> str:
    """Return a number with the digits that a reader can use."""
    return f"{value:.6g}" if isinstance(value, float) else str(value)
