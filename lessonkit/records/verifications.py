"""Verifications: that another environment ran a lesson and what came of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from lessonkit.records.hashes import hash_input, hash_source
from lessonkit.records.model import SourceHash
from lessonkit.records.storage import RecordError, decode_part, encode

VERIFICATION_SCHEMA = 1

# The environments that are not the one of the records, by their names.
ENVIRONMENTS = ("next",)


@dataclass(frozen=True)
class Difference:
    """One place where a run is not what was expected.

    `cell` is a name such as build/inputs, empty for the whole run. `where` is stdout,
    stderr, run, cell, or a figure with a place in its data. `line` counts a stream's
    lines from 1, or is the line of main.py that failed; 0 where there is none. A
    side that has nothing there is None. Not `reproducible` means that two runs in a
    row differ there.
    """

    cell: str
    where: str
    line: int
    expected: str | None
    got: str | None
    reproducible: bool = True


@dataclass(frozen=True)
class Verification:
    """A lesson's run in another environment, compared with its record.

    `status` is passed, differs or failed; `date` is UTC as 2026-11-29; `sources` are
    the files that the run read, so that it does not speak for later ones.
    """

    lesson: str
    revision: str
    status: str
    date: str
    python: str
    platform: str
    packages: dict[str, str]
    backend: str
    device_kind: str
    device_count: int
    sources: tuple[SourceHash, ...]
    differences: tuple[Difference, ...] = ()


def verification_path(folder: Path, environment: str) -> Path:
    """Return where a lesson's verification by an environment lies."""
    return folder / "records" / f"{environment}.json"


def dump_verification(verification: Verification) -> str:
    """Return the verification as JSON with a stable key order."""
    content = {"schema": VERIFICATION_SCHEMA, **encode(verification)}
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def find_verification(folder: Path, environment: str) -> Verification | None:
    """Return a lesson's verification; one that cannot be read counts as none."""
    path = verification_path(folder, environment)
    try:
        content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if content.pop("schema") != VERIFICATION_SCHEMA:
            return None
        verification = decode_part(path, Verification, content)
        date.fromisoformat(verification.date)
        return verification
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecordError):
        return None


@dataclass(frozen=True)
class Standing:
    """A verification by an environment, and whether it speaks of the code of today."""

    environment: str
    verification: Verification
    current: bool


def find_standings(folder: Path) -> tuple[Standing, ...]:
    """Return what the other environments found out about a lesson."""
    return tuple(
        Standing(environment, verification, _is_current(folder, verification))
        for environment in ENVIRONMENTS
        if (verification := find_verification(folder, environment)) is not None
    )


def _is_current(folder: Path, verification: Verification) -> bool:
    """Say whether the lesson's code and data still are what was verified."""
    return all(_holds(folder, source) for source in verification.sources)


def _holds(folder: Path, source: SourceHash) -> bool:
    """Say whether a source differs in comments and layout at most."""
    try:
        if hash_input(folder, source.path) == source.raw:
            return True
        content = (folder / source.path).read_bytes()
    except OSError:
        return False
    return hash_source(source.path, content).normalised == source.normalised
