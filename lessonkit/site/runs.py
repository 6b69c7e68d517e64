"""Recorded runs in a reader's words."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime

from lessonkit.course.model import (
    Cell,
    CellKind,
    Lesson,
    Program,
)
from lessonkit.course.trees import list_nodes
from lessonkit.records import BACKENDS, Record
from lessonkit.records.verifications import Standing
from lessonkit.site.links import lesson_download
from lessonkit.site.recorded import clean_output
from lessonkit.site.views import (
    FailureView,
    HeldAssertions,
    OutputView,
    RunView,
    TranscriptStep,
    TranscriptView,
    VerifiedView,
)
from lessonkit.stale import State

LABELS = {"cpu": "CPU", "gpu": "GPU", "tpu": "TPU"}
NOT_RECORDED = OutputView("not recorded", "", "")


def build_runs(
    lesson: Lesson,
    records: Mapping[str, Record],
    states: Mapping[tuple[str, str], State],
    *,
    jax: bool,
) -> tuple[RunView, ...]:
    """Return a run for the CPU and for each other backend that has a record."""
    backends = [b for b in BACKENDS if b == BACKENDS[0] or b in records]
    return tuple(
        build_run(lesson, b, records.get(b), states.get((lesson.id, b)), jax=jax)
        for b in backends
    )


def build_run(
    lesson: Lesson,
    backend: str,
    record: Record | None,
    state: State | None,
    *,
    jax: bool,
) -> RunView:
    """Put a record and its state into words."""
    kind, reasons = (state.kind, tuple(state.reasons)) if state else ("never", ())
    label = LABELS[backend]
    if record is None:
        return RunView(backend, label, kind, reasons, None, "", "", "", "", "", "")
    environment = record.environment
    versions = f"JAX {environment.packages.get('jax', '?')}" if jax else ""
    count = environment.device_count
    devices = f"{count} {label} device{'s' if count != 1 else ''}" if jax else ""
    parts = (f"recorded {label} computation", versions, devices)
    return RunView(
        backend=backend,
        label=label,
        kind=kind,
        reasons=reasons,
        record=record,
        file=lesson_download(lesson.id, f"{lesson.id}-{backend}.json"),
        time=render_time(record.started),
        python=environment.python,
        versions=versions,
        devices=devices,
        provenance=" · ".join(part for part in parts if part),
    )


def add_verified(
    runs: tuple[RunView, ...], standings: tuple[Standing, ...]
) -> tuple[RunView, ...]:
    """Return the runs, that of the CPU with what other environments found out."""
    views = tuple(_build_verified(standing) for standing in standings)
    return tuple(
        replace(run, verified=views) if run.backend == BACKENDS[0] else run
        for run in runs
    )


def _build_verified(standing: Standing) -> VerifiedView:
    found = standing.verification
    day = date.fromisoformat(found.date)
    return VerifiedView(
        kind=found.status if standing.current else "outdated",
        version=found.packages.get("jax", ""),
        python=found.python,
        day=f"{day.day} {day:%b %Y}",
        date=found.date,
        differences=len(found.differences),
    )


def render_time(started: str) -> str:
    """Return "29 Nov 2026, 10:45 UTC" for 2026-11-29T10:45:00Z."""
    moment = datetime.fromisoformat(started)
    return f"{moment.day} {moment:%b %Y, %H:%M} UTC"


def choose_main_run(runs: tuple[RunView, ...]) -> RunView:
    """Return the run whose results the page shows: the first that has any."""
    return next((run for run in runs if run.record), runs[0])


def build_output(run: RunView, *names: str) -> OutputView:
    """Return what these cells printed, in order."""
    if run.record is None:
        return NOT_RECORDED
    cells = [cell for name in names if (cell := run.record.find_cell(name))]
    if not cells:
        return NOT_RECORDED
    bad = (cell.status for cell in cells if cell.status != "passed")
    return OutputView(
        next(bad, "passed"),
        clean_output("".join(cell.stdout.text for cell in cells)),
        clean_output("".join(cell.stderr.text for cell in cells)),
    )


def build_transcript(run: RunView, program: Program) -> TranscriptView:
    """Return what the whole program printed, each cell under what it is."""
    numbers: Counter[CellKind] = Counter()
    steps = []
    for cell in program.cells:
        numbers[cell.kind] += 1
        printed = build_output(run, cell.name).stdout
        if printed:
            steps.append(TranscriptStep(_name_cell(cell, numbers[cell.kind]), printed))
    names = (cell.name for cell in program.cells)
    return TranscriptView(build_output(run, *names), tuple(steps))


def _name_cell(cell: Cell, number: int) -> str:
    """Return "Build step 2 · compile" for a cell."""
    kind = "Build step" if cell.kind == CellKind.BUILD else cell.kind.capitalize()
    counted = cell.kind in (CellKind.BUILD, CellKind.EXPERIMENT)
    count = f" {number}" if counted else ""
    return kind if cell.kind == CellKind.PASS else f"{kind}{count} · {cell.id}"


def build_failure(run: RunView) -> FailureView | None:
    """Return why the recorded run is not a pass."""
    failure = run.record.failure if run.record else None
    if failure is None:
        return None
    return FailureView(
        failure.cell,
        failure.line,
        clean_output(failure.message),
        clean_output(failure.traceback),
    )


def count_assertions(program: Program, run: RunView) -> tuple[HeldAssertions, ...]:
    """Return how many assertions stand in each cell that passed."""
    found = []
    for cell in program.cells:
        result = run.record.find_cell(cell.name) if run.record else None
        nodes = list_nodes(cell.source)
        count = sum(isinstance(node, ast.Assert) for node in nodes)
        if count and result and result.status == "passed":
            found.append(HeldAssertions(cell.name, count))
    return tuple(found)


def build_names(program: Program) -> tuple[str, ...]:
    """Return the names of the build cells."""
    return tuple(cell.name for cell in program.of_kind(CellKind.BUILD))
