"""The prose of a lesson around its notebook's cells, as Markdown."""

from __future__ import annotations

from dataclasses import dataclass

from lessonkit.course.model import (
    EXERCISE_KINDS,
    Block,
    Cell,
    CellKind,
    Lesson,
    Part,
    PartKind,
    Placement,
    Prediction,
    Section,
    Stage,
)
from lessonkit.site.stages import LEVELS, NAMES

KINDS = {
    "Build": (CellKind.BUILD,),
    "Experiment": (CellKind.EXPERIMENT,),
    "Exercise": EXERCISE_KINDS,
}
HINTS = "The hints, the quiz and the evidence form are on the lesson's page."


@dataclass(frozen=True)
class NotebookProse:
    """Markdown by place: the first stage, around each cell by its name, the end."""

    understand: str
    before: dict[str, str]
    after: dict[str, str]
    evidence: str


def build_notebook_prose(lesson: Lesson, *, solutions: bool) -> NotebookProse:
    """Return the prose of a notebook; `solutions` tells whether it explains them."""
    before: dict[str, str] = {}
    after: dict[str, str] = {}
    for stage_title, kinds in KINDS.items():
        stage = lesson.prose.stage(stage_title)
        cells = {cell.id: cell for cell in lesson.program.of_kind(*kinds)}
        opening = _heading(stage)
        for section in stage.sections:
            cell = cells.get(section.cell or "")
            if cell is None:
                continue
            first, rest = _around(section, cell, solutions=solutions)
            before[cell.name] = _join(opening, first)
            after[cell.name] = rest
            opening = ""
    for placement in lesson.prose.placements:
        before[f"figure/{placement.figure}"] = f"*Figure: {placement.alternative}*"
    understand = lesson.prose.stage("Understand")
    sections = (_write_section(section) for section in understand.sections)
    first = _join(_heading(understand), *sections)
    return NotebookProse(first, before, after, _build_evidence(lesson))


def _heading(stage: Stage) -> str:
    return f"## {NAMES[stage.title][0]}\n\n{stage.opening.markdown}"


def _write_section(section: Section) -> str:
    return _join(f"### {section.title}", *map(_write, section.blocks))


def _around(section: Section, cell: Cell, *, solutions: bool) -> tuple[str, str]:
    """Return what stands before a cell, its heading included, and after it."""
    if cell.kind in EXERCISE_KINDS:
        return _around_exercise(section, cell, solutions=solutions)
    blocks = section.blocks
    if cell.kind == CellKind.BUILD:
        place = 1
    else:
        asked = [i for i, b in enumerate(blocks) if isinstance(b, Prediction)]
        place = asked[0] + 1 if asked else 1
    first = _join(f"### {section.title}", *map(_write, blocks[:place]))
    return first, _join(*map(_write, blocks[place:]))


def _around_exercise(
    section: Section, cell: Cell, *, solutions: bool
) -> tuple[str, str]:
    """Return an exercise's prompt and steps, and the reasoning of its solution."""
    prompt = (b for b in section.blocks if not isinstance(b, Part))
    title = f"### {LEVELS[cell.kind]}: {section.title}"
    steps = map(_write, section.parts(PartKind.STEPS))
    why = map(_write, section.parts(PartKind.WHY))
    first = _join(title, *map(_write, prompt), *steps, HINTS)
    return first, _join(*why) if solutions else ""


def _write(block: Block) -> str:
    """Return a block as Markdown."""
    match block:
        case Prediction():
            choices = [f"> * {choice}" for choice in block.choices]
            lines = [f"> **Predict:** {block.question}", *(["> "] if choices else [])]
            return "\n".join([*lines, *choices])
        case Placement():
            return f"*The cell `figure: {block.figure}` below draws this figure.*"
        case Part():
            # No heading: it would stand in a notebook's contents many times.
            return f"**{block.kind.value}**\n\n{block.markdown}"
        case _:
            return block.markdown


def _build_evidence(lesson: Lesson) -> str:
    """Return takeaways and evidence as the last cell shows them."""
    metadata = lesson.metadata
    takeaways = "\n".join(f"* {text}" for text in metadata.takeaways)
    evidence = "\n".join(f"* {item.text}" for item in metadata.evidence)
    opening = _heading(lesson.prose.stage("Evidence"))
    return _join(opening, "### Takeaways", takeaways, "### Evidence to keep", evidence)


def _join(*texts: str) -> str:
    return "\n\n".join(text for text in texts if text)
