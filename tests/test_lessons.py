"""What the real lessons promise: keys, solutions, starters and wrong answers."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lessonkit.course.load import load_course
from lessonkit.execute.compare import build_allowance, compare_lines
from lessonkit.learn.proofs import prove_exercises
from lessonkit.records import load_record, record_path
from tests.site_pages import FIRST, MODEL

REPOSITORY = Path(__file__).resolve().parent.parent
COURSE = load_course(REPOSITORY).course
# These two stand for all, since to run every lesson takes minutes, and more with each:
# `validate --exercises` and `verify` do that, in the workflow in a job of its own.
LESSONS = [lesson for lesson in COURSE.lessons if lesson.id in (FIRST, MODEL)]


def run_python(arguments: list[str]) -> str:
    environment = {**os.environ, "MPLBACKEND": "Agg"}
    run = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_exercises_prove_themselves(course):
    """Starters answer in words, solutions pass, wrong answers are caught, keys hold."""
    problems = prove_exercises(course, LESSONS, workers=2)
    assert [str(problem) for problem in problems] == []


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_main_runs_as_a_plain_script(lesson):
    """With only the requirements, the script prints what was recorded."""
    record = load_record(record_path(lesson.folder, "cpu"))
    output = run_python(
        [
            *("-W", "error::DeprecationWarning", "-W", "error::FutureWarning"),
            str(lesson.folder / "code" / "main.py"),
        ]
    )
    lines = record.transcript.splitlines(), output.splitlines()
    assert list(compare_lines(*lines, build_allowance(lesson.metadata))) == []
    assert output.splitlines()[-1] == f"PASS: {lesson.id}"
