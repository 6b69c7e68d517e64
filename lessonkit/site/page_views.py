"""What whole pages show: a lesson and all around it, a phase, the path."""

from __future__ import annotations

from dataclasses import dataclass

from lessonkit.course.entries import Expectation, Track
from lessonkit.course.evidence import EvidenceField
from lessonkit.course.model import Lesson, Phase
from lessonkit.site.commands import CommandBlock
from lessonkit.site.views import (
    FailureView,
    HeldAssertions,
    OutputView,
    RunView,
    StageView,
    TranscriptView,
)


@dataclass(frozen=True)
class Neighbour:
    """Another lesson, as a link where it is written and as text where it is planned."""

    id: str
    title: str
    number: str
    page: str

    @property
    def planned(self) -> bool:
        """Whether there is no page yet."""
        return not self.page


@dataclass(frozen=True)
class Download:
    """One file that a reader can take along; `size` is in bytes."""

    name: str
    file: str
    group: str
    what: str
    size: int


@dataclass(frozen=True)
class SetupView:
    """The command blocks of a lesson page, by what they do."""

    environment: CommandBlock
    start: CommandBlock
    start_blank: CommandBlock
    start_notebook: CommandBlock
    own_file: CommandBlock
    check: CommandBlock
    evidence: CommandBlock
    on_vm: CommandBlock
    reference: CommandBlock
    install_jupyter: CommandBlock
    start_jupyter: CommandBlock
    record: CommandBlock
    record_tpu: CommandBlock
    own_path: str
    notebook_path: str
    reference_path: str


@dataclass(frozen=True)
class LessonView:
    """Everything that a lesson's page shows."""

    lesson: Lesson
    phase: Phase
    track: Track
    jax: bool
    total: int
    needs: tuple[Neighbour, ...]
    previous: Neighbour | None
    next: Neighbour | None
    runs: tuple[RunView, ...]
    main_run: RunView
    failure: FailureView | None
    stages: tuple[StageView, ...]
    cumulative: str
    complete: str
    build_output: OutputView
    transcript: TranscriptView
    assertions: tuple[HeldAssertions, ...]
    expected: tuple[Expectation, ...]
    evidence: tuple[EvidenceField, ...]
    downloads: tuple[Download, ...]
    setup: SetupView
    archive: str
    colab: str

    def group(self, name: str) -> tuple[Download, ...]:
        """Return the downloads of a group."""
        return tuple(d for d in self.downloads if d.group == name)


@dataclass(frozen=True)
class PhaseLesson:
    """A lesson as its phase page lists it; minutes and outcome once it is written."""

    neighbour: Neighbour
    kind: str
    minutes: int
    outcome: str


@dataclass(frozen=True)
class PhaseView:
    """A phase with its lessons; one without a page is planned."""

    id: str
    number: str
    title: str
    summary: str
    hardware: str
    page: str
    lessons: tuple[PhaseLesson, ...]


@dataclass(frozen=True)
class TrackView:
    """A track with its phases, in order."""

    track: Track
    phases: tuple[PhaseView, ...]
