"""Notebooks of a lesson: executed, starter, and the one that is shown as a page."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from lessonkit.course.model import (
    EXERCISE_KINDS,
    Cell,
    CellKind,
    Lesson,
)
from lessonkit.course.starters import build_solution_cell, build_starter_cell
from lessonkit.records import CellRun
from lessonkit.site.figures import RecordedFigure
from lessonkit.site.notebook_prose import (
    NotebookProse,
    build_notebook_prose,
    replace_formulas,
)
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


def build_executed_notebook(sources: NotebookSources) -> NotebookNode:
    """Return the notebook with the recorded outputs and folded solutions."""
    prose = build_notebook_prose(sources.lesson, solutions=True)
    cells = [*_build_head(sources, prose)]
    for cell in sources.lesson.program.cells:
        cells += _with_prose(prose, cell, _build_executed(sources, cell))
    cells.append(_markdown("evidence", prose.evidence))
    _number_executions(cells)
    return _build_notebook(sources, cells)


def build_starter_notebook(sources: NotebookSources) -> NotebookNode:
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


def build_page_notebook(
    notebook: NotebookNode, pictures: dict[str, str]
) -> NotebookNode:
    """Return an executed notebook as its page shows it.

    Formulas become MathML, because a page loads no script for them; figures become
    links to the files that `pictures` names, by figure.
    """
    cells = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            source = replace_formulas(cell.source)
            cells.append(_markdown(cell.id, source))
            continue
        outputs = [_link_picture(output, pictures) for output in cell.outputs]
        cells.append(NotebookNode({**cell, "outputs": outputs}))
    return NotebookNode({**notebook, "cells": cells})


def render_notebook(notebook: NotebookNode) -> str:
    """Return a notebook as the text of an .ipynb file; it is valid or this raises."""
    nbformat.validate(notebook)
    return nbformat.writes(notebook) + "\n"


def _build_head(
    sources: NotebookSources, prose: NotebookProse
) -> Iterator[NotebookNode]:
    """Yield the title, the generated cell and the first stage."""
    title = f"# {sources.lesson.metadata.title}\n\n{sources.note}"
    yield _markdown("title", title)
    if sources.installs and sources.run.record:
        pins = sources.run.record.inputs.packages
        yield _code("install", INSTALL_CELL.format(pins=pins))
    yield _code("generated", FIRST_CELL)
    yield _markdown("understand", prose.understand)


def _with_prose(
    prose: NotebookProse, cell: Cell, code: list[NotebookNode]
) -> Iterator[NotebookNode]:
    """Yield a cell's code between what is said before and after it."""
    before, after = prose.before.get(cell.name, ""), prose.after.get(cell.name, "")
    if before:
        yield _markdown(f"{_cell_name(cell)}-before", before)
    yield from code
    if after:
        yield _markdown(f"{_cell_name(cell)}-after", after)


def _build_executed(sources: NotebookSources, cell: Cell) -> list[NotebookNode]:
    """Return a cell with its recorded outputs; an exercise adds one to fill."""
    source = build_solution_cell(sources.lesson.program, cell)
    solution = cell.kind in EXERCISE_KINDS
    code = _code(_cell_name(cell), source, SOLUTION_METADATA if solution else {})
    record = sources.run.record
    result = record.find_cell(cell.name) if record else None
    if result:
        code.outputs = [*_build_outputs(sources, result)]
    if not solution:
        return [code]
    return [code, _code(f"{_cell_name(cell)}-yours", YOURS, YOURS_METADATA)]


def _build_outputs(sources: NotebookSources, result: CellRun) -> Iterator[NotebookNode]:
    """Yield what a cell printed, drew and failed with."""
    for name, stream in (("stdout", result.stdout), ("stderr", result.stderr)):
        text = clean_output(stream.text)
        if text:
            yield new_output("stream", name=name, text=text)
    for figure in result.figures:
        recorded = sources.figures.get(figure.id)
        if recorded:
            alternative = sources.alternatives.get(figure.id, figure.id)
            picture = recorded.picture.decode("utf-8")
            mime = {"image/svg+xml": picture, "text/plain": alternative}
            metadata = {"figure": figure.id, "alternative": alternative}
            yield new_output("display_data", data=mime, metadata=metadata)
    failure = sources.run.record.failure if sources.run.record else None
    if failure and failure.cell == result.name:
        lines = clean_output(failure.traceback).splitlines()
        message = clean_output(failure.message)
        yield new_output("error", ename=failure.reason, evalue=message, traceback=lines)


def _link_picture(output: NotebookNode, pictures: dict[str, str]) -> NotebookNode:
    """Return an output whose figure is a link to its file."""
    figure = output.get("metadata", {}).get("figure")
    if figure not in pictures:
        return output
    metadata = {**output.metadata, "picture": pictures[figure]}
    text = {"text/plain": output.data["text/plain"]}
    return new_output("display_data", data=text, metadata=metadata)


def _number_executions(cells: list[NotebookNode]) -> None:
    """Number the code cells as a run from top to bottom does."""
    code = (cell for cell in cells if cell.cell_type == "code")
    for number, cell in enumerate(code, 1):
        cell.execution_count = number


def _build_notebook(
    sources: NotebookSources, cells: list[NotebookNode]
) -> NotebookNode:
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
    return new_notebook(cells=cells, metadata=metadata)


def _cell_name(cell: Cell) -> str:
    return f"{cell.kind}-{cell.id}"


def _markdown(id: str, source: str) -> NotebookNode:
    return new_markdown_cell(source, id=_bounded(id))


def _code(id: str, source: str, metadata: dict | None = None) -> NotebookNode:
    return new_code_cell(source, id=_bounded(id), metadata=metadata or {})


def _bounded(id: str) -> str:
    """Return the id in the length that notebooks allow."""
    if len(id) <= LONGEST_ID:
        return id
    return hashlib.sha256(id.encode()).hexdigest()
