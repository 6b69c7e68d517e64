"""The real lessons' notebooks, as a reader downloads and runs them."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from lessonkit.course.load import load_course
from lessonkit.course.model import EXERCISE_KINDS
from lessonkit.course.starters import find_blanks
from tests.site_pages import FIRST, MODEL

from .conftest import REPOSITORY

# The first and the model: one set of templates makes the pages of all lessons.
LESSONS = [
    lesson
    for lesson in load_course(REPOSITORY).course.lessons
    if lesson.id in (FIRST, MODEL)
]


def open_notebook(built_site: Path, lesson, ending: str):
    name = f"lessons/{lesson.id}/downloads/{lesson.id}{ending}.ipynb"
    notebook = nbformat.read(built_site / name, as_version=4)
    nbformat.validate(notebook)
    return notebook


def printed(notebook) -> str:
    outputs = (o for cell in notebook.cells for o in cell.get("outputs", ()))
    return "".join(o.text for o in outputs if o.get("name") == "stdout")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_the_executed_notebook_runs_from_top_to_bottom(built_site, lesson, tmp_path):
    notebook = open_notebook(built_site, lesson, "")
    assert printed(notebook).endswith(f"PASS: {lesson.id}\n")
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    NotebookClient(notebook, resources={"metadata": {"path": tmp_path}}).execute()
    assert printed(notebook).endswith(f"PASS: {lesson.id}\n")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_the_starter_notebook_runs_to_its_first_blank(built_site, lesson, tmp_path):
    notebook = open_notebook(built_site, lesson, "-starter")
    assert printed(notebook) == ""
    client = NotebookClient(notebook, resources={"metadata": {"path": tmp_path}})
    first = lesson.program.of_kind(*EXERCISE_KINDS)[0]
    with pytest.raises(CellExecutionError) as stopped:
        client.execute()
    words = str(stopped.value)
    assert f"{first.id}: " in words or "NotImplementedError: TODO" in words


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_the_starter_notebook_holds_no_solution(built_site, lesson):
    notebook = open_notebook(built_site, lesson, "-starter")
    text = "\n".join(cell.source for cell in notebook.cells)
    for cell in lesson.program.of_kind(*EXERCISE_KINDS):
        for blank in find_blanks(lesson.program, cell):
            assert "\n".join(blank.solution).strip() not in text
