"""What a page tells its scripts about the record, to compare a reader's run with it."""

from __future__ import annotations

from typing import Any

from lessonkit.course.model import CellKind, Lesson
from lessonkit.records import Environment, Output, Record
from lessonkit.site.markup import Renderer

# What stands where lines were left out of a record; in JSON it is null.
LEFT_OUT = None
WORDS = {
    CellKind.BUILD: "Build",
    CellKind.FIGURE: "Figure",
    CellKind.EXPERIMENT: "Experiment",
    CellKind.EXERCISE: "Foundation",
    CellKind.PRACTICE: "Practice",
    CellKind.CHALLENGE: "Challenge",
    CellKind.CHECK: "Check",
}


def build_comparison(
    lesson: Lesson, record: Record, renderer: Renderer, *, devices: bool
) -> dict[str, Any]:
    """Return the recorded lines by cell, and how far a run may be from them.

    `devices` tells whether the course's runtime has a choice of them.
    """
    metadata = lesson.metadata
    titles = {
        section.cell: renderer.plain(section.title)
        for section in lesson.prose.sections
        if section.cell
    }
    return {
        "lesson": lesson.id,
        "revision": record.revision,
        "program": record.inputs.main.normalised,
        "relative": metadata.tolerance.relative,
        "absolute": metadata.tolerance.absolute,
        "lines": list(metadata.volatile.lines),
        "environment": _build_environment(record.environment, devices=devices),
        "cells": [
            {
                "name": cell.name,
                "title": _build_title(cell.kind, cell.id, titles),
                "anchor": _build_anchor(lesson, cell.kind, cell.id),
                "free": cell.name in metadata.volatile.cells,
                "out": list_lines(cell.stdout),
                "err": list_lines(cell.stderr),
            }
            for cell in record.cells
            if cell.stdout.lines or cell.stderr.lines
        ],
    }


def _build_environment(environment: Environment, *, devices: bool) -> dict[str, Any]:
    found: dict[str, Any] = {
        "python": environment.python,
        "packages": environment.packages,
        "flags": environment.flags,
    }
    if devices:
        found["device_kind"] = environment.device_kind
        found["device_count"] = environment.device_count
    return found


def list_lines(output: Output) -> list[str | None]:
    """Return a stream's lines without their ends, LEFT_OUT where some are missing."""
    lines: list[str | None] = [line.removesuffix("\n") for line in output.lines]
    if output.omitted:
        lines.insert(output.kept, LEFT_OUT)
    return lines


def _build_title(kind: str, id: str, titles: dict[str, str]) -> str:
    """Return what a reader calls a cell."""
    if kind == CellKind.PASS:
        return "The last line"
    word = WORDS.get(CellKind(kind), kind) if kind in set(CellKind) else kind
    return f"{word} · {titles.get(id, id.replace('-', ' '))}"


def _build_anchor(lesson: Lesson, kind: str, id: str) -> str:
    """Return where a cell stands on the page: a check stands at its exercise."""
    if kind == CellKind.PASS:
        return "reference-execution"
    if kind == CellKind.CHECK:
        exercises = (CellKind.EXERCISE, CellKind.PRACTICE, CellKind.CHALLENGE)
        kind = next((k for k in exercises if lesson.program.find_cell(k, id)), kind)
    return f"{kind}-{id}"
