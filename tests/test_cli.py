"""The commands as their users run them: output, exit codes, no traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

LESSON = "phases/01-numbers/01-average-a-list"


def lessonkit(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    run = subprocess.run(
        [sys.executable, "-m", "lessonkit", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
    )
    assert "Traceback" not in run.stderr
    return run


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def pinned(tiny: Path) -> Path:
    """The tiny course with a file of pins, of which its lesson imports none."""
    (tiny / "requirements-cpu.txt").write_text("numpy==2.4.6\n")
    return tiny


def test_outside_a_course_every_command_says_so(tmp_path):
    for command in (["execute"], ["status"], ["validate"], ["pages", "x"], ["build"]):
        run = lessonkit(tmp_path, *command)
        assert run.returncode == 2
        assert run.stderr.startswith("error: no course here")
        assert "help: " in run.stderr


@pytest.mark.parametrize(
    "arguments", [["exceute"], ["execute", "--backend", "npu"], ["validate", "nowhere"]]
)
def test_wrong_use_is_one_sentence_and_exit_code_2(tiny, arguments):
    run = lessonkit(tiny, *arguments)
    assert run.returncode == 2
    assert run.stderr.startswith("error: ") and "help: " in run.stderr


def test_validate_finds_everything_at_once(tiny):
    edit(tiny / LESSON / "lesson.yml", "minutes:", "minuts:")
    edit(tiny / LESSON / "code/main.py", "values = [3, 4, 5]", "values = [3, 4")
    edit(tiny / LESSON / "lesson.md", "#### Steps", "#### Stesp")
    run = lessonkit(tiny, "validate")
    assert run.returncode == 1
    assert f"{LESSON}/lesson.yml:8: LK103 unknown key `minuts`" in run.stdout
    assert "    help: did you mean `minutes`?" in run.stdout
    assert f"{LESSON}/code/main.py:6: LK201 " in run.stdout
    assert f"{LESSON}/lesson.md:56: LK308 `#### Stesp`" in run.stdout
    assert run.stdout.endswith("4 problems in 1 of 1 lessons\n")


def test_validate_fix_writes_the_starter(tiny):
    assert "LK501" in lessonkit(tiny, "validate").stdout
    run = lessonkit(tiny, "validate", "--fix")
    assert run.returncode == 0
    assert run.stdout == (
        f"written: {LESSON}/exercises/numbers-01.py\nno problems in 1 lessons\n"
    )


def test_validate_narrows_to_paths(tiny):
    edit(tiny / "phases/01-numbers/phase.yml", "track: main", "track: man")
    run = lessonkit(tiny, "validate", LESSON)
    assert "phase.yml" not in run.stdout and "LK501" in run.stdout


def test_execute_writes_a_record_and_then_has_nothing_to_do(pinned):
    run = lessonkit(pinned, "execute", "--backend", "cpu")
    assert run.returncode == 0, run.stderr
    assert "numbers-01" in run.stdout and "1 passed" in run.stdout
    record = json.loads((pinned / LESSON / "records/cpu.json").read_text("utf-8"))
    assert record["status"] == "passed"
    assert record["cells"][-1]["stdout"]["lines"] == ["PASS: numbers-01\n"]
    run = lessonkit(pinned, "execute", "--backend", "cpu")
    assert run.returncode == 0
    assert run.stdout == "nothing to do: 1 of 1 lessons are fresh\n"
    assert lessonkit(pinned, "status").stdout.split() == ["numbers-01", "cpu", "fresh"]


def test_a_failing_lesson_is_named_with_its_line(pinned):
    edit(pinned / LESSON / "code/main.py", "len(values)", "0")
    run = lessonkit(pinned, "execute")
    assert run.returncode == 1
    assert f"{LESSON}/code/main.py:9" in run.stdout + run.stderr
    assert "ZeroDivisionError" in run.stdout + run.stderr
    status = lessonkit(pinned, "status").stdout
    assert "failed" in status
    assert "nothing to do" not in lessonkit(pinned, "execute").stdout


def test_a_changed_cell_is_a_reason(pinned):
    lessonkit(pinned, "execute")
    edit(pinned / LESSON / "code/main.py", "[3, 4, 5]", "[3, 4, 5.0]")
    status = lessonkit(pinned, "status").stdout
    assert "stale" in status and "build/values" in status


def test_execute_refuses_a_lesson_with_problems_and_runs_none(pinned):
    edit(pinned / LESSON / "lesson.yml", "minutes:", "minuts:")
    run = lessonkit(pinned, "execute")
    assert run.returncode == 1
    assert "LK103" in run.stderr + run.stdout
    assert not (pinned / LESSON / "records").exists()


def test_nothing_to_do_imports_no_heavy_package(repository):
    code = (
        "import sys\nfrom lessonkit.cli import main\nassert main(['execute']) == 0\n"
        "heavy = {'jax', 'numpy', 'yaml', 'pydantic', 'jupytext', 'rich'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=repository, capture_output=True, text=True
    )
    assert run.stdout.startswith("nothing to do"), run.stdout + run.stderr
    assert run.stdout.endswith("[]\n")


def test_pages_refuses_a_folder_of_somebody_else(tiny, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "thesis.txt").write_text("years of work")
    run = lessonkit(tiny, "pages", os.fspath(folder))
    assert run.returncode == 2 and "did not write" in run.stderr
    assert (folder / "thesis.txt").read_text() == "years of work"
