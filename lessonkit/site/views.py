"""What templates show: frozen values, complete, so that templates only place them.

Texts are Markdown as the author wrote them; templates render them by their filters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from lessonkit.course.entries import (
    Case,
    Question,
)
from lessonkit.course.model import Cell, Prediction
from lessonkit.records import Record
from lessonkit.site.uses import BlockUse

# --- runs -------------------------------------------------------------------------


@dataclass(frozen=True)
class VerifiedView:
    """What another environment found out about a recorded run.

    `kind` is passed, differs, failed, or outdated where it ran an earlier program.
    `version` is the bare version of JAX, empty where the course uses none.
    """

    kind: str
    version: str
    python: str
    day: str
    date: str
    differences: int


@dataclass(frozen=True)
class RunView:
    """A lesson's recorded run on one backend, in a reader's words.

    `kind` is fresh, stale, failed, never or unreadable; `reasons` say why. The texts
    are empty where there is no record. `file` is the record's download.
    """

    backend: str
    label: str
    kind: str
    reasons: tuple[str, ...]
    record: Record | None
    file: str
    time: str
    python: str
    versions: str
    devices: str
    provenance: str
    verified: tuple[VerifiedView, ...] = ()


@dataclass(frozen=True)
class OutputView:
    """What a cell printed. `status` is passed, failed, not run or not recorded."""

    status: str
    stdout: str
    stderr: str


@dataclass(frozen=True)
class TranscriptStep:
    """What one cell printed within a transcript; `label` says what the cell is."""

    label: str
    stdout: str


@dataclass(frozen=True)
class TranscriptView:
    """What the whole program printed, cell by cell; silent cells are left out."""

    output: OutputView
    steps: tuple[TranscriptStep, ...]


@dataclass(frozen=True)
class FailureView:
    """Why a recorded run is not a pass."""

    cell: str
    line: int
    message: str
    traceback: str


@dataclass(frozen=True)
class HeldAssertions:
    """How many assertions of a cell held in the recorded run."""

    cell: str
    count: int


# --- pieces of prose --------------------------------------------------------------


@dataclass(frozen=True)
class TextPiece:
    """Markdown that stands on the page as it is."""

    template: ClassVar[str] = "lesson/text.md.jinja"
    markdown: str


@dataclass(frozen=True)
class PredictionPiece:
    """A question before a result is shown; `item` names what it belongs to."""

    template: ClassVar[str] = "lesson/prediction.html.jinja"
    item: str
    prediction: Prediction


@dataclass(frozen=True)
class FigureTable:
    """The numbers behind one part of a figure."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class FigurePiece:
    """A recorded figure. `picture` is empty where none is recorded."""

    template: ClassVar[str] = "lesson/figure.html.jinja"
    id: str
    alternative: str
    picture: str
    data: str
    width: int
    height: int
    provenance: str
    code: str
    blocks: tuple[BlockUse, ...]
    tables: tuple[FigureTable, ...]


@dataclass(frozen=True)
class ResultPiece:
    """What a prediction is about: a figure, and all that the section says after it."""

    template: ClassVar[str] = "lesson/result.html.jinja"
    item: str
    pieces: tuple[TextPiece | FigurePiece, ...]


Piece = TextPiece | PredictionPiece | FigurePiece | ResultPiece


# --- what stands in a stage -------------------------------------------------------


@dataclass(frozen=True)
class SectionView:
    """A section that belongs to no cell."""

    template: ClassVar[str] = "lesson/section.md.jinja"
    title: str
    pieces: tuple[Piece, ...]

    @property
    def all_pieces(self) -> Iterator[Piece]:
        """The pieces in reading order, those of a result in its place."""
        for piece in self.pieces:
            yield from piece.pieces if isinstance(piece, ResultPiece) else (piece,)


@dataclass(frozen=True)
class CodeView:
    """A cell's code as a card shows it, and the blocks that it uses."""

    file: str
    label: str
    name: str
    source: str
    blocks: tuple[BlockUse, ...]


@dataclass(frozen=True)
class StepView:
    """A build step: intent, code with its output, closing note."""

    template: ClassVar[str] = "lesson/step.md.jinja"
    number: int
    cell: Cell
    title: str
    intent: str
    code: CodeView
    output: OutputView
    note: str


@dataclass(frozen=True)
class ExperimentView:
    """An experiment: prediction, code, expectation, recorded result, why."""

    template: ClassVar[str] = "lesson/experiment.md.jinja"
    number: int
    cell: Cell
    title: str
    intro: str
    prediction: Prediction | None
    setting: str
    code: CodeView
    expected: str
    output: OutputView
    conclusion: str
    why: str


@dataclass(frozen=True)
class ExerciseView:
    """An exercise of one level, from its prompt to the reasoning of its solution."""

    template: ClassVar[str] = "lesson/exercise.md.jinja"
    cell: Cell
    level: str
    title: str
    prompt: str
    prediction: Prediction | None
    steps: str
    starter: str
    hints: tuple[str, ...]
    solution: CodeView
    output: OutputView
    why: str


@dataclass(frozen=True)
class QuizView:
    """The quiz, where the prose places it."""

    template: ClassVar[str] = "lesson/quiz.md.jinja"
    title: str
    intro: str
    questions: tuple[Question, ...]


@dataclass(frozen=True)
class DiagnoseView:
    """The cases to diagnose, where the prose places them."""

    template: ClassVar[str] = "lesson/diagnose.md.jinja"
    title: str
    intro: str
    cases: tuple[Case, ...]


StageItem = (
    SectionView | StepView | ExperimentView | ExerciseView | QuizView | DiagnoseView
)


@dataclass(frozen=True)
class StageView:
    """One of the five stages."""

    number: int
    id: str
    name: str
    title: str
    minutes: int
    opening: str
    items: tuple[StageItem, ...]
