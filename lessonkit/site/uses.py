"""Which building blocks a cell uses, and where the page explains each: once."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lessonkit.course.entries import BuildingBlock
from lessonkit.course.model import CellKind, Lesson

# In these a card shows the blocks; checks and the last line have none.
SHOWN = (
    CellKind.BUILD,
    CellKind.EXPERIMENT,
    CellKind.EXERCISE,
    CellKind.PRACTICE,
    CellKind.CHALLENGE,
)


@dataclass(frozen=True)
class BlockUse:
    """A building block that a cell uses.

    `explained` tells whether this cell is where the page explains it; everywhere else
    a link leads to `anchor`, which is there.
    """

    block: BuildingBlock
    anchor: str
    explained: bool


def build_uses(lesson: Lesson, cell: str) -> tuple[BlockUse, ...]:
    """Return the building blocks of a cell by its name, in order of use."""
    return tuple(
        BlockUse(block, _anchor(block), _find_home(lesson, block) == cell)
        for block in lesson.blocks.get(cell, ())
    )


def _find_home(lesson: Lesson, block: BuildingBlock) -> str:
    """Return the cell that explains a block: the first in the order of the page.

    A figure's cell stands in a place of its own, so it is asked last.
    """
    figures = lesson.program.of_kind(CellKind.FIGURE)
    for cell in (*lesson.program.of_kind(*SHOWN), *figures):
        if any(b.name == block.name for b in lesson.blocks.get(cell.name, ())):
            return cell.name
    return ""


def _anchor(block: BuildingBlock) -> str:
    return "block-" + re.sub(r"[^a-z0-9]+", "-", block.name.lower()).strip("-")
