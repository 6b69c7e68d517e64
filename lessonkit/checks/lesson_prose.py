"""Check lesson.md against main.py, and the Markdown of study guides."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lessonkit.checks.places import check_tex
from lessonkit.course.model import (
    EXERCISE_KINDS,
    CellKind,
    Lesson,
    Paragraphs,
    PartKind,
    Phase,
    Placement,
    Section,
)
from lessonkit.course.prose import EXPECTED, check_markdown, split_chunks
from lessonkit.layout import MAIN
from lessonkit.problems import Problem, did_you_mean

# Which cells are told of in which stage; the other stages tell of none.
STAGE_KINDS = {
    "Build": (CellKind.BUILD,),
    "Experiment": (CellKind.EXPERIMENT,),
    "Exercise": EXERCISE_KINDS,
}
HINTS_NEEDED = {CellKind.EXERCISE: 2, CellKind.PRACTICE: 3, CellKind.CHALLENGE: 3}
CONCLUSION = ("Conclusion:", "**Conclusion:**")
QUIZ_TITLE = "Check your understanding"
DIAGNOSE_TITLE = "Diagnose the result"
GUIDE_SECTIONS = ("Preparation", "Milestones", "Project", "Evidence")


def check_prose(root: Path, lesson: Lesson) -> Iterator[Problem]:
    """Check that prose and cells tell of each other, and each item's parts."""
    name = (lesson.folder / "lesson.md").relative_to(root)
    yield from check_tex(name, lesson.prose.text)
    for stage in lesson.prose.stages:
        kinds = STAGE_KINDS.get(stage.title, ())
        yield from _check_headings(name, lesson, stage.sections, kinds)
    yield from _check_cells(root, lesson)
    yield from _check_figures(root, name, lesson)
    yield from _check_places(name, lesson)


def check_conclusions(root: Path, lesson: Lesson) -> Iterator[Problem]:
    """Check that each experiment's reasoning opens with what is to be kept of it."""
    name = (lesson.folder / "lesson.md").relative_to(root)
    for stage in lesson.prose.stages:
        for section in stage.sections if stage.title == "Experiment" else ():
            for part in section.parts(PartKind.WHY):
                if section.cell and not part.markdown.startswith(CONCLUSION):
                    message = f"`{section.title}` draws no conclusion"
                    yield Problem(name, part.line, "LK319", message)


def check_guide(root: Path, phase: Phase) -> Iterator[Problem]:
    """Check a study guide's sections, Markdown and formulas."""
    name = (phase.folder / "guide.md").relative_to(root)
    if not (root / name).is_file():
        return
    chunks = split_chunks(phase.guide)
    yield from check_markdown(name, phase.guide, chunks)
    yield from check_tex(name, phase.guide)
    titles = tuple(chunk.text for chunk in chunks if chunk.level == 2)
    if titles != GUIDE_SECTIONS:
        message = f"the sections are {', '.join(titles) or 'missing'}"
        remedy = f"write ## {', ## '.join(GUIDE_SECTIONS)}, in this order"
        yield Problem(name, 1, "LK308", message, remedy)


def _check_headings(
    name: Path,
    lesson: Lesson,
    sections: tuple[Section, ...],
    kinds: tuple[CellKind, ...],
) -> Iterator[Problem]:
    """Every heading with an id names a cell of its stage, in the cells' order."""
    cells = {cell.id: cell for cell in lesson.program.of_kind(*kinds)}
    order = list(cells)
    last = -1
    for section in sections:
        if section.cell is None:
            continue
        cell = cells.get(section.cell)
        if cell is None:
            message = f"no cell of this stage has the id `{section.cell}`"
            remedy = did_you_mean(section.cell, cells)
            yield Problem(name, section.line, "LK303", message, remedy)
            continue
        if order.index(cell.id) <= last:
            message = f"`{cell.name}` stands here in another order than in main.py"
            yield Problem(name, section.line, "LK303", message)
        last = order.index(cell.id)
        yield from _check_item(name, section, cell.kind)


def _check_cells(root: Path, lesson: Lesson) -> Iterator[Problem]:
    """Every build, experiment and exercise cell is told of once."""
    for stage, kinds in STAGE_KINDS.items():
        sections = [
            s for t in lesson.prose.stages if t.title == stage for s in t.sections
        ]
        told = [section.cell for section in sections]
        for cell in lesson.program.of_kind(*kinds):
            if told.count(cell.id) != 1:
                path = (lesson.folder / MAIN).relative_to(root)
                count = told.count(cell.id) or "no"
                message = f"`{cell.name}` has {count} sections in lesson.md"
                remedy = f"add `### Title <!-- {cell.id} -->` under `## {stage}`, once"
                yield Problem(path, cell.marker, "LK302", message, remedy)


def _check_item(name: Path, section: Section, kind: CellKind) -> Iterator[Problem]:
    """An item has an opening paragraph and the parts that its kind needs."""
    missing = []
    if not section.blocks or not isinstance(section.blocks[0], Paragraphs):
        missing.append("an opening paragraph")
    if kind != CellKind.BUILD and section.prediction is None:
        missing.append("a `> **Predict:**` quote")
    if kind == CellKind.EXPERIMENT and not _has_expected(section):
        missing.append(f"a paragraph that starts with `{EXPECTED}`")
    if kind in EXERCISE_KINDS and not section.parts(PartKind.STEPS):
        missing.append("`#### Steps`")
    if kind != CellKind.BUILD and not section.parts(PartKind.WHY):
        missing.append("`#### Why it works`")
    hints, needed = len(section.parts(PartKind.HINT)), HINTS_NEEDED.get(kind, 0)
    if hints < needed:
        missing.append(f"{needed} hints (it has {hints})")
    for what in missing:
        message = f"`{section.title}` lacks {what}"
        yield Problem(name, section.line, "LK308", message, "add it")


def _has_expected(section: Section) -> bool:
    return any(
        isinstance(block, Paragraphs) and block.markdown.startswith(EXPECTED)
        for block in section.blocks
    )


def _check_figures(root: Path, name: Path, lesson: Lesson) -> Iterator[Problem]:
    """Every figure is placed once, and explained where it is."""
    figures = [cell.id for cell in lesson.program.of_kind(CellKind.FIGURE)]
    placed: list[str] = []
    for placement in lesson.prose.placements:
        if placement.figure not in figures:
            message = f"main.py has no figure `{placement.figure}`"
            remedy = did_you_mean(placement.figure, figures)
            yield Problem(name, placement.line, "LK304", message, remedy)
        elif placement.figure in placed:
            message = f"the figure `{placement.figure}` is placed twice"
            yield Problem(name, placement.line, "LK304", message)
        placed.append(placement.figure)
    for cell in lesson.program.of_kind(CellKind.FIGURE):
        if cell.id not in placed:
            path = (lesson.folder / MAIN).relative_to(root)
            message = f"lesson.md does not place the figure `{cell.id}`"
            yield Problem(path, cell.marker, "LK304", message)
    for section in lesson.prose.sections:
        if any(isinstance(block, Placement) for block in section.blocks):
            yield from _check_figure_section(name, section)


def _check_figure_section(name: Path, section: Section) -> Iterator[Problem]:
    """A section with a figure asks first, and explains it."""
    if section.prediction is None:
        message = f"`{section.title}` shows a figure before asking for a prediction"
        remedy = "put a `> **Predict:**` quote before the figure"
        yield Problem(name, section.line, "LK308", message, remedy)
    for kind in (PartKind.READ, PartKind.CONNECT):
        if not section.parts(kind):
            message = f"`{section.title}` lacks `#### {kind}`"
            yield Problem(name, section.line, "LK308", message, "add it")


def _check_places(name: Path, lesson: Lesson) -> Iterator[Problem]:
    """The quiz and the cases have their places, the quiz first."""
    places = []
    for title, items in (
        (QUIZ_TITLE, lesson.metadata.quiz),
        (DIAGNOSE_TITLE, lesson.metadata.diagnose),
    ):
        found = [
            section.line
            for stage in lesson.prose.stages
            if stage.title == "Exercise"
            for section in stage.sections
            if section.title == title and section.cell is None
        ]
        places += found
        if items and len(found) != 1:
            message = f"`### {title}` stands {len(found)} times under `## Exercise`"
            yield Problem(name, 1, "LK308", message, "place it once")
    if places != sorted(places):
        message = f"`### {DIAGNOSE_TITLE}` stands before the quiz"
        yield Problem(name, min(places), "LK308", message)
