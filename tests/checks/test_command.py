"""`validate` as its users run it: by hand, in an editor, on a host."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lessonkit.problems import Problem, render_annotation
from tests.checks.model_course import (
    COURSE,
    PUBLISHED,
    YML,
    after,
    copy_model,
    edit_file,
    sub,
)
from tests.command_line import lessonkit

LESSON = "phases/01-numbers/01-average-a-list"


@pytest.fixture
def course(tiny: Path) -> Path:
    """The tiny course with one problem: its starter is missing."""
    return tiny


def test_problems_are_written_as_json(course):
    run = lessonkit(course, "validate", "--json", "found.json")
    assert run.returncode == 1
    content = json.loads((course / "found.json").read_text(encoding="utf-8"))
    assert content["schema"] == 1 and content["command"] == "validate"
    assert (content["exit_code"], content["lessons"]) == (1, 1)
    (problem,) = content["problems"]
    assert problem == {
        "path": f"{LESSON}/exercises/numbers-01.py",
        "line": 1,
        "code": "LK501",
        "rule": "a starter is missing or stale",
        "message": "the starter is missing",
        "help": "run `python -m lessonkit validate --fix`",
    }


def test_json_on_stdout_stands_alone(course):
    run = lessonkit(course, "validate", "--fix", "--json", "-")
    assert run.returncode == 0
    assert json.loads(run.stdout)["problems"] == []
    assert "written: " in run.stderr and "no problems" in run.stderr


def test_github_shows_problems_beside_their_lines(course):
    run = subprocess.run(
        [sys.executable, "-m", "lessonkit", "validate"],
        cwd=course,
        env={**os.environ, "GITHUB_ACTIONS": "true"},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    place = f"file={LESSON}/exercises/numbers-01.py,line=1,title=LK501"
    assert f"::error {place}::the starter is missing%0Ahelp: run `" in run.stderr
    assert "::error" not in lessonkit(course, "validate").stderr


def test_what_would_end_an_annotation_is_escaped():
    problem = Problem(Path("a,b:c.yml"), 3, "LK101", "100 %\nbad")
    assert render_annotation(problem) == (
        "::error file=a%2Cb%3Ac.yml,line=3,title=LK101::100 %25%0Abad%0A"
        "help: check indentation, quotes and colons"
    )


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return copy_model(tmp_path / "course")


def test_fix_lists_new_ids_and_forgets_none(model):
    listed = (model / PUBLISHED).read_text(encoding="utf-8")
    edit_file(model, PUBLISHED, sub("    - question/waiting\n", ""))
    edit_file(model, PUBLISHED, after("  ids:\n", "    - question/older\n"))
    run = lessonkit(model, "validate", "--fix")
    assert "written: phases/published.yml" in run.stdout
    assert "LK405 `question/older` is published and gone" in run.stdout
    now = (model / PUBLISHED).read_text(encoding="utf-8")
    assert now.replace("    - question/older\n", "") == listed


def test_retired_ids_are_kept_apart(model):
    retired = "  retired:\n    - question/older\n"
    (model / PUBLISHED).write_text(
        (model / PUBLISHED).read_text(encoding="utf-8") + retired, encoding="utf-8"
    )
    assert lessonkit(model, "validate", "--fix").returncode == 0
    assert (model / PUBLISHED).read_text(encoding="utf-8").endswith(retired)


def test_drafts_are_named_and_asked_on_request(model):
    edit_file(model, YML, sub("revision: 1.0.0", "revision: 0.9.0", 0))
    edit_file(model, YML, sub("text: Explain what", "text: Know what"))
    run = lessonkit(model, "validate")
    assert run.returncode == 0
    assert "drafts, whose revision is below 1.0.0: transforms-04" in run.stdout
    run = lessonkit(model, "validate", "--drafts")
    assert run.returncode == 1 and "LK111 “know” is no verb" in run.stdout


def test_a_basic_course_has_no_drafts(model):
    edit_file(model, YML, sub("revision: 1.0.0", "revision: 0.9.0", 0))
    edit_file(model, COURSE, sub("standard: full\n", ""))
    assert "drafts" not in lessonkit(model, "validate").stdout
