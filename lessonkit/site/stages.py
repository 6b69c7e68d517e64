"""The five stages of a lesson's page, joined from prose, program and record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from lessonkit.course.model import (
    STAGES,
    Block,
    Cell,
    CellKind,
    Lesson,
    Paragraphs,
    PartKind,
    Placement,
    Prediction,
    Section,
    Stage,
)
from lessonkit.course.starters import build_solution_cell, build_starter_cell
from lessonkit.site.figures import RecordedFigure, build_figure
from lessonkit.site.runs import build_output
from lessonkit.site.uses import build_uses
from lessonkit.site.views import (
    CodeView,
    DiagnoseView,
    ExerciseView,
    ExperimentView,
    FigurePiece,
    Piece,
    PredictionPiece,
    QuizView,
    ResultPiece,
    RunView,
    SectionView,
    StageItem,
    StageView,
    StepView,
    TextPiece,
)

EXPECTED = "**Expected:**"
QUIZ_TITLE = "Check your understanding"
DIAGNOSE_TITLE = "Diagnose the result"
LEVELS = {
    CellKind.EXERCISE: "Foundation",
    CellKind.PRACTICE: "Practice",
    CellKind.CHALLENGE: "Challenge",
}
# What the stepper calls each stage, and the long title over it.
NAMES = {
    "Understand": ("Understand", "Understand the problem and the idea"),
    "Build": ("Build & Run", "Build it and run it, block by block"),
    "Experiment": ("Experiment", "Experiment with one change at a time"),
    "Exercise": ("Exercise & Check", "Exercise, and check what you understood"),
    "Evidence": ("Evidence", "Keep the evidence of your work"),
}


@dataclass(frozen=True)
class Sources:
    """What the stages are joined from: a lesson, its run and its figures."""

    lesson: Lesson
    run: RunView
    figures: dict[str, RecordedFigure]


def build_stages(sources: Sources) -> tuple[StageView, ...]:
    """Return the five stages in order."""
    return tuple(build_stage(sources, title) for title in STAGES)


def build_stage(sources: Sources, title: str) -> StageView:
    """Return one stage, by its title in the prose, of its opening and its sections."""
    stage = sources.lesson.prose.stage(title)
    name, title = NAMES[stage.title]
    items = [_build_item(sources, section) for section in _numbered(sources, stage)]
    if stage.title == "Exercise":
        items += _missing_places(sources.lesson, items)
    id = stage.title.lower()
    return StageView(
        number=STAGES.index(stage.title) + 1,
        id=id,
        name=name,
        title=title,
        minutes=getattr(sources.lesson.metadata.minutes, id),
        opening=stage.opening.markdown,
        items=tuple(items),
    )


@dataclass(frozen=True)
class Numbered:
    """A section with its cell and its number among the cells of its kind."""

    section: Section
    cell: Cell | None
    number: int


def _numbered(sources: Sources, stage: Stage) -> Iterable[Numbered]:
    """Yield the sections of a stage with the cells that they stand for."""
    kinds = {
        "Build": (CellKind.BUILD,),
        "Experiment": (CellKind.EXPERIMENT,),
        "Exercise": tuple(LEVELS),
    }.get(stage.title, ())
    cells = {cell.id: cell for cell in sources.lesson.program.of_kind(*kinds)}
    order = list(cells)
    for section in stage.sections:
        cell = cells.get(section.cell or "")
        yield Numbered(section, cell, order.index(cell.id) + 1 if cell else 0)


def _build_item(sources: Sources, numbered: Numbered) -> StageItem:
    """Make what a section is: a step, an experiment, an exercise, a place, prose."""
    section, cell = numbered.section, numbered.cell
    if cell is None:
        return _build_section(sources, section)
    builders: dict[CellKind, Callable[..., StageItem]] = {
        CellKind.BUILD: _build_step,
        CellKind.EXPERIMENT: _build_experiment,
    }
    builder = builders.get(cell.kind, _build_exercise)
    return builder(sources, section, cell, numbered.number)


def _build_section(sources: Sources, section: Section) -> StageItem:
    """Make a section without a cell; two titles say where something stands."""
    metadata = sources.lesson.metadata
    if section.title == QUIZ_TITLE:
        return QuizView(section.title, _texts(section.blocks), metadata.quiz)
    if section.title == DIAGNOSE_TITLE:
        return DiagnoseView(section.title, _texts(section.blocks), metadata.diagnose)
    pieces = [_build_piece(sources, section, block) for block in section.blocks]
    return SectionView(section.title, tuple(_join_results(pieces)))


def _join_results(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield the pieces; a predicted figure and what follows it are one result."""
    asked, result = "", []
    for piece in pieces:
        if isinstance(piece, PredictionPiece):
            if result:
                yield ResultPiece(asked, tuple(result))
            asked, result = piece.item, []
            yield piece
        elif result or (asked and isinstance(piece, FigurePiece)):
            result.append(piece)
        else:
            yield piece
    if result:
        yield ResultPiece(asked, tuple(result))


def _missing_places(lesson: Lesson, items: list[StageItem]) -> Iterable[StageItem]:
    """Yield the quiz and the cases where the prose gives them no place."""
    kinds = {type(item) for item in items}
    metadata = lesson.metadata
    if metadata.quiz and QuizView not in kinds:
        yield QuizView(QUIZ_TITLE, "", metadata.quiz)
    if metadata.diagnose and DiagnoseView not in kinds:
        yield DiagnoseView(DIAGNOSE_TITLE, "", metadata.diagnose)


def _build_piece(sources: Sources, section: Section, block: Block) -> Piece:
    """Make what a block of plain prose becomes."""
    match block:
        case Paragraphs():
            return TextPiece(block.markdown)
        case Prediction():
            figures = (b.figure for b in section.blocks if isinstance(b, Placement))
            return PredictionPiece(f"figure-{next(figures, section.line)}", block)
        case Placement():
            recorded = sources.figures.get(block.figure)
            return build_figure(sources.lesson, block, sources.run, recorded)
        case _:
            return TextPiece(f"#### {block.kind.value}\n\n{block.markdown}")


def _texts(blocks: Iterable[Block]) -> str:
    """Return the Markdown among these blocks as one text."""
    return "\n\n".join(b.markdown for b in blocks if isinstance(b, Paragraphs))


def _parts(section: Section, kind: PartKind) -> str:
    """Return the parts of one kind as one text."""
    return "\n\n".join(part.markdown for part in section.parts(kind))


def _build_code(sources: Sources, cell: Cell, label: str) -> CodeView:
    """Return a cell's code without marks, for a card."""
    return CodeView(
        file="main.py",
        label=label,
        name=cell.name,
        source=build_solution_cell(sources.lesson.program, cell),
        blocks=build_uses(sources.lesson, cell.name),
    )


def _build_step(
    sources: Sources, section: Section, cell: Cell, number: int
) -> StepView:
    """Make a build step: the first paragraph is its intent, the rest its note."""
    blocks = section.blocks
    return StepView(
        number=number,
        cell=cell,
        title=section.title,
        intent=_texts(blocks[:1]),
        code=_build_code(sources, cell, f"append build step {number}"),
        output=build_output(sources.run, cell.name),
        note=_texts(blocks[1:]),
    )


def _build_experiment(
    sources: Sources, section: Section, cell: Cell, number: int
) -> ExperimentView:
    """Make an experiment; its expectation parts setting from conclusion."""
    before, rest = _split_at(section.blocks, _is_expectation)
    intro, setting = _split_at(before, lambda block: isinstance(block, Prediction))
    return ExperimentView(
        number=number,
        cell=cell,
        title=section.title,
        intro=_texts(intro),
        prediction=section.prediction,
        setting=_texts(setting),
        code=_build_code(sources, cell, f"append experiment {number}"),
        expected=_texts(rest[:1]),
        output=build_output(sources.run, cell.name),
        conclusion=_texts(rest[1:]),
        why=_parts(section, PartKind.WHY),
    )


def _is_expectation(block: Block) -> bool:
    return isinstance(block, Paragraphs) and block.markdown.startswith(EXPECTED)


def _split_at(
    blocks: tuple[Block, ...], found: Callable[[Block], bool]
) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    """Split before the first block that is found; without one, all stand before."""
    place = next((i for i, b in enumerate(blocks) if found(b)), len(blocks))
    return blocks[:place], blocks[place:]


def _build_exercise(
    sources: Sources, section: Section, cell: Cell, number: int
) -> ExerciseView:
    """Make an exercise of its prompt and its parts."""
    program = sources.lesson.program
    return ExerciseView(
        cell=cell,
        level=LEVELS[cell.kind],
        title=section.title,
        prompt=_texts(section.blocks),
        prediction=section.prediction,
        steps=_parts(section, PartKind.STEPS),
        starter=build_starter_cell(program, cell),
        hints=tuple(part.markdown for part in section.parts(PartKind.HINT)),
        solution=_build_code(sources, cell, f"solution of {LEVELS[cell.kind]}"),
        output=build_output(sources.run, cell.name, f"check/{cell.id}"),
        why=_parts(section, PartKind.WHY),
    )
