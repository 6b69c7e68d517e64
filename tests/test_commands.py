"""The commands that a lesson page prints, typed as printed in a copy from the ZIP."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from lessonkit.course.load import load_course
from lessonkit.site.links import archive_file

from .conftest import REPOSITORY

COURSE = load_course(REPOSITORY).course
LESSONS = COURSE.lessons

# The exit code of each printed command, by its form. A starter stops at its first
# blank, and checking it finds exercises that are not tried; there is no TPU here.
EXPECTED = {
    r"\S+/python -m lessonkit start \S+( --blank| --notebook)?": 0,
    r"\S+/python practice/\S+/main\.py": 1,
    r"\S+/python -m lessonkit check \S+": 1,
    r"\S+/python -m lessonkit evidence \S+": 0,
    r"\S+/python phases/\S+/code/main\.py": 0,
    r"\S+/python -m lessonkit execute \S+ --backend cpu": 0,
    r"\S+/python -m lessonkit execute \S+ --backend tpu": 2,
}
# What installs or opens a program: the set-up scripts and their tests do the former.
NOT_RUN = (
    r"python3 -m venv \.venv",
    r"\S+/python -m pip install .+",
    r"\S+/python -m jupyterlab \S+",
)
NEEDS_A_FILE = re.compile(r"practice/|check|evidence")


@pytest.fixture(scope="module")
def checkout(built_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked repository, whose .venv runs the Python of these tests."""
    folder = tmp_path_factory.mktemp("typed")
    archive = built_site / archive_file(COURSE.metadata.title)
    with zipfile.ZipFile(archive) as content:
        content.extractall(folder)
    (root,) = folder.iterdir()
    python = root / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    return root


def find_commands(built_site: Path, lesson: str) -> list[str]:
    """Return each bash command that a lesson's page prints, once and in order."""
    page = (built_site / "lessons" / lesson / "index.html").read_text("utf-8")
    blocks = BeautifulSoup(page, "html.parser").select(".lk-command")
    bash = [b for b in blocks if "bash" in b.select_one(".lk-code__label").get_text()]
    lines = (line for b in bash for line in b.select_one("pre").get_text().splitlines())
    return list(dict.fromkeys(line for line in lines if line.strip()))


def type_command(root: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Type a command in a shell that knows nothing of these tests."""
    known = ("PATH", "HOME", "LANG", "TMPDIR")
    environment = {name: os.environ[name] for name in known if name in os.environ}
    return subprocess.run(
        ["bash", "-c", command],
        cwd=root,
        env={**environment, "MPLBACKEND": "Agg"},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash")
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_every_printed_command_does_what_the_page_says(built_site, checkout, lesson):
    commands = find_commands(built_site, lesson.id)
    assert len(commands) >= len(EXPECTED) + len(NOT_RUN)
    for command in commands:
        if any(re.fullmatch(form, command) for form in NOT_RUN):
            continue
        (code,) = [c for form, c in EXPECTED.items() if re.fullmatch(form, command)]
        shutil.rmtree(checkout / "practice", ignore_errors=True)
        if NEEDS_A_FILE.search(command):
            start = f".venv/bin/python -m lessonkit start {lesson.id}"
            assert type_command(checkout, start).returncode == 0
        run = type_command(checkout, command)
        assert run.returncode == code, f"{command}\n{run.stdout}\n{run.stderr}"
