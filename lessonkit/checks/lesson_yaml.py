"""Check a lesson.yml against the lesson's code, prose, records and the course."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lessonkit.checks.places import YamlFile, check_yaml_tex
from lessonkit.checks.registries import check_repeated
from lessonkit.course.entries import Expectation, Question
from lessonkit.course.model import (
    CellKind,
    Course,
    Lesson,
)
from lessonkit.course.numbers import format_number
from lessonkit.problems import Problem, did_you_mean
from lessonkit.records import Record, find_records

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def check_metadata(course: Course, lesson: Lesson) -> Iterator[Problem]:
    """Check everything in a lesson.yml that names something elsewhere."""
    file = YamlFile(course.root, lesson.folder / "lesson.yml")
    metadata = lesson.metadata
    yield from check_yaml_tex(file, metadata)
    for key in ("objectives", "quiz", "diagnose", "evidence"):
        yield from check_repeated(file, (key,), getattr(metadata, key))
    yield from _check_objectives(file, lesson)
    yield from _check_needs(file, course, lesson)
    yield from _check_volatile(file, lesson)
    yield from _check_revision(file, lesson)
    for index, question in enumerate(metadata.quiz):
        yield from _check_question(file, course, index, question)
    records = find_records(lesson.folder)
    for index, expectation in enumerate(metadata.expect):
        yield from _check_expectation(file, lesson, records, index, expectation)


def _check_objectives(file: YamlFile, lesson: Lesson) -> Iterator[Problem]:
    """Every objective is tested by something that exists."""
    tests = [f"question/{question.id}" for question in lesson.metadata.quiz]
    tests += [f"diagnose/{case.id}" for case in lesson.metadata.diagnose]
    tests += [cell.name for cell in lesson.program.cells]
    for index, objective in enumerate(lesson.metadata.objectives):
        for number, name in enumerate(objective.tested_by):
            if name not in tests:
                place = ("objectives", index, "tested_by", number)
                message = f"nothing here is called `{name}`"
                yield file.problem(place, "LK107", message, did_you_mean(name, tests))


def _check_needs(file: YamlFile, course: Course, lesson: Lesson) -> Iterator[Problem]:
    """Every prerequisite is a lesson of some phase, written or planned."""
    listed = [entry.id for phase in course.phases for entry in phase.metadata.lessons]
    for index, id in enumerate(lesson.metadata.needs):
        if id not in listed:
            message = f"no phase lists a lesson `{id}`"
            remedy = did_you_mean(id, listed)
            yield file.problem(("needs", index), "LK107", message, remedy)


def _check_volatile(file: YamlFile, lesson: Lesson) -> Iterator[Problem]:
    """What is declared volatile exists."""
    cells = [cell.name for cell in lesson.program.cells]
    figures = [cell.id for cell in lesson.program.of_kind(CellKind.FIGURE)]
    volatile = lesson.metadata.volatile
    for key, names, known in (
        ("cells", volatile.cells, cells),
        ("figures", volatile.figures, figures),
    ):
        for index, name in enumerate(names):
            if name not in known:
                place = ("volatile", key, index)
                message = f"main.py has no `{name}`"
                yield file.problem(place, "LK107", message, did_you_mean(name, known))


def _check_revision(file: YamlFile, lesson: Lesson) -> Iterator[Problem]:
    """The newest change is the lesson's revision and date."""
    newest = lesson.metadata.changes[0]
    stated = (lesson.metadata.revision, lesson.metadata.revised)
    if (newest.revision, newest.date) != stated:
        message = "the first entry of `changes` is not the lesson's revision and date"
        remedy = "keep the newest change on top"
        yield file.problem(("changes", 0), "LK105", message, remedy)


def _check_question(
    file: YamlFile, course: Course, index: int, question: Question
) -> Iterator[Problem]:
    """One option is right, and misconceptions that are named exist."""
    right = [option for option in question.options if option.right]
    if len(right) != 1:
        message = f"the question `{question.id}` has {len(right)} right options"
        yield file.problem(("quiz", index, "options"), "LK502", message)
    known = [misconception.id for misconception in course.misconceptions]
    for number, option in enumerate(question.options):
        if option.misconception and option.misconception not in known:
            place = ("quiz", index, "options", number, "misconception")
            message = f"there is no misconception `{option.misconception}`"
            remedy = did_you_mean(option.misconception, known)
            yield file.problem(place, "LK107", message, remedy)


def _check_expectation(
    file: YamlFile,
    lesson: Lesson,
    records: dict[str, Record],
    index: int,
    expectation: Expectation,
) -> Iterator[Problem]:
    """The claim stands in the prose, and every record bears it out."""
    place = ("expect", index)
    if " ".join(expectation.says.split()) not in " ".join(lesson.prose.text.split()):
        message = f"lesson.md does not say “{expectation.says}”"
        yield file.problem((*place, "says"), "LK108", message)
    names = [cell.name for cell in lesson.program.cells]
    if expectation.cell not in names:
        message = f"main.py has no cell `{expectation.cell}`"
        remedy = did_you_mean(expectation.cell, names)
        yield file.problem((*place, "cell"), "LK107", message, remedy)
        return
    for backend, record in records.items():
        message = _compare(record, expectation)
        if message:
            message = f"the record of {backend} {message}"
            yield file.problem((*place, "value"), "LK108", message)


def _compare(record: Record, expectation: Expectation) -> str:
    """Say how a record of a whole run disagrees with an expectation, or nothing."""
    run = record.find_cell(expectation.cell)
    if run is None or record.status != "passed":
        return ""
    for line in run.stdout.lines:
        if line.startswith(expectation.line):
            number = NUMBER.search(line, len(expectation.line))
            value = float(number[0]) if number else None
            if value is None:
                return f"has no number after `{expectation.line}`"
            if abs(value - expectation.value) > expectation.tolerance:
                expected = format_number(expectation.value, expectation.tolerance)
                return f"says {number[0]}, not {expected}"
            return ""
    return f"has no line `{expectation.line}` in {expectation.cell}"
