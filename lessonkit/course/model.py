"""The course as frozen values: what the YAML, Markdown and Python sources say.

What stands in a YAML file is a pydantic model, so that its schema, its checks and
its documentation are one text. What is read from Markdown and Python is a plain
dataclass. No stage of the pipeline changes a value it was given.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Id = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Version = Annotated[str, Field(pattern=r"^\d+\.\d+\.\d+$")]
Text = Annotated[str, Field(min_length=1)]
CellName = Annotated[str, Field(pattern=r"^[a-z]+/[a-z0-9-]+$")]
Link = Annotated[str, Field(pattern=r"^https://\S+$")]


class Entry(BaseModel):
    """A mapping in a YAML file: unknown keys are refused, values never change."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=False)


# --- lesson.yml ---------------------------------------------------------------


class Change(Entry):
    """What a revision of a lesson changed."""

    revision: Version
    date: date
    what: Text


class Minutes(Entry):
    """The time a reader needs for each stage, in minutes."""

    understand: int = Field(gt=0)
    build: int = Field(gt=0)
    experiment: int = Field(gt=0)
    exercise: int = Field(gt=0)
    evidence: int = Field(gt=0)

    @property
    def total(self) -> int:
        """The whole lesson, in minutes."""
        return sum(getattr(self, name) for name in type(self).model_fields)


class Objective(Entry):
    """What a reader can do afterwards, and where that is tested."""

    id: Id
    text: Text
    tested_by: tuple[CellName, ...] = Field(min_length=1)


class Expectation(Entry):
    """A number that the prose claims: `says` stands in lesson.md, the record agrees."""

    cell: CellName
    line: Text
    value: float
    tolerance: float = Field(ge=0)
    says: Text


class Volatile(Entry):
    """What differs from run to run: starts of lines, figures, whole cells."""

    lines: tuple[Text, ...] = ()
    figures: tuple[Id, ...] = ()
    cells: tuple[CellName, ...] = ()


class Tolerance(Entry):
    """How far a number may lie from the recorded one."""

    relative: float = Field(default=1e-5, ge=0)
    absolute: float = Field(default=1e-6, ge=0)


class Budgets(Entry):
    """What a run may use before it is stopped."""

    seconds: int = Field(default=120, gt=0)
    memory_mib: int = Field(default=2048, gt=0)
    output_mib: int = Field(default=64, gt=0)


class Option(Entry):
    """An answer to a question; a wrong one names the misconception behind it."""

    text: Text
    right: bool = False
    misconception: Id | None = None
    feedback: Text


class Question(Entry):
    """A quiz question; the output of `code`, where given, is the right option."""

    id: Id
    question: Text
    code: str | None = None
    options: tuple[Option, ...] = Field(min_length=3, max_length=4)


class Case(Entry):
    """A wrong outcome to diagnose."""

    id: Id
    symptom: Text
    message: str | None = None
    causes: tuple[Text, ...] = Field(min_length=1)
    does_not_prove: Text
    tell_apart: Text


class EvidenceItem(Entry):
    """One thing that a reader keeps as proof of the work."""

    id: Id
    text: Text


class Reference(Entry):
    """A primary source, and what to read it for."""

    title: Text
    url: Link
    read_for: Text


class LessonMetadata(Entry):
    """Everything in a lesson.yml."""

    id: Id
    kind: Literal["lesson", "project"]
    title: Text
    revision: Version
    revised: date
    changes: tuple[Change, ...] = Field(min_length=1)
    minutes: Minutes
    hardware: Text
    devices: int = Field(default=1, gt=0)
    needs: tuple[Id, ...] = ()
    outcome: Text
    objectives: tuple[Objective, ...] = Field(min_length=1)
    expect: tuple[Expectation, ...] = ()
    volatile: Volatile = Volatile()
    tolerance: Tolerance = Tolerance()
    budgets: Budgets = Budgets()
    quiz: tuple[Question, ...] = ()
    diagnose: tuple[Case, ...] = ()
    takeaways: tuple[Text, ...] = Field(min_length=1, max_length=5)
    evidence: tuple[EvidenceItem, ...] = Field(min_length=1)
    references: tuple[Reference, ...] = ()


# --- phase.yml and the course-wide files ----------------------------------------


class LessonEntry(Entry):
    """A lesson as its phase lists it, written or planned."""

    id: Id
    title: Text


class PhaseMetadata(Entry):
    """Everything in a phase.yml."""

    id: Id
    title: Text
    track: Id
    hardware: Text
    summary: Text
    lessons: tuple[LessonEntry, ...] = Field(min_length=1)


class Track(Entry):
    """A group of phases for one kind of machine."""

    id: Id
    title: Text
    environment: Text
    summary: Text
    optional: bool = False


class PlannedPhase(Entry):
    """A phase that has no folder yet."""

    number: int = Field(ge=0)
    id: Id
    title: Text
    track: Id
    summary: Text


class CourseMetadata(Entry):
    """Everything in course.yml."""

    title: Text
    summary: Text
    revision: Version
    runtime: Literal["jax", "plain"]
    preload: tuple[Text, ...] = ()
    content_license: Text
    site_url: Link | None = None
    repository: Link | None = None
    tracks: tuple[Track, ...] = Field(min_length=1)
    planned: tuple[PlannedPhase, ...] = ()


class BuildingBlock(Entry):
    """A library call that lessons use: what it does and where to read on."""

    name: Text
    spellings: tuple[Text, ...] = Field(min_length=1)
    methods: tuple[Text, ...] = ()
    explanation: Text
    link: Link


class Term(Entry):
    """A glossary entry."""

    id: Id
    term: Text
    definition: Text


class Misconception(Entry):
    """A belief that lessons meet, and what is the case."""

    id: Id
    belief: Text
    correction: Text


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

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """Every written lesson, in reading order."""
        return tuple(lesson for phase in self.phases for lesson in phase.lessons)

    def find_track(self, id: str) -> Track | None:
        """Return the track with this id."""
        return next((t for t in self.metadata.tracks if t.id == id), None)
