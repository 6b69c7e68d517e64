"""Problems: an author's mistakes, each with its place and a way to mend it.

`RULES` is the one table of rules. Its codes are grouped: LK1xx the YAML files, LK2xx
the program, LK3xx the prose, LK4xx the course, LK5xx exercises and quiz.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lessonkit.problems.code import CODE
from lessonkit.problems.course import COURSE
from lessonkit.problems.exercises import EXERCISES
from lessonkit.problems.metadata import METADATA
from lessonkit.problems.prose import PROSE
from lessonkit.problems.rule import Rule

RULES: dict[str, Rule] = {**METADATA, **CODE, **PROSE, **COURSE, **EXERCISES}


@dataclass(frozen=True, order=True)
class Problem:
    """One mistake in one source file.

    `path` is relative to the course's repository, `line` counts from 1.
    """

    path: Path
    line: int
    code: str
    message: str
    help: str = ""

    @property
    def remedy(self) -> str:
        """How to mend it: its own help, or that of its rule."""
        return self.help or RULES[self.code].help

    def __str__(self) -> str:
        place = f"{self.path.as_posix()}:{self.line}: {self.code} {self.message}"
        return f"{place}\n    help: {self.remedy}"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return "did you mean `x`?" for the nearest known word, or an empty text."""
    nearest = difflib.get_close_matches(word, list(known), n=1)
    return f"did you mean `{nearest[0]}`?" if nearest else ""


def sort_problems(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return the problems without repetitions, by path, line and code."""
    return tuple(sorted(set(problems)))


def render_summary(problems: Sequence[Problem], *, lessons: int) -> str:
    """Return the closing line of a report: "3 problems in 1 of 27 lessons"."""
    places = {problem.path.parts[:3]: problem.path for problem in problems}
    folders = [place for place, path in places.items() if len(path.parts) > 3]
    others = len(places) - len(folders)
    text = f"{_count(len(problems), 'problem')} in {len(folders)} of {lessons} lessons"
    return f"{text} and {_count(others, 'other file')}" if others else text


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def render_annotation(problem: Problem) -> str:
    """Return the problem as a line that GitHub shows beside the source line."""
    file = problem.path.as_posix()
    place = f"file={_escape(file)},line={problem.line},title={problem.code}"
    text = f"{problem.message}\nhelp: {problem.remedy}"
    return f"::error {place}::{text.replace('%', '%25').replace(chr(10), '%0A')}"


def _escape(value: str) -> str:
    """Return a property of an annotation; colons and commas would end it."""
    pairs = {"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"}
    return "".join(pairs.get(character, character) for character in value)
