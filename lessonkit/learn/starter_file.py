"""The committed starter of a lesson, and whether filling it gives the solution."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lessonkit.course.cells import parse_program
from lessonkit.course.model import (
    EXERCISE_KINDS,
    Cell,
    CellKind,
    Course,
    Lesson,
    Program,
)
from lessonkit.course.starters import build_starter, find_blanks
from lessonkit.layout import starter_path
from lessonkit.problems import Problem


@dataclass(frozen=True)
class StarterFile:
    """A starter as it is committed, or as it would be where it is missing.

    `program` is None where Python cannot read it; `line` and `message` say why.
    """

    path: Path
    program: Program | None
    line: int = 1
    message: str = ""

    def find_pair(self, exercise: Cell) -> tuple[Cell, Cell] | None:
        """Return an exercise's cell and its check, or None where one is missing."""
        if self.program is None:
            return None
        cell = self.program.find_cell(exercise.kind, exercise.id)
        check = self.program.find_cell(CellKind.CHECK, exercise.id)
        return (cell, check) if cell and check else None


def load_starter(lesson: Lesson) -> StarterFile:
    """Return a lesson's starter."""
    path = starter_path(lesson.folder, lesson.id)
    text = path.read_text("utf-8") if path.is_file() else build_starter(lesson)
    program, problems = parse_program(path, text)
    if program is None:
        return StarterFile(path, None, problems[0].line, problems[0].message)
    return StarterFile(path, program)


def check_filling(
    course: Course, lesson: Lesson, starter: StarterFile
) -> Iterator[Problem]:
    """Find what keeps a starter from compiling, or from becoming the solution."""
    name = starter.path.relative_to(course.root)
    if starter.program is None:
        message = f"the starter does not compile: {starter.message}"
        yield Problem(name, starter.line, "LK505", message)
        return
    for exercise in lesson.program.of_kind(*EXERCISE_KINDS):
        pair = starter.find_pair(exercise)
        if pair is None:
            message = f"`{exercise.name}` or its check is not in the starter"
            yield Problem(name, 1, "LK510", message)
            continue
        filled = fill_blanks(lesson.program, exercise, pair[0].source)
        if filled is None or _read(filled) != _read(exercise.source):
            message = f"filling the blanks of `{exercise.name}` gives another program"
            yield Problem(name, pair[0].marker, "LK510", message)


def fill_blanks(program: Program, exercise: Cell, starter: str) -> str | None:
    """Return a starter's cell with its blanks filled, or None where one is missing."""
    lines = starter.splitlines()
    start = 0
    for blank in find_blanks(program, exercise):
        size = len(blank.starter)
        found = (
            index
            for index in range(start, len(lines) - size + 1)
            if tuple(lines[index : index + size]) == blank.starter
        )
        index = next(found, None)
        if index is None:
            return None
        lines[index : index + size] = blank.solution
        start = index + len(blank.solution)
    return "\n".join(lines)


def _read(source: str) -> str:
    """Return what a source says, without comments and layout."""
    try:
        return ast.dump(ast.parse(source))
    except (SyntaxError, ValueError):
        return ""
