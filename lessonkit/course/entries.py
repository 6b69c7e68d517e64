"""What stands in the YAML files, as frozen pydantic models.

A file's schema, its checks and its documentation are one text here: unknown keys are
refused, and a docstring says what each mapping means.
"""

from __future__ import annotations

from datetime import date
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
    colab: Link | None = None
    beginner: tuple[Id, ...] = ()
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
