"""Starting a lesson gives a file of one's own, and never takes one away."""

import os
from pathlib import Path

import pytest

from lessonkit.course.cells import parse_program
from lessonkit.course.starters import build_starter
from lessonkit.errors import UsageError
from lessonkit.learn.start import start_lesson
from tests.learn.conftest import Learner


def test_the_file_is_the_starter(tiny: Path) -> None:
    """What is written is the text that readers download."""
    learner = Learner(tiny)
    learner.start()
    assert learner.main.read_text(encoding="utf-8") == build_starter(learner.lesson)


def test_a_blank_file_holds_markers_only_and_counts_as_not_tried(tiny: Path) -> None:
    """Who builds by hand finds a place for each block, and no code."""
    learner = Learner(tiny)
    start_lesson(tiny, learner.lesson, blank=True)
    program, _ = parse_program(learner.main, learner.main.read_text(encoding="utf-8"))
    names = [cell.name for cell in program.cells]
    assert names == ["build/values", "build/mean", "experiment/outlier",
                     "exercise/mean-of"]  # fmt: skip
    assert {cell.source for cell in program.cells} == {""}
    assert learner.check_one().status == "not tried"


def test_a_program_built_by_hand_is_checked(tiny: Path) -> None:
    """A blank file with the lesson's blocks typed in passes."""
    learner = Learner(tiny)
    start_lesson(tiny, learner.lesson, blank=True)
    learner.edit(
        ("build: values\n", "build: values\nvalues = [3, 4, 5]\n"),
        (
            "exercise: mean-of\n",
            "exercise: mean-of\ndef mean_of(numbers):\n"
            "    return sum(numbers) / len(numbers)\n\n\nof_one = mean_of([7])\n",
        ),
    )
    assert learner.check().complete


@pytest.mark.parametrize("options", [{}, {"blank": True}, {"notebook": "{}"}])
def test_a_learners_file_is_never_overwritten(tiny: Path, options) -> None:
    """The second start is refused and names the file; its bytes stay."""
    learner = Learner(tiny)
    (path,) = start_lesson(tiny, learner.lesson, **options)
    path.write_bytes(b"mine")
    with pytest.raises(UsageError, match=f"practice/numbers-01/{path.name}"):
        start_lesson(tiny, learner.lesson, **options)
    assert path.read_bytes() == b"mine"


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")
def test_a_link_that_leads_nowhere_is_not_replaced(tiny: Path) -> None:
    """It may be where the learner keeps the file."""
    learner = Learner(tiny)
    learner.folder.mkdir(parents=True)
    learner.main.symlink_to(tiny / "elsewhere.py")
    with pytest.raises(UsageError):
        learner.start()


def test_files_that_the_program_reads_come_along(tiny: Path) -> None:
    """The starter finds its data, and a changed copy stays the learner's."""
    learner = Learner(tiny)
    code = learner.lesson.folder / "code"
    (code / "data").mkdir()
    (code / "data" / "values.csv").write_text("1,2\n")
    (code / "helper.py").write_text("twice = 2\n")
    (code / "__pycache__").mkdir()
    (code / "__pycache__" / "x.pyc").write_text("")
    learner.folder.mkdir(parents=True)
    (learner.folder / "helper.py").write_text("twice = 3\n")
    learner.start()
    found = {
        path.relative_to(learner.folder).as_posix(): path.read_text(encoding="utf-8")
        for path in learner.folder.rglob("*")
        if path.is_file() and path != learner.main
    }
    assert found == {"data/values.csv": "1,2\n", "helper.py": "twice = 3\n"}
