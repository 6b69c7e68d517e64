"""Check what a lesson says of its figures, and that their data was recorded."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from lessonkit.checks.wording import count_words
from lessonkit.course.maths import FORMULA
from lessonkit.course.model import Course, Lesson
from lessonkit.problems import Problem
from lessonkit.records import Record

LEAST_WORDS = 8
EMPTY_OPENING = re.compile(
    r"(an? |the )?(figure|image|picture|plot)[ .:]", re.IGNORECASE
)


def check_figures(
    course: Course, lesson: Lesson, records: Mapping[str, Record]
) -> Iterator[Problem]:
    """Check the text alternatives, and the data of recorded figures."""
    name = (lesson.folder / "lesson.md").relative_to(course.root)
    empty = set(_find_empty(lesson, records))
    for placement in lesson.prose.placements:
        text = placement.alternative
        if text:  # Without any, another rule speaks.
            flaw = _find_flaw(text)
            if flaw:
                yield Problem(name, placement.line, "LK311", flaw)
        if placement.figure in empty:
            message = f"the record holds no data of `{placement.figure}`"
            yield Problem(name, placement.line, "LK312", message)


def _find_flaw(text: str) -> str | None:
    """Say why a text alternative is no description."""
    count = count_words(text)
    if count < LEAST_WORDS:
        return f"the text alternative has {count} words"
    if FORMULA.search(text):
        return "the text alternative holds TeX"
    opening = EMPTY_OPENING.match(text)
    if opening:
        return f"the text alternative opens with “{opening[0].strip()}”"
    return None


def _find_empty(lesson: Lesson, records: Mapping[str, Record]) -> Iterator[str]:
    """Yield the ids of figures whose recorded data is empty or cannot be read."""
    for record in records.values():
        for figure in (f for cell in record.cells for f in cell.figures):
            try:
                path = lesson.folder / "records" / figure.data
                axes = json.loads(path.read_text(encoding="utf-8"))["axes"]
                filled = any(pair.get("series") for pair in axes)
            except (OSError, ValueError, KeyError, TypeError, AttributeError):
                filled = False
            if not filled:
                yield figure.id
