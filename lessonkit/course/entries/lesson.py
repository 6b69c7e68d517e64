"""Everything in a lesson.yml."""

from __future__ import annotations

import datetime
from typing import Literal

from pydantic import Field

from lessonkit.course.entries.base import CellName, Entry, Id, Link, Text, Version


class Change(Entry):
    """What a revision of a lesson changed."""

    revision: Version = Field(description="The revision that brought the change.")
    date: datetime.date = Field(description="The day of the change, as 2026-11-29.")
    what: Text = Field(description="What a reader of the last revision finds changed.")


class Minutes(Entry):
    """The time a reader needs for each stage, in minutes."""

    understand: int = Field(gt=0, description="Minutes for the stage Understand.")
    build: int = Field(gt=0, description="Minutes for the stage Build.")
    experiment: int = Field(gt=0, description="Minutes for the stage Experiment.")
    exercise: int = Field(gt=0, description="Minutes for exercises, quiz and cases.")
    evidence: int = Field(gt=0, description="Minutes for the stage Evidence.")

    @property
    def total(self) -> int:
        """The whole lesson, in minutes."""
        return sum(getattr(self, name) for name in type(self).model_fields)


class Objective(Entry):
    """What a reader can do afterwards, and where that is tested."""

    id: Id = Field(description="The objective's id; it never changes.")
    text: Text = Field(
        description="An action verb and what it acts on, in at most 20 words."
    )
    tested_by: tuple[CellName, ...] = Field(
        min_length=1,
        description="What tests it: `question/ID`, `exercise/ID`, `practice/ID`, "
        "`challenge/ID`, `experiment/ID` or `diagnose/ID`.",
    )


class Expectation(Entry):
    """A number that the prose claims: `says` stands in lesson.md, the record agrees."""

    cell: CellName = Field(description="The cell that prints it, such as build/verify.")
    line: Text = Field(
        description="How the printed line begins; the first number after it counts."
    )
    value: float = Field(description="The number that the prose claims.")
    tolerance: float = Field(
        ge=0, description="How far the recorded number may lie from `value`."
    )
    says: Text = Field(description="The words of lesson.md that claim the number.")


class Volatile(Entry):
    """What differs from run to run: starts of lines, figures, whole cells."""

    lines: tuple[Text, ...] = Field(
        default=(), description="How the lines begin that differ in every run."
    )
    figures: tuple[Id, ...] = Field(
        default=(), description="Ids of the figures that differ in every run."
    )
    cells: tuple[CellName, ...] = Field(
        default=(), description="Names of the cells whose whole output differs."
    )


class Tolerance(Entry):
    """How far a number may lie from the recorded one."""

    relative: float = Field(
        default=1e-5, ge=0, description="As a part of the recorded number."
    )
    absolute: float = Field(
        default=1e-6, ge=0, description="As a distance from the recorded number."
    )


class Budgets(Entry):
    """What a run may use before it is stopped."""

    seconds: int = Field(default=120, gt=0, description="Seconds from start to end.")
    memory_mib: int = Field(default=2048, gt=0, description="MiB of memory.")
    output_mib: int = Field(default=64, gt=0, description="MiB of printed output.")


class Option(Entry):
    """An answer to a question; a wrong one names the misconception behind it."""

    text: Text = Field(description="The answer, as inline Markdown.")
    right: bool = Field(default=False, description="Whether this is the right answer.")
    misconception: Id | None = Field(
        default=None,
        description="For a wrong answer: the id in misconceptions.yml of the belief "
        "that leads to it.",
    )
    feedback: Text = Field(
        description="What a reader who chose it reads. Wrong: what you may be "
        "thinking, one fact or run that breaks it, where to look. Right: why, and "
        "when it would not be."
    )


class Question(Entry):
    """A quiz question; the output of `code`, where given, is the right option."""

    id: Id = Field(description="The question's id; it never changes.")
    question: Text = Field(description="The question, as inline Markdown.")
    code: str | None = Field(
        default=None,
        description="A program shown with the question; what it prints is the text "
        "of the right option.",
    )
    options: tuple[Option, ...] = Field(
        min_length=3, max_length=4, description="Three or four answers, one right."
    )


class Case(Entry):
    """A wrong outcome to diagnose."""

    id: Id = Field(description="The case's id; it never changes.")
    symptom: Text = Field(description="What a reader sees go wrong.")
    message: str | None = Field(
        default=None, description="The last line of a traceback, where there is one."
    )
    causes: tuple[Text, ...] = Field(
        min_length=1, description="What may have caused it, the likeliest first."
    )
    does_not_prove: Text = Field(description="What the symptom does not show.")
    tell_apart: Text = Field(description="How to find out which cause it is.")


class EvidenceItem(Entry):
    """One thing that a reader keeps as proof of the work."""

    id: Id = Field(description="The item's id; it never changes.")
    text: Text = Field(description="What to keep, as inline Markdown.")


class Reference(Entry):
    """A primary source, and what to read it for."""

    title: Text = Field(description="The source's own title.")
    url: Link = Field(description="Its address.")
    read_for: Text = Field(description="What a reader should look for there.")


class LessonMetadata(Entry):
    """Everything in a lesson.yml."""

    id: Id = Field(
        description="The lesson's id, such as transforms-04; it never changes."
    )
    kind: Literal["lesson", "project"] = Field(
        description="`lesson`, or `project` for the one in a phase's folder project/."
    )
    title: Text = Field(description="Verb and object, as in the phase's list.")
    revision: Version = Field(
        description="The lesson's semantic version. Below 1.0.0 it is a draft: it has "
        "to hold together, and the rules of the full standard wait."
    )
    revised: datetime.date = Field(
        description="The day of this revision, as 2026-11-29."
    )
    changes: tuple[Change, ...] = Field(
        min_length=1, description="What each revision changed, the newest first."
    )
    minutes: Minutes = Field(description="The time a reader needs for each stage.")
    hardware: Text = Field(description="What a reader needs to run it.")
    devices: int = Field(
        default=1, gt=0, description="How many devices the program runs on."
    )
    needs: tuple[Id, ...] = Field(
        default=(), description="Ids of the lessons a reader needs before this one."
    )
    outcome: Text = Field(description="What a reader leaves with, in one sentence.")
    objectives: tuple[Objective, ...] = Field(
        min_length=1, description="What a reader can do afterwards."
    )
    expect: tuple[Expectation, ...] = Field(
        default=(), description="The numbers that lesson.md claims."
    )
    volatile: Volatile = Field(
        default=Volatile(), description="What differs from run to run."
    )
    tolerance: Tolerance = Field(
        default=Tolerance(),
        description="How far numbers of another run may lie from the record.",
    )
    budgets: Budgets = Field(
        default=Budgets(), description="What a run may use: time, memory, output."
    )
    quiz: tuple[Question, ...] = Field(
        default=(), description="The questions of the quiz, in order."
    )
    diagnose: tuple[Case, ...] = Field(
        default=(), description="Wrong outcomes to diagnose, in order."
    )
    takeaways: tuple[Text, ...] = Field(
        min_length=1, max_length=5, description="What to remember; at most five."
    )
    evidence: tuple[EvidenceItem, ...] = Field(
        min_length=1,
        description="What a reader keeps beside code, output and prediction; together "
        "they ask for an artefact, a number, an explanation and a limitation.",
    )
    references: tuple[Reference, ...] = Field(
        default=(), description="Primary sources: papers, documentation, source code."
    )

    @property
    def is_draft(self) -> bool:
        """Whether it is not published yet: its revision is below 1.0.0."""
        return self.revision.startswith("0.")

    @property
    def shows_times(self) -> bool:
        """Whether it prints or draws what a busy neighbour would change."""
        volatile = self.volatile
        return bool(volatile.lines or volatile.figures or volatile.cells)
