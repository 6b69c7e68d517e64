"""The commands that pages print, typed as printed in a copy from the ZIP."""

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
from tests.site_pages import FIRST

from .conftest import REPOSITORY

COURSE = load_course(REPOSITORY).course
# What a newcomer types first: one set of templates makes the pages of all lessons.
LESSONS = [lesson for lesson in COURSE.lessons if lesson.id == FIRST]

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
# What installs, or opens a program and stays: the whole test run is the former's test.
NOT_RUN = (
    r"python3 -m venv \.venv",
    r"\S+/python -m pip install .+",
    r"\S+/python -m jupyterlab( \S+)?",
    r"python3 scripts/site\.py",
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


def expect_code(command: str) -> int:
    """Return the exit code that a command of a known form should have."""
    (code,) = [code for form, code in EXPECTED.items() if re.fullmatch(form, command)]
    return code


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
        code = expect_code(command)
        shutil.rmtree(checkout / "practice", ignore_errors=True)
        if NEEDS_A_FILE.search(command):
            start = f".venv/bin/python -m lessonkit start {lesson.id}"
            assert type_command(checkout, start).returncode == 0
        run = type_command(checkout, command)
        assert run.returncode == code, f"{command}\n{run.stdout}\n{run.stderr}"


# Hand-written pages label each block: shell · folder · environment. The commands of
# setup/tpu.md need a machine that has a TPU.
PAGES = ("setup/cpu.md", "my-learning.md")
BLOCK = re.compile(
    r"^\*(?P<label>[^*\n]*)\*\n\n```bash\n(?P<code>.*?)^```", re.M | re.S
)


def find_blocks(page: str) -> list[tuple[str, str]]:
    """Return label and commands of each bash block, without what is not run."""
    text = (REPOSITORY / "docs" / page).read_text(encoding="utf-8")
    assert len(BLOCK.findall(text)) == text.count("```bash"), "a block has no label"
    found = []
    for label, code in BLOCK.findall(text):
        lines = code.splitlines(keepends=True)
        kept = [
            x for x in lines if not any(re.fullmatch(n, x.strip()) for n in NOT_RUN)
        ]
        found.append((label, "".join(kept)))
    return found


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash")
@pytest.mark.parametrize("page", PAGES)
def test_every_command_of_a_hand_written_page_works(built_site, checkout, page):
    shutil.rmtree(checkout / "practice", ignore_errors=True)
    archive = built_site / archive_file(COURSE.metadata.title)
    blocks = find_blocks(page)
    assert blocks
    for label, commands in blocks:
        folder = checkout
        if "folder with the ZIP" in label:
            folder = checkout.parent / "downloads"
            folder.mkdir(exist_ok=True)
            shutil.copy(archive, folder)
        # Our own commands one by one: `check` ends with 1 and another one follows.
        ours = "-m lessonkit" in commands
        for part in commands.splitlines() if ours else [f"set -e\n{commands}"]:
            run = type_command(folder, part)
            code = expect_code(part) if ours else 0
            assert run.returncode == code, f"{part}\n{run.stdout}\n{run.stderr}"
