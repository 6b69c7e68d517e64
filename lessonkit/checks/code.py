"""Check a lesson's program, its exercises and the files made of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lessonkit.course.blocks import check_calls
from lessonkit.course.model import (
    EXERCISE_KINDS,
    CellKind,
    Course,
    Lesson,
)
from lessonkit.course.starters import build_starter, check_marks
from lessonkit.files import write_file
from lessonkit.layout import MAIN, starter_path
from lessonkit.problems import Problem, did_you_mean

WRONG_ANSWERS_NEEDED = 2


def check_code(course: Course, lesson: Lesson) -> Iterator[Problem]:
    """Check calls, marks, the closing line, wrong answers and the starter."""
    name = (lesson.folder / MAIN).relative_to(course.root)
    marks = list(check_marks(name, lesson.program))
    yield from check_calls(name, lesson.program, course.building_blocks)
    yield from marks
    closing = lesson.program.find_cell(CellKind.PASS, "pass")
    if closing and closing.source != f'print("PASS: {lesson.id}")':
        message = f'the pass cell is not `print("PASS: {lesson.id}")`'
        yield Problem(name, closing.line, "LK204", message, "write exactly that")
    yield from _check_wrong_answers(course, lesson)
    if not marks:
        yield from _check_starter(course, lesson)


def _check_wrong_answers(course: Course, lesson: Lesson) -> Iterator[Problem]:
    """Every exercise has enough known wrong answers, and each has its exercise."""
    exercises = lesson.program.of_kind(*EXERCISE_KINDS)
    ids = [cell.id for cell in exercises]
    given = [answer.exercise for answer in lesson.wrong_answers]
    for answer in lesson.wrong_answers:
        if answer.exercise not in ids:
            path = answer.path.relative_to(course.root)
            message = f"there is no exercise `{answer.exercise}`"
            remedy = did_you_mean(answer.exercise, ids)
            yield Problem(path, 1, "LK503", message, remedy)
    for cell in exercises:
        count = given.count(cell.id)
        if count < WRONG_ANSWERS_NEEDED:
            name = (lesson.folder / MAIN).relative_to(course.root)
            message = f"`{cell.name}` has {count} known wrong answers, not two or more"
            remedy = f"add exercises/wrong/{cell.id}--SLUG.py"
            yield Problem(name, cell.marker, "LK503", message, remedy)


def _check_starter(course: Course, lesson: Lesson) -> Iterator[Problem]:
    """The committed starter is the one that main.py gives."""
    path = starter_path(lesson.folder, lesson.id)
    name = path.relative_to(course.root)
    if not path.is_file():
        yield Problem(name, 1, "LK501", "the starter is missing")
        return
    written = path.read_text(encoding="utf-8").splitlines()
    derived = build_starter(lesson).splitlines()
    if written != derived:
        pairs = zip(written, derived, strict=False)
        same = (number for number, (a, b) in enumerate(pairs, 1) if a != b)
        line = next(same, min(len(written), len(derived)))
        yield Problem(name, line, "LK501", "the starter is not what main.py gives")


def write_starters(course: Course) -> Iterator[Path]:
    """Write each starter that is missing or stale, and yield its path.

    Lessons whose marks are wrong have none.
    """
    for lesson in course.lessons:
        name = (lesson.folder / MAIN).relative_to(course.root)
        if not any(check_marks(name, lesson.program)):
            path = starter_path(lesson.folder, lesson.id)
            if write_file(path, build_starter(lesson)):
                yield path
