"""Where every recorded result comes from, in one file with a published schema."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from lessonkit.course.entries import CourseMetadata
from lessonkit.course.model import Lesson
from lessonkit.records import Environment, Record, SourceHash, receipts
from lessonkit.records.verifications import Standing
from lessonkit.site.figures import data_file, picture_file
from lessonkit.site.links import Links, lesson_page
from lessonkit.site.schemas import build_schema
from lessonkit.site.views import RunView

PROVENANCE = "provenance.json"
PROVENANCE_SCHEMA = "schemas/provenance.json"
EVIDENCE_SCHEMA = "schemas/evidence.json"
VERSION = 1


@dataclass(frozen=True)
class Picture:
    """A figure of a run. `picture` and `data` are addresses like `record` of a run."""

    id: str
    picture: str
    data: str
    sha256: str


@dataclass(frozen=True)
class Verified:
    """What another environment found out about a run.

    `status` is passed, differs or failed; `current` tells whether it ran the program
    that the record was made with.
    """

    status: str
    current: bool
    date: str
    python: str
    packages: dict[str, str]


@dataclass(frozen=True)
class Run:
    """A recorded run of a lesson's program on one backend.

    `state` is fresh, stale or failed; `reasons` say why it is not fresh. `page` and
    `record` are addresses, relative to this file. `peak_memory` is in bytes.
    """

    lesson: str
    number: str
    title: str
    revision: str
    backend: str
    state: str
    reasons: tuple[str, ...]
    status: str
    started: str
    seconds: float
    peak_memory: int
    environment: Environment
    lessonkit: str
    program: SourceHash
    figures: tuple[Picture, ...]
    verified: tuple[Verified, ...]
    page: str
    record: str


@dataclass(frozen=True)
class Provenance:
    """Every recorded run of a course. `license` is that of the course's texts."""

    course: str
    revision: str
    license: str
    runs: tuple[Run, ...]


def build_provenance(metadata: CourseMetadata, runs: Iterable[Run]) -> dict[str, str]:
    """Return the file of all runs and the two schemas, by their names."""
    content = Provenance(
        metadata.title, metadata.revision, metadata.content_license, tuple(runs)
    )
    head = {"$schema": PROVENANCE_SCHEMA, "schema": VERSION}
    return {
        PROVENANCE: _render({**head, **asdict(content)}),
        PROVENANCE_SCHEMA: _render(_build_provenance_schema()),
        EVIDENCE_SCHEMA: _render(_build_evidence_schema()),
    }


def list_runs(
    lesson: Lesson,
    runs: tuple[RunView, ...],
    standings: tuple[Standing, ...],
    links: Links,
) -> Iterator[Run]:
    """Yield the recorded runs of a lesson; what was verified is the CPU's."""
    verified = tuple(_build_verified(standing) for standing in standings)
    for run in runs:
        if run.record:
            yield _build_run(
                lesson, run, run.record, verified if run.verified else (), links
            )


def _build_run(
    lesson: Lesson,
    run: RunView,
    record: Record,
    verified: tuple[Verified, ...],
    links: Links,
) -> Run:
    return Run(
        lesson=lesson.id,
        number=lesson.number,
        title=lesson.metadata.title,
        revision=record.revision,
        backend=run.backend,
        state=run.kind,
        reasons=run.reasons,
        status=record.status,
        started=record.started,
        seconds=record.seconds,
        peak_memory=record.peak_memory,
        environment=record.environment,
        lessonkit=record.lessonkit,
        program=record.inputs.main,
        figures=tuple(
            Picture(
                figure.id,
                links.to(picture_file(lesson.id, figure.id)),
                links.to(data_file(lesson.id, figure.id)),
                figure.sha256,
            )
            for cell in record.cells
            for figure in cell.figures
        ),
        verified=verified,
        page=links.to(lesson_page(lesson.id)),
        record=links.to(run.file),
    )


def _build_verified(standing: Standing) -> Verified:
    found = standing.verification
    return Verified(
        found.status, standing.current, found.date, found.python, dict(found.packages)
    )


def _build_provenance_schema() -> dict[str, Any]:
    return build_schema(
        "Provenance of all recorded runs",
        "Which programs ran, when, with which versions and on which device. All "
        "addresses are relative to this file.",
        {"$schema": {"type": "string"}, "schema": {"const": VERSION}},
        Provenance,
    )


def _build_evidence_schema() -> dict[str, Any]:
    return build_schema(
        "A learner's receipt",
        "What `python -m lessonkit evidence` writes: self-attested, on the learner's "
        "own computer.",
        {
            "schema": {"const": receipts.SCHEMA},
            "kind": {"const": receipts.KIND},
            "attestation": {"type": "string"},
        },
        receipts.Receipt,
    )


def _render(content: Mapping[str, Any]) -> str:
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"
