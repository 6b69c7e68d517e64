"""Notebooks of a lesson: executed, and a starter to fill."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lessonkit.course.model import (
    EXERCISE_KINDS,
    Cell,
    CellKind,
    Lesson,
)
from lessonkit.course.starters import build_solution_cell, build_starter_cell
from lessonkit.records import CellRun
from lessonkit.site.figures import RecordedFigure
from lessonkit.site.notebook_prose import NotebookProse, build_notebook_prose
from lessonkit.site.recorded import clean_output
from lessonkit.site.views import RunView

# Jupyter does not say where a notebook lies, and main.py reads its data beside it.
FIRST_CELL = """\
# Generated: cells find the files that lie beside this notebook, as main.py does.
from pathlib import Path

__file__ = str(Path("main.py").resolve())"""

# For a service that runs notebooks: it brings its own packages, often newer ones.
INSTALL_CELL = """\
# Generated: installs what this lesson was recorded with, where it is missing.
import importlib.util
import subprocess
import sys

pins = {pins}
absent = [name for name in pins if importlib.util.find_spec(name) is None]
missing = [f"{{name}}=={{pins[name]}}" for name in absent]
if missing:
    subprocess.run([sys.executable, "-m", "pip", "install", *missing], check=True)"""

YOURS = """\
# Make it yours: write your own version here and run it. It takes the place of the
# solution above; the check below then judges yours."""

SOLUTION_METADATA = {"jupyter": {"source_hidden": True}, "tags": ["solution"]}
YOURS_METADATA = {"tags": ["make-it-yours"]}
LONGEST_ID = 64

# A notebook, a cell or an output in the form of an .ipynb file, format 4.5. The texts
# in it are whole here and become lists of lines when they are written.
Node = dict[str, Any]
FORMAT = {"nbformat": 4, "nbformat_minor": 5}


@dataclass(frozen=True)
class NotebookSources:
    """What notebooks are made of.

    `note` is the line under the title that says what this notebook is; `installs`
    tells whether it brings its packages along, for a service that opens it.
    """

    lesson: Lesson
    run: RunView
    figures: dict[str, RecordedFigure]
    alternatives: dict[str, str]
    note: str
    installs: bool = False


def build_executed_notebook(sources: NotebookSources) -> Node:
    """Return the notebook with the recorded outputs and folded solutions."""
    prose = build_notebook_prose(sources.lesson, solutions=True)
    cells = [*_build_head(sources, prose)]
    for cell in sources.lesson.program.cells:
        cells += _with_prose(prose, cell, _build_executed(sources, cell))
    cells.append(_markdown("evidence", prose.evidence))
    _number_executions(cells)
    return _build_notebook(sources, cells)


def build_starter_notebook(sources: NotebookSources) -> Node:
    """Return the notebook without outputs and solutions."""
    program = sources.lesson.program
    prose = build_notebook_prose(sources.lesson, solutions=False)
    cells = [*_build_head(sources, prose)]
    for cell in program.cells:
        if cell.kind == CellKind.FIGURE:
            continue
        metadata = YOURS_METADATA if cell.kind in EXERCISE_KINDS else {}
        source = build_starter_cell(program, cell)
        code = [_code(_cell_name(cell), source, metadata)]
        cells += _with_prose(prose, cell, code)
    cells.append(_markdown("evidence", prose.evidence))
    return _build_notebook(sources, cells)


def render_notebook(notebook: Node) -> str:
    """Return a notebook as the text of an .ipynb file, as Jupyter would write it."""
    written = {**notebook, "cells": [_split_cell(cell) for cell in notebook["cells"]]}
    return json.dumps(written, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _split_cell(cell: Node) -> Node:
    """Return a cell whose texts are lists of lines, which a diff shows well."""
    split = {**cell, "source": cell["source"].splitlines(True)}
    if "outputs" in cell:
        split["outputs"] = [_split_output(output) for output in cell["outputs"]]
    return split


def _split_output(output: Node) -> Node:
    if "text" in output:
        return {**output, "text": output["text"].splitlines(True)}
    if "data" in output:
        lines = {kind: text.splitlines(True) for kind, text in output["data"].items()}
        return {**output, "data": lines}
    return output


def _build_head(sources: NotebookSources, prose: NotebookProse) -> Iterator[Node]:
    """Yield the title, the generated cell and the first stage."""
    title = f"# {sources.lesson.metadata.title}\n\n{sources.note}"
    yield _markdown("title", title)
    if sources.installs and sources.run.record:
        pins = sources.run.record.inputs.packages
        yield _code("install", INSTALL_CELL.format(pins=pins))
    yield _code("generated", FIRST_CELL)
    yield _markdown("understand", prose.understand)


def _with_prose(prose: NotebookProse, cell: Cell, code: list[Node]) -> Iterator[Node]:
    """Yield a cell's code between what is said before and after it."""
    before, after = prose.before.get(cell.name, ""), prose.after.get(cell.name, "")
    if before:
        yield _markdown(f"{_cell_name(cell)}-before", before)
    yield from code
    if after:
        yield _markdown(f"{_cell_name(cell)}-after", after)


def _build_executed(sources: NotebookSources, cell: Cell) -> list[Node]:
    """Return a cell with its recorded outputs; an exercise adds one to fill."""
    source = build_solution_cell(sources.lesson.program, cell)
    solution = cell.kind in EXERCISE_KINDS
    code = _code(_cell_name(cell), source, SOLUTION_METADATA if solution else {})
    record = sources.run.record
    result = record.find_cell(cell.name) if record else None
    if result:
        code["outputs"] = [*_build_outputs(sources, result)]
    if not solution:
        return [code]
    return [code, _code(f"{_cell_name(cell)}-yours", YOURS, YOURS_METADATA)]


def _build_outputs(sources: NotebookSources, result: CellRun) -> Iterator[Node]:
    """Yield what a cell printed, drew and failed with."""
    for name, stream in (("stdout", result.stdout), ("stderr", result.stderr)):
        text = clean_output(stream.text)
        if text:
            yield {"output_type": "stream", "name": name, "text": text}
    for figure in result.figures:
        recorded = sources.figures.get(figure.id)
        if recorded:
            alternative = sources.alternatives.get(figure.id, figure.id)
            picture = recorded.picture.decode("utf-8")
            mime = {"image/svg+xml": picture, "text/plain": alternative}
            metadata = {"figure": figure.id, "alternative": alternative}
            yield {"output_type": "display_data", "data": mime, "metadata": metadata}
    failure = sources.run.record.failure if sources.run.record else None
    if failure and failure.cell == result.name:
        yield {
            "output_type": "error",
            "ename": failure.reason,
            "evalue": clean_output(failure.message),
            "traceback": clean_output(failure.traceback).splitlines(),
        }


def _number_executions(cells: list[Node]) -> None:
    """Number the code cells as a run from top to bottom does."""
    code = (cell for cell in cells if cell["cell_type"] == "code")
    for number, cell in enumerate(code, 1):
        cell["execution_count"] = number


def _build_notebook(sources: NotebookSources, cells: list[Node]) -> Node:
    """Put cells and metadata together."""
    language = {"name": "python"}
    if sources.run.python:
        language["version"] = sources.run.python
    metadata = {
        "kernelspec": {
            "name": "python3",
            "display_name": "Python 3 (ipykernel)",
            "language": "python",
        },
        "language_info": language,
        "title": sources.lesson.metadata.title,
    }
    return {**FORMAT, "cells": cells, "metadata": metadata}


def _cell_name(cell: Cell) -> str:
    return f"{cell.kind}-{cell.id}"


def _markdown(id: str, source: str) -> Node:
    return {
        "id": _bounded(id),
        "cell_type": "markdown",
        "metadata": {},
        "source": source,
    }


def _code(id: str, source: str, metadata: Node | None = None) -> Node:
    return {
        "id": _bounded(id),
        "cell_type": "code",
        "metadata": metadata or {},
        "execution_count": None,
        "source": source,
        "outputs": [],
    }


def _bounded(id: str) -> str:
    """Return the id in the length that notebooks allow."""
    if len(id) <= LONGEST_ID:
        return id
    return hashlib.sha256(id.encode()).hexdigest()
