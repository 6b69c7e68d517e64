"""Which exercises have to run before another one can be judged."""

from __future__ import annotations

from lessonkit.course.model import (
    EXERCISE_KINDS,
    Cell,
    CellKind,
    Program,
)
from lessonkit.course.names import find_bound, find_read

_JUDGED = (*EXERCISE_KINDS, CellKind.CHECK)


def find_needed(
    program: Program, exercise: Cell, answer: Cell | None = None
) -> tuple[Cell, ...]:
    """Return the earlier exercises and checks whose names an exercise reads.

    Most stand on build and experiment cells alone; where one goes on from another,
    that one has to run before it. A learner's `answer` may build on an earlier one
    where the lesson's own does not.
    """
    given = (cell.source for cell in program.cells if cell.kind not in _JUDGED)
    known = frozenset[str]().union(*map(find_bound, given))
    check = program.find_cell(CellKind.CHECK, exercise.id)
    own = [cell for cell in (exercise, check, answer) if cell]
    wanted = frozenset[str]().union(*(find_read(cell.source) for cell in own))
    wanted -= known.union(*(find_bound(cell.source) for cell in own))
    needed: list[Cell] = []
    for cell in reversed(program.cells[: program.cells.index(exercise)]):
        if cell.kind in _JUDGED and wanted & find_bound(cell.source):
            needed.insert(0, cell)
            wanted |= find_read(cell.source) - known
    return tuple(needed)
