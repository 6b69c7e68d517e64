"""Staleness: whether a lesson's record still says what its sources would.

Asked for every lesson by every command, so it imports next to nothing, and equal
hashes of the files as they are end the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lessonkit.layout import MAIN
from lessonkit.records import (
    BACKENDS,
    SCHEMA,
    Inputs,
    RecordError,
    RecordHead,
    SchemaError,
    SourceHash,
    load_record_head,
    record_path,
)
from lessonkit.records.hashes import hash_cells, hash_input, hash_order, hash_source

REQUIREMENTS = "requirements-cpu.txt"

_LESSONS_MAY_IMPORT = "# what a lesson may import"


@dataclass(frozen=True)
class State:
    """A record's state: fresh, stale, failed, never or unreadable, and why."""

    kind: str
    reasons: tuple[str, ...] = ()


def load_pins(root: Path, requirements: str = REQUIREMENTS) -> dict[str, str]:
    """Return the pinned version of each distribution that a lesson may import.

    Those are the ones below the comment "What a lesson may import" of the
    requirements, up to the next comment; all of them where no comment says so.
    """
    try:
        text = (root / requirements).read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    sections: list[tuple[str, dict[str, str]]] = [("", {})]
    for line in text.splitlines():
        if line.startswith("#"):
            sections.append((line.lower(), {}))
        elif match := re.match(r"([\w.-]+)==([\w.+!-]+)", line):
            sections[-1][1][match[1]] = match[2]
    named = [pins for head, pins in sections if head.startswith(_LESSONS_MAY_IMPORT)]
    return {k: v for pins in named or [p for _, p in sections] for k, v in pins.items()}


def find_states(folder: Path, pins: Mapping[str, str]) -> dict[str, State]:
    """Return the state for each backend that has a record, and for cpu always."""
    return {
        backend: find_state(folder, backend, pins)
        for backend in BACKENDS
        if backend == "cpu" or record_path(folder, backend).exists()
    }


def find_state(folder: Path, backend: str, pins: Mapping[str, str]) -> State:
    """Return the state of a lesson's record for a backend."""
    try:
        head = load_record_head(record_path(folder, backend))
    except FileNotFoundError:
        return State("never")
    except SchemaError as error:
        return State("stale", (f"record schema {error.schema} → {SCHEMA}",))
    except (RecordError, OSError) as error:
        return State("unreadable", (_shorten(str(error), folder),))
    reasons = tuple(_find_reasons(folder, head, pins))
    if head.status != "passed":
        return State("failed", (*_describe_failure(head), *reasons))
    return State("stale", reasons) if reasons else State("fresh")


def _shorten(text: str, folder: Path) -> str:
    """Return a message whose paths begin in the lesson's folder."""
    return text.replace(f"{folder}/", "")


def _describe_failure(head: RecordHead) -> tuple[str, ...]:
    """Return the words for a failed run."""
    failure = head.failure
    if failure is None:
        return ()
    place = f" in {failure.cell}" if failure.cell else ""
    return (f"{failure.message}{place}",)


def _find_reasons(
    folder: Path, head: RecordHead, pins: Mapping[str, str]
) -> Iterator[str]:
    """Yield why the record is not what a run would give now."""
    inputs = head.inputs
    if _find_raw_hash(folder, MAIN) != inputs.main.raw:
        yield from _compare_cells(folder, inputs)
    for source in (*inputs.modules, *inputs.data):
        if _has_changed(folder, source):
            yield f"{source.path.removeprefix('code/')} changed"
    for name, version in inputs.packages.items():
        if pins.get(name, version) != version:
            yield f"{name} {version} → {pins[name]}"
    for file in head.figures:
        if not (folder / "records" / file).exists():
            yield f"{file} is missing"


def _find_raw_hash(folder: Path, path: str) -> str | None:
    """Return the hash of an input as it is, or None where it cannot be read."""
    try:
        return hash_input(folder, path)
    except (OSError, ValueError):  # A spoilt record may name what is no path.
        return None


def _has_changed(folder: Path, source: SourceHash) -> bool:
    """Say whether a module or data file differs in more than comments."""
    raw = _find_raw_hash(folder, source.path)
    if raw is None or raw == source.raw or not source.path.endswith(".py"):
        return raw != source.raw
    content = (folder / source.path).read_bytes()
    return hash_source(source.path, content).normalised != source.normalised


def _compare_cells(folder: Path, inputs: Inputs) -> Iterator[str]:
    """Yield how the program's cells differ from the recorded ones."""
    try:
        code = (folder / MAIN).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        yield "main.py cannot be read"
        return
    now, then = hash_cells(code), inputs.cells
    yield from (f"cell {name} added" for name in now if name not in then)
    yield from (f"cell {name} removed" for name in then if name not in now)
    for name in now:
        if name in then and now[name] != then[name]:
            yield f"cell {name} changed"
    if now == then and hash_order(now) != inputs.main.normalised:
        yield "cells reordered"
