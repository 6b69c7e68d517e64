"""Everything in the files that all lessons share: course, phases, registries."""

from __future__ import annotations

import datetime
from typing import Literal

from pydantic import Field

from lessonkit.course.entries.base import (
    Address,
    CellName,
    Entry,
    Id,
    Link,
    Text,
    Version,
)


class LessonEntry(Entry):
    """A lesson as its phase lists it, written or planned."""

    id: Id = Field(description="The lesson's id; it never changes.")
    title: Text = Field(description="The lesson's title.")


class PhaseMetadata(Entry):
    """Everything in a phase.yml."""

    id: Id = Field(description="The phase's id, such as transforms; it never changes.")
    title: Text = Field(description="The phase's title.")
    track: Id = Field(description="The id of its track in course.yml.")
    hardware: Text = Field(description="What a reader needs to run its lessons.")
    summary: Text = Field(description="What the phase is about, in one sentence.")
    lessons: tuple[LessonEntry, ...] = Field(
        min_length=1,
        description="All its lessons in reading order, also those that are planned "
        "and have no folder yet.",
    )


class Track(Entry):
    """A group of phases for one kind of machine."""

    id: Id = Field(description="The track's id; it never changes.")
    title: Text = Field(description="The track's title.")
    environment: Text = Field(description="Where its lessons run, in a few words.")
    summary: Text = Field(description="What the track is about, in one sentence.")
    optional: bool = Field(default=False, description="Whether a reader may skip it.")


class PlannedPhase(Entry):
    """A phase that has no folder yet."""

    number: int = Field(ge=0, description="The number of the folder it will have.")
    id: Id = Field(description="The id that it will have.")
    title: Text = Field(description="The phase's title.")
    track: Id = Field(description="The id of its track.")
    summary: Text = Field(description="What it will be about, in one sentence.")


class CourseMetadata(Entry):
    """Everything in course.yml."""

    title: Text = Field(description="The course's title.")
    summary: Text = Field(description="What the course is, in one or two sentences.")
    revision: Version = Field(description="The course's semantic version.")
    runtime: Literal["jax", "plain"] = Field(
        description="`jax` where lessons compute with JAX, else `plain`."
    )
    standard: Literal["basic", "full"] = Field(
        default="basic",
        description="What `validate` asks of a published lesson: `basic`, that its "
        "parts hold together, or `full`, every machine-checked point of the authoring "
        "guide.",
    )
    reviews: Literal["optional", "required"] = Field(
        default="optional",
        description="Whether every published lesson needs the two readings of the "
        "reviewing guide in a reviews.yml; only with `standard: full`.",
    )
    preload: tuple[Text, ...] = Field(
        default=(), description="Modules to import once before lessons are run."
    )
    content_license: Text = Field(description="The licence of texts and figures.")
    code_license: Text | None = Field(
        default=None, description="The licence of the programs."
    )
    site_url: Link | None = Field(
        default=None,
        description="Where the site is published. What hangs on a link that is not "
        "set is left out of the site.",
    )
    repository: Link | None = Field(
        default=None, description="The address of the course's repository."
    )
    branch: Text = Field(
        default="main", description="Where `repository` holds the sources."
    )
    redirects: dict[Address, Address] = Field(
        default={},
        description="Addresses that pages had once, each with the one that it has now.",
    )
    colab: Link | None = Field(
        default=None, description="The start of the addresses that open a notebook."
    )
    beginner: tuple[Id, ...] = Field(
        default=(), description="Ids of the phases in the archive for beginners."
    )
    tracks: tuple[Track, ...] = Field(
        min_length=1, description="The tracks, in reading order."
    )
    planned: tuple[PlannedPhase, ...] = Field(
        default=(), description="The phases that have no folder yet."
    )


class BuildingBlock(Entry):
    """A library call that lessons use: what it does and where to read on."""

    name: Text = Field(description="The qualified name, such as jax.numpy.mean.")
    spellings: tuple[Text, ...] = Field(
        min_length=1, description="How lessons write it, such as `jnp.mean(x)`."
    )
    methods: tuple[Text, ...] = Field(
        default=(), description="Names of the methods that do the same."
    )
    explanation: Text = Field(description="What it does, in one sentence.")
    link: Link = Field(description="Its official documentation.")


class Term(Entry):
    """A glossary entry."""

    id: Id = Field(description="The entry's id; it never changes.")
    term: Text = Field(description="The term as lessons write it.")
    definition: Text = Field(description="What it means, in one to three sentences.")


class Misconception(Entry):
    """A belief that lessons meet, and what is the case."""

    id: Id = Field(description="The entry's id; it never changes.")
    belief: Text = Field(description="What somebody may believe.")
    correction: Text = Field(description="What is the case, and a fact that shows it.")


class Erratum(Entry):
    """A mistake that a lesson had once, mended in its revision `revision`."""

    id: Id = Field(description="The entry's id; it never changes.")
    lesson: Id = Field(description="The id of the lesson that had the mistake.")
    revision: Version = Field(description="The revision that mended it.")
    date: datetime.date = Field(description="The day it was mended, as 2026-11-29.")
    wrong: Text = Field(description="What the lesson said.")
    right: Text = Field(description="What is the case.")


class PublishedLesson(Entry):
    """The ids of a published lesson that readers' saved work and links hang on.

    `validate --fix` adds to them; an id leaves the list only for `retired`.
    """

    lesson: Id = Field(description="The lesson's id.")
    ids: tuple[CellName, ...] = Field(
        default=(), description="What must keep its id, such as question/first-call."
    )
    retired: tuple[CellName, ...] = Field(
        default=(), description="What is gone for good; its id is not used again."
    )


class Reading(Entry):
    """One reading of a lesson, as the reviewing guide describes it."""

    reading: Literal["truth", "cold"] = Field(
        description="`truth`: every claim is doubted and tried. `cold`: a newcomer "
        "follows every instruction literally."
    )
    by: Text = Field(description="The reader's role, such as newcomer to JAX; no name.")
    date: datetime.date = Field(description="The day of the reading, as 2026-11-29.")
    revision: Version = Field(description="The revision that was read.")
    minutes: int = Field(
        gt=0, description="How many minutes it took, or would take such a reader."
    )
    found: tuple[Text, ...] = Field(
        description="What was found, and what was done about it; `[]` for nothing."
    )
