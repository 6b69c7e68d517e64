"""A learner of the tiny course: starts its lesson, edits the file, asks for a check."""

from pathlib import Path

import pytest

from lessonkit.course.load import load_course
from lessonkit.learn.check import Report, Result, check_attempt
from lessonkit.learn.start import start_lesson

TODO = '    raise NotImplementedError("TODO: divide the sum by the count")'
BLANK = "of_one = ...  # TODO: the mean of one seven"


class Learner:
    """Somebody who works on the one lesson of a course."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.course = load_course(root).course
        self.lesson = self.course.lessons[0]
        self.folder = root / "practice" / self.lesson.id
        self.main = self.folder / "main.py"

    def start(self) -> None:
        """Get the starter."""
        start_lesson(self.root, self.lesson)

    def edit(self, *pairs: tuple[str, str]) -> None:
        """Replace texts that the file has, once each."""
        text = self.main.read_text(encoding="utf-8")
        for old, new in pairs:
            assert old in text, old
            text = text.replace(old, new, 1)
        self.main.write_text(text, encoding="utf-8")

    def solve(self, body: str = "    return sum(numbers) / len(numbers)") -> None:
        """Fill both blanks."""
        self.edit((TODO, body), (BLANK, "of_one = mean_of([7])"))

    def find_line(self, words: str) -> int:
        """Return the first line of the file that holds the words."""
        lines = self.main.read_text(encoding="utf-8").splitlines()
        return next(n for n, line in enumerate(lines, 1) if words in line)

    def check(self) -> Report:
        """Return what the check says."""
        return check_attempt(self.course, self.lesson)

    def check_one(self) -> Result:
        """Return what the check says of the one exercise."""
        (result,) = self.check().results
        return result


@pytest.fixture
def learner(tiny: Path) -> Learner:
    """A learner who has the starter."""
    found = Learner(tiny)
    found.start()
    return found
