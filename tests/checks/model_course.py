"""A course of the model lesson alone, held to the full standard, free to be broken."""

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from lessonkit.checks import check_course
from lessonkit.checks.kept_ids import write_published
from lessonkit.checks.standard import check_standard
from lessonkit.course.load import load_course
from lessonkit.problems import Problem
from tests.conftest import REPOSITORY

PHASE = "phases/02-transforms"
LESSON = f"{PHASE}/04-compile-a-function-with-jit"
YML, MD, MAIN = f"{LESSON}/lesson.yml", f"{LESSON}/lesson.md", f"{LESSON}/code/main.py"
COURSE, PUBLISHED = "phases/course.yml", "phases/published.yml"
REVIEWS = f"{LESSON}/reviews.yml"
RECORD = f"{LESSON}/records/cpu.json"

Edit = Callable[[str], str]


def copy_model(folder: Path) -> Path:
    """Write the course into a folder."""
    for path in (REPOSITORY / "phases").glob("*.yml"):
        if path.name not in ("published.yml", "errata.yml"):
            target = folder / "phases" / path.name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    for name in ("phase.yml", "guide.md"):
        (folder / PHASE).mkdir(parents=True, exist_ok=True)
        shutil.copy(REPOSITORY / PHASE / name, folder / PHASE)
    shutil.copytree(REPOSITORY / LESSON, folder / LESSON)
    # Of phases that are not there it may not speak.
    edit_file(
        folder, COURSE, sub(r"^# The phases of the beginner .*?^beginner:.*?\n", "")
    )
    course = load_course(folder).course
    write_published(course, course.lessons)
    return folder


def find_problems(root: Path, *, drafts: bool = False) -> tuple[Problem, ...]:
    """Return everything that `validate` finds without running a lesson."""
    loaded = load_course(root)
    found = [*loaded.problems]
    if loaded.course:
        found += check_course(loaded.course)
        found += check_standard(loaded.course, drafts=drafts)
    return tuple(sorted(found))


@contextmanager
def edited(root: Path, *changes: tuple[str, tuple[Edit, ...]]) -> Iterator[None]:
    """Change files for a while; each change is a file's name and its edits."""
    before = {name: (root / name).read_bytes() for name, _ in changes}
    try:
        for name, edits in changes:
            edit_file(root, name, *edits)
        yield
    finally:
        for name, content in before.items():
            (root / name).write_bytes(content)


def edit_file(root: Path, name: str, *edits: Edit) -> None:
    """Change a file; one that is not there is made."""
    path = root / name
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    for edit in edits:
        text = edit(text)
    path.write_text(text, encoding="utf-8")


def sub(pattern: str, by: str, count: int = 1) -> Edit:
    """Return an edit that replaces what a pattern finds, which must be there."""

    def edit(text: str) -> str:
        changed, number = re.subn(pattern, by, text, count=count, flags=re.M | re.S)
        assert number, f"nothing matches {pattern}"
        return changed

    return edit


def after(pattern: str, added: str) -> Edit:
    """Return an edit that adds a text behind what a pattern finds."""
    return sub(f"({pattern})", r"\g<1>" + added.replace("\\", "\\\\"))
