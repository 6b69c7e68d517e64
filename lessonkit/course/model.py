"""The course as frozen values: what the Markdown and Python sources say, joined by ids.

What stands in the YAML files is in `entries`. No stage of the pipeline changes a value
that it was given.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from lessonkit.course.entries import (
    BuildingBlock,
    CourseMetadata,
    Erratum,
    LessonMetadata,
    Misconception,
    PhaseMetadata,
    Term,
    Track,
)

# --- code/main.py -----------------------------------------------------------------


class CellKind(StrEnum):
    """What a cell of main.py is for."""

    BUILD = "build"
    FIGURE = "figure"
    EXPERIMENT = "experiment"
    EXERCISE = "exercise"
    CHECK = "check"
    PRACTICE = "practice"
    CHALLENGE = "challenge"
    PASS = "pass"


EXERCISE_KINDS = (CellKind.EXERCISE, CellKind.PRACTICE, CellKind.CHALLENGE)


@dataclass(frozen=True)
class Cell:
    """One cell of main.py.

    `marker` is the line of its `# %%` comment (from 1); `source` is the text below
    it, without blank lines at both ends, and begins on line `line`. The pass cell
    has the id "pass".
    """

    kind: CellKind
    id: str
    marker: int
    line: int
    source: str

    @property
    def name(self) -> str:
        """The name used to point at the cell, such as build/inputs."""
        return f"{self.kind}/{self.id}"


@dataclass(frozen=True)
class Program:
    """A whole main.py: its text, its docstring and its cells in order."""

    text: str
    docstring: str
    cells: tuple[Cell, ...]

    def of_kind(self, *kinds: CellKind) -> tuple[Cell, ...]:
        """Return the cells of these kinds, in order."""
        return tuple(cell for cell in self.cells if cell.kind in kinds)

    def find_cell(self, kind: CellKind, id: str) -> Cell | None:
        """Return the cell with this kind and id."""
        for cell in self.cells:
            if (cell.kind, cell.id) == (kind, id):
                return cell
        return None


# --- lesson.md and guide.md --------------------------------------------------------


@dataclass(frozen=True)
class Paragraphs:
    """A run of Markdown blocks; `line` is its first line in the file."""

    markdown: str
    line: int


@dataclass(frozen=True)
class Prediction:
    """What a reader commits to before a result is shown."""

    question: str
    choices: tuple[str, ...]
    line: int


@dataclass(frozen=True)
class Placement:
    """A figure's place in the prose."""

    figure: str
    alternative: str
    line: int


class PartKind(StrEnum):
    """The headings of level four that an item may have."""

    STEPS = "Steps"
    HINT = "Hint"
    WHY = "Why it works"
    READ = "Read the figure"
    CONNECT = "Connect it to the computation"


@dataclass(frozen=True)
class Part:
    """A part of an item under its own heading of level four."""

    kind: PartKind
    markdown: str
    line: int


Block = Paragraphs | Prediction | Placement | Part


@dataclass(frozen=True)
class Section:
    """What stands under one heading of level three.

    `cell` is the id from the heading's comment, or None for plain prose. `blocks`
    keep the reading order; neighbouring Markdown blocks are one `Paragraphs`, but
    the first paragraph always stands alone, and so does an "**Expected:**" one.
    """

    title: str
    cell: str | None
    line: int
    blocks: tuple[Block, ...]

    @property
    def prediction(self) -> Prediction | None:
        """The first prediction."""
        return next((b for b in self.blocks if isinstance(b, Prediction)), None)

    def parts(self, kind: PartKind) -> tuple[Part, ...]:
        """Return the parts of this kind, in order."""
        return tuple(b for b in self.blocks if isinstance(b, Part) and b.kind == kind)


@dataclass(frozen=True)
class Stage:
    """One of the five stages: its opening line and its sections."""

    title: str
    opening: Paragraphs
    line: int
    sections: tuple[Section, ...]


@dataclass(frozen=True)
class Prose:
    """A whole lesson.md: its text and its stages in order."""

    text: str
    stages: tuple[Stage, ...]

    @property
    def sections(self) -> Iterator[Section]:
        """Every section of every stage, in order."""
        return (section for stage in self.stages for section in stage.sections)

    @property
    def placements(self) -> Iterator[Placement]:
        """Every figure's place, in order."""
        return (
            block
            for section in self.sections
            for block in section.blocks
            if isinstance(block, Placement)
        )

    def stage(self, title: str) -> Stage:
        """Return the stage with this heading; every valid lesson has all five."""
        return next(stage for stage in self.stages if stage.title == title)


STAGES = ("Understand", "Build", "Experiment", "Exercise", "Evidence")


# --- joined --------------------------------------------------------------------------


@dataclass(frozen=True)
class WrongAnswer:
    """A known wrong answer to an exercise and part of the message that catches it."""

    exercise: str
    path: Path
    caught_by: str
    source: str


@dataclass(frozen=True)
class Lesson:
    """A lesson: its metadata, program and prose, and where it stands.

    `folder` is absolute; `number` is "02.04"; `position` counts from 1 within the
    phase's list.
    """

    folder: Path
    number: str
    position: int
    metadata: LessonMetadata
    program: Program
    prose: Prose
    wrong_answers: tuple[WrongAnswer, ...]
    blocks: dict[str, tuple[BuildingBlock, ...]]

    @property
    def id(self) -> str:
        """The id that never changes, such as transforms-04."""
        return self.metadata.id


@dataclass(frozen=True)
class Phase:
    """A phase: its metadata, study guide and written lessons, in order."""

    folder: Path
    number: str
    metadata: PhaseMetadata
    guide: str
    lessons: tuple[Lesson, ...]

    @property
    def id(self) -> str:
        """The id that never changes, such as transforms."""
        return self.metadata.id


@dataclass(frozen=True)
class Course:
    """The whole course; `root` is the absolute folder of the repository."""

    root: Path
    metadata: CourseMetadata
    phases: tuple[Phase, ...]
    building_blocks: tuple[BuildingBlock, ...]
    glossary: tuple[Term, ...]
    misconceptions: tuple[Misconception, ...]
    errata: tuple[Erratum, ...] = ()

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """Every written lesson, in reading order."""
        return tuple(lesson for phase in self.phases for lesson in phase.lessons)

    def find_track(self, id: str) -> Track | None:
        """Return the track with this id."""
        return next((t for t in self.metadata.tracks if t.id == id), None)
