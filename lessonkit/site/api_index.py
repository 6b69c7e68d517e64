"""The index of library calls: what each does, and which lessons and cells use it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from lessonkit.course.entries import BuildingBlock
from lessonkit.course.model import Cell, CellKind, Course, Lesson, Program
from lessonkit.site.lesson_view import find_lesson
from lessonkit.site.page_views import Neighbour


@dataclass(frozen=True)
class CellUse:
    """A place on a lesson's page where a call is used."""

    kind: str
    id: str

    @property
    def anchor(self) -> str:
        """The anchor on the lesson's page."""
        return f"{self.kind}-{self.id}"


@dataclass(frozen=True)
class LessonUse:
    """A lesson that uses a call, with its places in reading order."""

    lesson: Neighbour
    places: tuple[CellUse, ...]


@dataclass(frozen=True)
class CallView:
    """A library call and the lessons that use it, in reading order."""

    block: BuildingBlock
    uses: tuple[LessonUse, ...]


@dataclass(frozen=True)
class LibraryView:
    """The calls of one library, by name."""

    name: str
    calls: tuple[CallView, ...]


def build_api_index(course: Course) -> tuple[LibraryView, ...]:
    """Return the calls that lessons use, grouped by library, from A to Z."""
    uses = _find_uses(course)
    calls = [
        CallView(block, tuple(uses[block.name]))
        for block in sorted(course.building_blocks, key=lambda b: b.name.casefold())
        if block.name in uses
    ]
    groups = groupby(calls, key=lambda call: call.block.name.partition(".")[0])
    return tuple(LibraryView(name, tuple(found)) for name, found in groups)


def _find_uses(course: Course) -> dict[str, list[LessonUse]]:
    """Return the uses of each call by its name."""
    found: dict[str, list[LessonUse]] = {}
    for lesson in course.lessons:
        neighbour = find_lesson(course, lesson.id)
        for name, places in _find_places(lesson).items():
            found.setdefault(name, []).append(LessonUse(neighbour, tuple(places)))
    return found


def _find_places(lesson: Lesson) -> dict[str, list[CellUse]]:
    """Return the places of one lesson by the call that they use."""
    found: dict[str, dict[CellUse, None]] = {}
    for cell in lesson.program.cells:
        for place in _find_place(lesson.program, cell):
            for block in lesson.blocks.get(cell.name, ()):
                found.setdefault(block.name, {})[place] = None
    return {name: list(places) for name, places in found.items()}


def _find_place(program: Program, cell: Cell) -> Iterator[CellUse]:
    """Yield where a cell is on the page: a check stands at its exercise."""
    if cell.kind == CellKind.CHECK:
        kinds = (CellKind.EXERCISE, CellKind.PRACTICE, CellKind.CHALLENGE)
        checked = (kind for kind in kinds if program.find_cell(kind, cell.id))
        yield from (CellUse(kind.value, cell.id) for kind in checked)
    elif cell.kind != CellKind.PASS:
        yield CellUse(cell.kind.value, cell.id)
