"""The commands as their users run them: output, exit codes, no traceback."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .command_line import lessonkit

LESSON = "phases/01-numbers/01-average-a-list"


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
    for command in (
        ["execute"],
        ["verify"],
        ["status"],
        ["validate"],
        ["pages", "x"],
        ["build"],
    ):
        run = lessonkit(tmp_path, *command)
        assert run.returncode == 2
        assert run.stderr.startswith("error: no course here")
        assert "help: " in run.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["exceute"],
        ["execute", "--backend", "npu"],
        ["validate", "nowhere"],
        ["verify", "numbers-99"],
        ["verify", "--environment", "last"],
        ["verify", "--environment", "next", "--accept"],
        ["verify", "--environment", "next", "--backend", "gpu"],
        ["verify", "--python", sys.executable],
    ],
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


def test_a_claimed_number_is_compared_with_the_record(pinned):
    lessonkit(pinned, "validate", "--fix")
    lessonkit(pinned, "execute")
    assert lessonkit(pinned, "validate").returncode == 0
    edit(pinned / LESSON / "lesson.yml", "value: 4.0", "value: 5.0")
    run = lessonkit(pinned, "validate")
    assert run.returncode == 1
    assert "LK108 the record of cpu says 4.0, not 5" in run.stdout


def test_a_failed_record_is_no_witness_against_a_claim(pinned):
    lessonkit(pinned, "validate", "--fix")
    edit(pinned / LESSON / "code/main.py", 'print("Mean:", mean)', "pass")
    edit(pinned / LESSON / "code/main.py", "statistics.median(values)", "1 / 0")
    assert lessonkit(pinned, "execute").returncode == 1
    lessonkit(pinned, "validate", "--fix")
    assert "LK108" not in lessonkit(pinned, "validate").stdout


def test_execute_refuses_a_lesson_with_problems_and_runs_none(pinned):
    edit(pinned / LESSON / "lesson.yml", "minutes:", "minuts:")
    run = lessonkit(pinned, "execute")
    assert run.returncode == 1
    assert "LK103" in run.stderr + run.stdout
    assert not (pinned / LESSON / "records").exists()


@pytest.mark.parametrize("options", [[], ["--json", os.devnull]])
def test_nothing_to_do_imports_no_heavy_package(repository, options):
    code = (
        "import sys\nfrom lessonkit.cli import main\n"
        f"assert main(['execute', *{options}]) == 0\n"
        "heavy = {'jax', 'numpy', 'yaml', 'pydantic', 'jupytext', 'rich'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=repository, capture_output=True, text=True
    )
    assert run.stdout.startswith("nothing to do"), run.stdout + run.stderr
    assert run.stdout.endswith("[]\n")


def test_verify_says_what_differs_and_accept_adopts_it(pinned):
    """Exit 0 when all is equal, 1 for a difference and without a record."""
    run = lessonkit(pinned, "verify")
    assert run.returncode == 1
    assert (
        run.stdout == f"{LESSON}/code/main.py: there is no cpu record\n1 not compared\n"
    )
    lessonkit(pinned, "execute")
    run = lessonkit(pinned, "verify", "numbers-01")
    assert run.returncode == 0 and run.stdout.endswith("1 equal\n")
    edit(pinned / LESSON / "records/cpu.json", "Mean: 4.0", "Mean: 4.5")
    run = lessonkit(pinned, "verify")
    assert run.returncode == 1
    assert f"{LESSON}/code/main.py: build/mean stdout line 1 differs\n" in run.stdout
    assert "expected: Mean: 4.5\n    got:      Mean: 4.0\n1 differs\n" in run.stdout
    run = lessonkit(pinned, "verify", "--accept")
    assert run.returncode == 0 and run.stdout.endswith("1 adopted\n")
    assert lessonkit(pinned, "verify").returncode == 0


def test_verify_refuses_a_lesson_with_problems(pinned):
    lessonkit(pinned, "execute")
    edit(pinned / LESSON / "lesson.yml", "minutes:", "minuts:")
    run = lessonkit(pinned, "verify", "--json", "-")
    assert run.returncode == 1 and "LK103" in run.stderr
    (lesson,) = json.loads(run.stdout)["lessons"]
    assert lesson["outcome"] == "not run"
    assert lesson["failure"]["message"] == "its sources have problems"


def test_without_a_newer_python_there_is_no_second_environment(
    pinned, tmp_path, monkeypatch
):
    """One sentence, exit code 2; no lesson is run instead with what is there."""
    lessonkit(pinned, "execute")
    (pinned / "requirements-next.txt").write_text("jax==0.12.0.1\n")
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    monkeypatch.delenv("LESSONKIT_NEXT_PYTHON", raising=False)
    run = lessonkit(pinned, "verify", "--environment", "next")
    assert run.returncode == 2 and run.stdout == ""
    assert run.stderr.startswith("error: no Python 3.12 or newer starts here")
    assert run.stderr.count("\n") == 2
    assert not (pinned / LESSON / "records/next.json").exists()


def make_second_environment(root: Path) -> Path:
    """Make an environment of this Python look like one that was built before."""
    (root / "requirements-next.txt").write_text("numpy==2.4.6\n")
    folder = root / ".lessonkit" / "environments" / "next"
    (folder / "bin").mkdir(parents=True)
    calls = folder / "calls"
    python = folder / "bin" / "python"
    python.write_text(f'#!/bin/sh\necho "$*" >> {calls}\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    stamp = {
        "requirements": hashlib.sha256(b"numpy==2.4.6\n").hexdigest(),
        "python": sys.executable,
        "version": ".".join(map(str, sys.version_info[:3])),
    }
    (folder / "lessonkit.json").write_text(json.dumps(stamp))
    return calls


@pytest.mark.skipif(os.name == "nt", reason="writes a script of sh")
def test_the_second_environment_runs_the_lessons_and_writes_what_it_found(pinned):
    """Beside the record, which stays; a stale record is compared, but not answered."""
    calls = make_second_environment(pinned)
    lessonkit(pinned, "execute")
    records = pinned / LESSON / "records"
    before = (records / "cpu.json").read_bytes()
    run = lessonkit(pinned, "verify", "--environment", "next")
    assert (run.returncode, run.stderr) == (0, "")
    assert "lessonkit.running" in calls.read_text()
    found = json.loads((records / "next.json").read_text("utf-8"))
    assert (found["status"], found["lesson"]) == ("passed", "numbers-01")
    results = read_results(pinned, "status")
    assert results["lessons"][0]["verified"][0]["current"] is True
    edit(records / "cpu.json", "Mean: 4.0", "Mean: 4.5")
    assert lessonkit(pinned, "verify", "--environment", "next").returncode == 1
    found = json.loads((records / "next.json").read_text("utf-8"))
    assert found["status"] == "differs" and len(found["differences"]) == 1
    edit(records / "cpu.json", "Mean: 4.5", "Mean: 4.0")
    assert (records / "cpu.json").read_bytes() == before
    edit(pinned / LESSON / "code/main.py", "[3, 4, 5]", "[5, 4, 3]")
    (records / "next.json").unlink()
    run = lessonkit(pinned, "verify", "--environment", "next")
    assert run.returncode == 0 and "the cpu record is stale" in run.stdout
    assert not (records / "next.json").exists()


def read_results(folder: Path, *arguments: str, code: int = 0) -> dict:
    """Return what a command writes to a file of results."""
    run = lessonkit(folder, *arguments, "--json", "results.json")
    assert run.returncode == code, run.stderr
    results = json.loads((folder / "results.json").read_text("utf-8"))
    assert results["exit_code"] == code
    assert results["schema"] == 1 and results["command"] == arguments[0]
    return results


def test_results_have_one_shape_whatever_the_command(pinned):
    """Every key is always there; what is not known is null or empty."""
    never = read_results(pinned, "status")
    executed = read_results(pinned, "execute")
    again = read_results(pinned, "execute")
    equal = read_results(pinned, "verify")
    edit(pinned / LESSON / "records/cpu.json", "Mean: 4.0", "Mean: 4.5")
    differs = read_results(pinned, "verify", code=1)
    edit(pinned / LESSON / "code/main.py", "len(values)", "0")
    failed = read_results(pinned, "execute", code=1)
    every = [never, executed, again, equal, differs, failed]
    assert len({tuple(results) for results in every}) == 1
    lessons = [results["lessons"][0] for results in every]
    assert len({tuple(lesson) for lesson in lessons}) == 1
    assert [lesson["outcome"] for lesson in lessons] == [
        None,
        "passed",
        "fresh",
        "equal",
        "differs",
        "failed",
    ]
    assert [lesson["state"] for lesson in lessons] == [
        "never",
        *["fresh"] * 4,
        "failed",
    ]
    assert lessons[0]["record"] is None and lessons[0]["path"] == LESSON
    record = lessons[1]["record"]
    assert record["seconds"] > 0 and record["peak_memory"] > 1 << 20
    assert record["python"] == ".".join(map(str, sys.version_info[:3]))
    assert lessons[3]["run"]["status"] == "passed" and lessons[1]["run"] is None
    assert lessons[4]["differences"] == [
        {
            "cell": "build/mean",
            "where": "stdout",
            "line": 1,
            "expected": "Mean: 4.5",
            "got": "Mean: 4.0",
            "reproducible": True,
        }
    ]
    failure = lessons[5]["failure"]
    assert failure["path"] == f"{LESSON}/code/main.py" and failure["line"] == 9
    assert failure["message"] == "ZeroDivisionError: division by zero"


def test_results_go_to_a_file_and_words_to_the_terminal(pinned):
    """As without the option."""
    run = lessonkit(pinned, "execute", "--json", "out/results.json")
    assert "1 passed" in run.stdout
    text = (pinned / "out/results.json").read_text("utf-8")
    assert json.loads(text)["lessons"][0]["lesson"] == "numbers-01"
    run = lessonkit(pinned, "execute", "--json", "-")
    assert run.stderr == "nothing to do: 1 of 1 lessons are fresh\n"
    assert json.loads(run.stdout)["lessons"][0]["outcome"] == "fresh"
    run = lessonkit(pinned, "execute", "--force", "--json", "-")
    assert "1 passed" in run.stderr
    assert json.loads(run.stdout)["lessons"][0]["outcome"] == "passed"
    run = lessonkit(pinned, "verify", "--json", "-")
    assert "1 equal" in run.stderr and json.loads(run.stdout)["exit_code"] == 0
    (pinned / "plain").write_text("a file")
    run = lessonkit(pinned, "status", "--json", "plain/results.json")
    assert run.returncode == 2 and "could not be written" in run.stderr


@pytest.mark.skipif(os.name == "nt", reason="makes a named pipe")
def test_a_pipe_or_device_that_is_named_for_results_stays_one(pinned):
    """Otherwise `--json /dev/null` would replace the device for the whole system."""
    pipe = pinned / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True)
    run = lessonkit(pinned, "status", "--json", "pipe")
    assert run.returncode == 0 and pipe.is_fifo()
    text, _ = reader.communicate(timeout=60)
    assert json.loads(text)["lessons"][0]["lesson"] == "numbers-01"


def test_every_key_of_the_results_is_documented(pinned, repository):
    text = (repository / "docs/contributing/results.md").read_text("utf-8")
    lessonkit(pinned, "execute")
    edit(pinned / LESSON / "records/cpu.json", "Mean: 4.0", "Mean: 4.5")
    results = read_results(pinned, "verify", code=1)
    edit(pinned / LESSON / "code/main.py", "len(values)", "0")
    failed = read_results(pinned, "execute", code=1)
    lesson = results["lessons"][0]
    parts = [results, lesson, lesson["record"], lesson["differences"][0]]
    parts.append(failed["lessons"][0]["failure"])
    for part in parts:
        for key in part:
            assert f"| `{key}` |" in text, key


def test_pages_refuses_a_folder_of_somebody_else(tiny, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "thesis.txt").write_text("years of work")
    run = lessonkit(tiny, "pages", os.fspath(folder))
    assert run.returncode == 2 and "did not write" in run.stderr
    assert (folder / "thesis.txt").read_text() == "years of work"
