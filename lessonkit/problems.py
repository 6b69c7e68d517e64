"""Problems: an author's mistakes, each with its place and a way to mend it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path


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

    def __str__(self) -> str:
        place = f"{self.path.as_posix()}:{self.line}: {self.code} {self.message}"
        remedy = self.help or RULES[self.code].help
        return f"{place}\n    help: {remedy}"


@dataclass(frozen=True)
class Rule:
    """What a problem code means, and the remedy shown when none is more precise."""

    meaning: str
    help: str


RULES: dict[str, Rule] = {
    # Metadata: the YAML files.
    "LK101": Rule("a file is not valid YAML", "check indentation, quotes and colons"),
    "LK102": Rule("a required file is missing", "create it beside its neighbours"),
    "LK103": Rule("an unknown key", "remove it, or correct its spelling"),
    "LK104": Rule("a required key is missing", "add the key"),
    "LK105": Rule("a value has the wrong type or form", "write it as the message says"),
    "LK106": Rule("an id is used twice", "give each its own id"),
    "LK107": Rule(
        "an id names nothing that exists", "correct the id, or add its target"
    ),
    "LK108": Rule(
        "a claimed number disagrees", "correct the words or the value under `expect`"
    ),
    # Code: code/main.py.
    "LK201": Rule("Python cannot read the file", "correct the syntax"),
    "LK202": Rule(
        "a malformed cell marker",
        "write `# %% kind: id` at column 0 with nothing after it",
    ),
    "LK203": Rule("two cells have the same id", "give each cell of a kind its own id"),
    "LK204": Rule(
        "the cells do not make a lesson",
        "see the list of cells in the authoring guide",
    ),
    "LK205": Rule(
        "code outside every cell",
        "move it below a `# %%` marker; only the docstring may stand before the first",
    ),
    "LK206": Rule(
        "an exercise and its check do not pair",
        "follow each exercise cell with `# %% check: THE-SAME-ID`",
    ),
    "LK207": Rule(
        "a SOLUTION mark cannot be turned into a blank",
        "mark one assignment, or a block between `# SOLUTION: …` and `# END SOLUTION`",
    ),
    "LK208": Rule(
        "a library call has no building block", "add it to phases/building-blocks.yml"
    ),
    # Prose: lesson.md and guide.md.
    "LK301": Rule(
        "the stages are not the five, once each and in order",
        "write ## Understand, ## Build, ## Experiment, ## Exercise, ## Evidence",
    ),
    "LK302": Rule("a cell has no prose", "add `### Title <!-- id -->` in its stage"),
    "LK303": Rule(
        "prose belongs to no cell",
        "correct the id in the heading, or add the cell to code/main.py",
    ),
    "LK304": Rule(
        "a figure is unknown, missing or placed twice",
        "place `![text alternative](records/cpu/ID.svg)` once for each figure cell",
    ),
    "LK305": Rule("TeX that cannot be read", "correct the formula"),
    "LK306": Rule(
        "a figure has no text alternative", "say in words what the figure shows"
    ),
    "LK307": Rule(
        "Python-Markdown reads this differently from CommonMark",
        "leave a blank line before it",
    ),
    "LK308": Rule(
        "a part is missing or stands where it does not belong",
        "see the parts of an item in the authoring guide",
    ),
    "LK309": Rule("raw HTML in prose", "write Markdown"),
    # Course: how files fit together.
    "LK401": Rule("a lesson and its phase disagree", "correct lesson.yml or phase.yml"),
    "LK402": Rule("prerequisites form a circle", "remove one of the needs"),
    "LK403": Rule("a folder is not named NN-slug", "rename it, such as 04-compile"),
    # Exercises and quiz.
    "LK501": Rule(
        "a starter is missing or stale", "run `python -m lessonkit validate --fix`"
    ),
    "LK502": Rule("a question has not exactly one right option", "mark one `right`"),
    "LK503": Rule(
        "a wrong answer is not usable",
        "start it with `# caught by: …` and name it EXERCISE--SLUG.py",
    ),
    "LK504": Rule("a wrong option names no misconception", "add its `misconception`"),
    # What `validate --exercises` finds by running.
    "LK505": Rule(
        "a starter does not answer in words",
        "mark every line that needs a blank's value, so that the starter's cell runs "
        "and its check names what is left",
    ),
    "LK506": Rule(
        "a solution does not pass its check", "correct the solution or the check"
    ),
    "LK507": Rule(
        "a known wrong answer is not caught as it announces",
        "let the check say so, or correct the line `# caught by: …`",
    ),
    "LK508": Rule(
        "nothing can be proved, because the cells before the exercises fail",
        "run `python -m lessonkit execute --force` on the lesson and correct the cell",
    ),
    "LK509": Rule(
        "a question's code does not print its right option",
        "correct the code, or the text of the right option",
    ),
    "LK510": Rule(
        "filling a starter does not give the solution",
        "run `python -m lessonkit validate --fix`",
    ),
}


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
