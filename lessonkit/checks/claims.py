"""Check what a lesson says of its results against its records."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from markdown_it import MarkdownIt

from lessonkit.checks.lesson_prose import STAGE_KINDS
from lessonkit.checks.places import YamlFile
from lessonkit.checks.wording import find_paragraphs
from lessonkit.course.entries import Expectation
from lessonkit.course.model import Course, Lesson, Paragraphs, Part, Section
from lessonkit.course.numbers import format_number
from lessonkit.layout import MAIN
from lessonkit.problems import Problem
from lessonkit.records import Record

MOST_SECONDS = 20.0
NUMBER = re.compile(r"(?<![\w.])[-−]?\d[\d,]*(?:\.\d+)?(?:[eE][-+−]?\d+)?(?![\w]|\.\d)")
NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve"),
)
# Prose may write a number in another unit: 57.6 GB, 40 µs, 25 %.
UNITS = (1.0, 1e3, 1e6, 1e9, 1e-2, 1e-3, 1e-6, 1e-9)
# A shorter line, such as `True`, may well stand in a plain text block.
LEAST_TYPED = 6


def check_claims(
    course: Course, lesson: Lesson, records: Mapping[str, Record]
) -> Iterator[Problem]:
    """Check expectations, numbers, typed output and the time of the run."""
    file = YamlFile(course.root, lesson.folder / "lesson.yml")
    for index, expectation in enumerate(lesson.metadata.expect):
        if not _says_value(expectation):
            tolerance = format_number(expectation.tolerance)
            value = format_number(expectation.value, expectation.tolerance)
            message = (
                f"“{expectation.says}” holds no number within {tolerance} of {value}"
            )
            yield file.problem(("expect", index, "says"), "LK116", message)
    record = records.get("cpu")
    if record is None or record.status != "passed":
        return
    name = (lesson.folder / "lesson.md").relative_to(course.root)
    yield from _check_typed(name, lesson, record)
    yield from _check_numbers(name, lesson, record)
    if record.seconds >= MOST_SECONDS:
        path = (lesson.folder / MAIN).relative_to(course.root)
        message = f"the recorded run took {record.seconds:.0f} seconds"
        yield Problem(path, 1, "LK115", message)


def _says_value(expectation: Expectation) -> bool:
    """Say whether the words hold the number, as exactly as they write it."""
    words = expectation.says.lower().split()
    values = [float(n) for n in range(len(NUMBER_WORDS)) if NUMBER_WORDS[n] in words]
    for match in NUMBER.finditer(expectation.says):
        number, step = read_number(match[0])
        for unit in UNITS:
            near = max(expectation.tolerance, unit * step / 2) * (1 + 1e-9)
            if abs(unit * number - expectation.value) <= near:
                return True
    return expectation.value in values


def read_number(text: str) -> tuple[float, float]:
    """Return a number as prose writes it, and the step of its last digit."""
    text = text.replace(",", "").replace("−", "-").lower()
    digits, _, exponent = text.partition("e")
    places = len(digits.partition(".")[2])
    return float(text), 10.0 ** (int(exponent or 0) - places)


def _check_typed(name: Path, lesson: Lesson, record: Record) -> Iterator[Problem]:
    """No block of the prose repeats a recorded line or a Python session."""
    printed = {line.strip() for cell in record.cells for line in cell.stdout.lines}
    printed = {line for line in printed if len(line) >= LEAST_TYPED}
    for token in MarkdownIt("commonmark").parse(lesson.prose.text):
        if token.type not in ("fence", "code_block") or not token.map:
            continue
        for number, line in enumerate(token.content.splitlines(), token.map[0] + 2):
            if line.strip() in printed:
                message = f"`{line.strip()}` is a recorded line"
                yield Problem(name, number, "LK313", message)
            elif line.startswith((">>> ", "In [", "Out[")):
                yield Problem(name, number, "LK313", "a typed Python session")


def _check_numbers(name: Path, lesson: Lesson, record: Record) -> Iterator[Problem]:
    """What the prose beside a cell repeats of its numbers is declared."""
    said = " ".join(expectation.says for expectation in lesson.metadata.expect)
    declared = {match[0] for match in NUMBER.finditer(said)}
    for stage in lesson.prose.stages:
        for section in stage.sections:
            printed = _find_printed(lesson, record, stage.title, section)
            for line, number in _find_said(section):
                known = number in declared or not printed
                if not known and any(_is_same(number, other) for other in printed):
                    message = f"{number} is what the cell of this section printed"
                    yield Problem(name, line, "LK315", message)


def _find_printed(
    lesson: Lesson, record: Record, stage: str, section: Section
) -> set[str]:
    """Return the decimal numbers that a section's cell printed, in every run."""
    numbers: set[str] = set()
    for cell in lesson.program.of_kind(*STAGE_KINDS.get(stage, ())):
        run = record.find_cell(cell.name) if cell.id == section.cell else None
        for line in run.stdout.lines if run else ():
            if not line.startswith(lesson.metadata.volatile.lines or "\0"):
                numbers |= {match[0] for match in NUMBER.finditer(line)}
    return {number for number in numbers if "." in number}


def _find_said(section: Section) -> Iterator[tuple[int, str]]:
    """Yield line and text of each decimal number of a section's prose."""
    for block in section.blocks:
        if isinstance(block, Paragraphs | Part):
            first = block.line + (2 if isinstance(block, Part) else 0)
            for line, text in find_paragraphs(block.markdown):
                for match in NUMBER.finditer(text):
                    if "." in match[0]:
                        yield first + line - 1, match[0]


def _is_same(said: str, printed: str) -> bool:
    """Say whether a printed number, rounded as the prose does, is the one it says."""
    number, step = read_number(said)
    other, _ = read_number(printed)
    # A number of one decimal, such as 0.5, agrees with too much by chance.
    near = step / 2 if step < 0.05 else 0.0
    return abs(number - other) <= near * (1 + 1e-9)
