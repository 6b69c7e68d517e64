"""What a reader takes along: notebooks, programs, texts, records, the repository."""

from __future__ import annotations

import ast
import io
import json
import zipfile
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from lessonkit.course.model import EXERCISE_KINDS, CellKind
from lessonkit.course.starters import build_complete, build_starter
from lessonkit.records import load_record
from lessonkit.site.archive import build_archive, find_repository_files
from lessonkit.site.pages import build_site
from tests.site.factory import build_record, make_repository, make_site

FOLDER = "lessons/counting-02/downloads"


def read_notebook(tree, name):
    """Return a notebook of the pages; it is valid."""
    notebook = nbformat.reads(tree[f"lessons/counting-02/{name}"], as_version=4)
    nbformat.validate(notebook)
    return notebook


def code_cells(notebook):
    return {cell.id: cell for cell in notebook.cells if cell.cell_type == "code"}


def test_the_downloads_are_those_that_are_promised(tree):
    names = {name.removeprefix(f"{FOLDER}/") for name in tree if FOLDER in name}
    assert names == {
        "counting-02.ipynb",
        "counting-02-starter.ipynb",
        "counting-02-starter.py",
        "counting-02.py",
        "counting-02.md",
        "counting-02-cpu.json",
        "counting-02-values.svg",
        "counting-02-values.json",
        "counting-02-evidence.md",
    }


def test_programs_are_starter_and_complete_file(tree, lesson):
    assert tree[f"{FOLDER}/counting-02-starter.py"] == build_starter(lesson)
    assert tree[f"{FOLDER}/counting-02.py"] == build_complete(lesson.program)


def test_the_record_reads_back_as_it_was(tree, lesson, tmp_path):
    path = tmp_path / "cpu.json"
    path.write_text(tree[f"{FOLDER}/counting-02-cpu.json"], encoding="utf-8")
    assert load_record(path) == build_record(lesson)


def test_figure_data_say_where_they_come_from(tree):
    content = json.loads(tree[f"{FOLDER}/counting-02-values.json"])
    assert content["data"]["axes"]
    provenance = content["provenance"]
    assert provenance["lesson"] == "counting-02"
    assert provenance["cell"] == "figure/values"
    for key in ("revision", "started", "python", "packages", "device_count", "code"):
        assert provenance[key]


def test_the_text_shows_the_figure_that_lies_beside_it(tree):
    text = tree[f"{FOLDER}/counting-02.md"]
    assert text.startswith("# Count things fairly\n")
    assert "](counting-02-values.svg)" in text
    assert "&" not in text


def test_the_executed_notebook_holds_every_cell_and_its_output(tree, lesson):
    cells = code_cells(read_notebook(tree, "downloads/counting-02.ipynb"))
    wanted = [f"{cell.kind}-{cell.id}" for cell in lesson.program.cells]
    assert [id for id in cells if id in wanted] == wanted
    assert cells["build-median"].outputs[0].text == "Median: 3\nSeconds: 0.1\n"
    (figure,) = cells["figure-values"].outputs
    assert figure.data["image/svg+xml"].startswith("<?xml")
    assert figure.data["text/plain"] == "Five bars that rise from 1 to 5."
    counts = [cell.execution_count for cell in cells.values()]
    assert counts == list(range(1, len(cells) + 1))


def test_solutions_are_folded_and_each_exercise_has_a_cell_to_fill(tree, lesson):
    executed = code_cells(read_notebook(tree, "downloads/counting-02.ipynb"))
    starter = code_cells(read_notebook(tree, "downloads/counting-02-starter.ipynb"))
    for cell in lesson.program.of_kind(*EXERCISE_KINDS):
        name = f"{cell.kind}-{cell.id}"
        metadata = executed[name].metadata
        assert metadata["jupyter"]["source_hidden"] and metadata["tags"] == ["solution"]
        assert executed[f"{name}-yours"].metadata["tags"] == ["make-it-yours"]
        assert starter[name].metadata["tags"] == ["make-it-yours"]
        assert "TODO" in starter[name].source


def test_the_starter_notebook_has_no_outputs_solutions_or_figures(tree, lesson):
    notebook = read_notebook(tree, "downloads/counting-02-starter.ipynb")
    cells = code_cells(notebook)
    assert not any(cell.outputs for cell in cells.values())
    assert not any(id.startswith("figure") for id in cells)
    sources = "\n".join(cell.source for cell in notebook.cells)
    assert "sorted(xs)[len(xs) // 2]" not in sources
    assert "as many below as above" not in sources


def test_the_notebooks_page_shows_figures_as_files_and_leads_back(tree):
    download = tree[f"{FOLDER}/counting-02.ipynb"]
    page = tree["lessons/counting-02/notebook/index.md"]
    assert "$$" in download and "image/svg+xml" in download
    assert "image/svg+xml" not in page
    assert "../downloads/counting-02-values.svg" in page
    assert '<a href="../">Back to the lesson</a>' in page


def test_notebooks_are_the_same_each_time(tree):
    assert build_site(make_site()) == tree


def test_the_executed_notebook_runs_from_top_to_bottom(tree, tmp_path):
    notebook = read_notebook(tree, "downloads/counting-02.ipynb")
    recorded = {id: cell.outputs for id, cell in code_cells(notebook).items()}
    client = NotebookClient(notebook, resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    again = code_cells(notebook)
    for id, outputs in recorded.items():
        if outputs and not id.startswith(("figure", "check")):
            assert again[id].outputs[0].text == outputs[0].text


def test_a_cell_that_failed_shows_its_error(lesson):
    tree = build_site(make_site(kind="failed"))
    cells = code_cells(read_notebook(tree, "downloads/counting-02.ipynb"))
    (error,) = cells["experiment-outlier"].outputs
    assert (error.output_type, error.ename) == ("error", "error")
    assert not cells["experiment-reverse"].outputs


@pytest.fixture(scope="module")
def repository(tmp_path_factory) -> Path:
    """A copy of the sample with files that do not belong into its archive."""
    root = make_repository(tmp_path_factory.mktemp("archive") / "sample")
    (root / ".gitignore").write_text("*.tmp\n/private/\n", encoding="utf-8")
    for name in (
        "a.tmp",
        "private/key",
        ".git/config",
        ".venv/lib/x.py",
        "site/index.html",
        "practice/mine.py",
        ".lessonkit/pages/x.md",
        "phases/__pycache__/x.pyc",
        "docs/site/kept.md",
    ):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x", encoding="utf-8")
    return root


def test_the_archive_holds_what_git_would_keep(repository):
    names = {name for name, _ in find_repository_files(repository)}
    assert "phases/course.yml" in names and ".gitignore" in names
    assert "docs/site/kept.md" in names
    forbidden = ("a.tmp", "private", ".git/", ".venv", "site/", "practice", ".lesson")
    assert not [name for name in names if name.startswith(forbidden)]
    assert not [name for name in names if "__pycache__" in name]


def test_the_archive_is_one_folder_and_the_same_each_time(repository):
    content = build_archive(repository, "Sample Course")
    assert content == build_archive(repository, "Sample Course")
    names = zipfile.ZipFile(io.BytesIO(content)).namelist()
    assert {name.split("/")[0] for name in names} == {"sample-course"}


def test_every_program_is_python(tree, lesson):
    for name in ("counting-02.py", "counting-02-starter.py"):
        ast.parse(tree[f"{FOLDER}/{name}"])
    assert lesson.program.of_kind(CellKind.PASS)
