"""Results for machines: what a command found, as JSON of a stable shape.

docs/contributing/results.md describes it. Imports next to nothing, because `execute`
with nothing to do writes it too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import lessonkit
from lessonkit.layout import MAIN
from lessonkit.records import Record, RecordError, load_record, record_path
from lessonkit.records.verifications import Difference, find_standings
from lessonkit.stale import State

RESULTS_SCHEMA = 1


@dataclass(frozen=True)
class Result:
    """What a command found out about one lesson on one backend.

    `state` is that of the record. `outcome` is empty where nothing was to be run;
    `run` is the run that was compared with the record. `error` says why there is
    no record or no run.
    """

    folder: Path
    id: str
    backend: str
    state: State
    outcome: str = ""
    run: Record | None = None
    differences: tuple[Difference, ...] = ()
    error: str = ""


def build_results(
    root: Path,
    command: str,
    results: Sequence[Result],
    *,
    exit_code: int,
    environment: str = "",
) -> dict[str, Any]:
    """Return the results of a command as one value of JSON."""
    return {
        "schema": RESULTS_SCHEMA,
        "lessonkit": lessonkit.__version__,
        "command": command,
        "environment": environment or None,
        "exit_code": exit_code,
        "lessons": [_build_lesson(root, result) for result in results],
    }


def dump_results(results: Mapping[str, Any]) -> str:
    """Return results as text."""
    return json.dumps(results, indent=1, ensure_ascii=False) + "\n"


def _build_lesson(root: Path, result: Result) -> dict[str, Any]:
    """Return one lesson; every key is always there."""
    folder = result.folder
    try:
        record = load_record(record_path(folder, result.backend))
    except (OSError, RecordError):
        record = None
    decisive = result.run or record
    return {
        "lesson": result.id,
        "path": folder.relative_to(root).as_posix(),
        "backend": result.backend,
        "state": result.state.kind,
        "reasons": list(result.state.reasons),
        "outcome": result.outcome or None,
        "record": _build_run(record),
        "run": _build_run(result.run),
        "failure": _build_failure(root, folder, decisive, result.error),
        "differences": [asdict(difference) for difference in result.differences],
        "verified": _build_verified(folder) if result.backend == "cpu" else [],
    }


def _build_run(record: Record | None) -> dict[str, Any] | None:
    """Return when, how long and on what a run was."""
    if record is None:
        return None
    environment = record.environment
    return {
        "revision": record.revision,
        "status": record.status,
        "started": record.started,
        "seconds": record.seconds,
        "peak_memory": record.peak_memory,
        "lessonkit": record.lessonkit,
        "python": environment.python,
        "platform": environment.platform,
        "packages": environment.packages,
        "device_kind": environment.device_kind,
        "device_count": environment.device_count,
    }


def _build_failure(
    root: Path, folder: Path, record: Record | None, error: str
) -> dict[str, Any] | None:
    """Return why there is no pass, with its place."""
    path = (folder / MAIN).relative_to(root).as_posix()
    failure = record.failure if record else None
    if failure is None:
        if not error:
            return None
        place = {"path": path, "line": 0, "cell": ""}
        return {"reason": "error", **place, "message": error}
    return {
        "reason": failure.reason,
        "path": path,
        "line": failure.line,
        "cell": failure.cell,
        "message": failure.message,
    }


def _build_verified(folder: Path) -> list[dict[str, Any]]:
    """Return what other environments found, and whether that still holds."""
    return [
        {
            "environment": standing.environment,
            "status": standing.verification.status,
            "date": standing.verification.date,
            "python": standing.verification.python,
            "packages": standing.verification.packages,
            "current": standing.current,
        }
        for standing in find_standings(folder)
    ]
