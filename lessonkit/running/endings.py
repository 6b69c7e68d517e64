"""Endings: why a run is no pass, told by the child or by what was left of it."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lessonkit.records import Failure
from lessonkit.running.failures import describe_exit
from lessonkit.running.job import Job, RunFolder, cell_report

Scrub = Callable[[str], str]

_ALLOCATION = re.compile(rb"bad_alloc|RESOURCE_EXHAUSTED|[Oo]ut of memory")


@dataclass(frozen=True)
class Reports:
    """All reports of a run; those that were never written are None or empty."""

    folder: RunFolder
    job: Job
    exit: dict[str, Any]
    end: dict[str, Any]
    cells: tuple[dict[str, Any] | None, ...]

    @property
    def last(self) -> int:
        """The index of the last cell that began."""
        began = [
            index
            for index in range(len(self.cells))
            if self.folder.stream(index, "out").exists()
        ]
        return max(began, default=0)


def load_reports(folder: RunFolder) -> Reports:
    """Read a run's reports; raises FileNotFoundError where it has no exit."""
    job = folder.load_job()
    cells = tuple(folder.find(cell_report(i)) for i in range(len(job.cells)))
    return Reports(folder, job, folder.read("exit"), folder.find("end") or {}, cells)


def find_failure(reports: Reports, scrub: Scrub) -> Failure | None:
    """Return why the run is no pass, or None where it is one."""
    told = reports.end.get("failure") or next(
        (cell["failure"] for cell in reports.cells if cell and cell["failure"]), None
    )
    breach = reports.exit["breach"]
    if told:
        return _read_told(told, reports, scrub)
    if reports.end and not breach:
        return None
    code = reports.exit["code"]
    reason, message = (breach, "") if breach else describe_exit(code)
    if _failed_to_allocate(reports):
        reason = "memory"
    message = _describe_breach(reason, reports) or message
    cell = reports.job.cells[reports.last].name if reports.cells else ""
    line, trace = _read_crash(reports)
    return Failure(reason, cell, line, message, scrub(trace))


def _read_told(told: dict[str, Any], reports: Reports, scrub: Scrub) -> Failure:
    """Return the failure that the child itself reported."""
    message = scrub(told["message"])
    if told["reason"] == "memory":
        message = f"{_describe_breach('memory', reports)} ({message})"
    trace = scrub(told.get("traceback", ""))
    return Failure(told["reason"], told["cell"], told["line"], message, trace)


def _describe_breach(reason: str, reports: Reports) -> str:
    """Return the sentence for an exceeded budget, or nothing for another reason."""
    limits = reports.job.limits
    if reason == "timeout":
        done = reports.cells and all(reports.cells)
        rest = ": after its last cell a thread kept it alive" if done else ""
        return f"still running after {limits.seconds:g} seconds{rest}"
    if reason == "output":
        return f"printed more than {limits.output >> 20} MiB"
    if reason == "memory":
        peak, most = reports.exit["peak"] >> 20, limits.memory >> 20
        return f"out of memory: it held up to {peak} MiB and may use {most} MiB"
    return ""


def _failed_to_allocate(reports: Reports) -> bool:
    """Say whether a library aborted the process because it got no memory."""
    if reports.exit["code"] != -getattr(signal, "SIGABRT", 6):
        return False
    errors = reports.folder.stream(reports.last, "err")
    return bool(_ALLOCATION.search(errors.read_bytes()[-65536:]))


def _read_crash(reports: Reports) -> tuple[int, str]:
    """Return the line of the lesson's file, and the stack, of a run that was killed.

    The stack was written from within a signal handler, innermost frame first.
    """
    if not reports.folder.crash.exists():
        return 0, ""
    text = reports.folder.crash.read_text("utf-8", "replace")
    places = re.findall(r'File "(.*)", line (\d+)', text)
    lines = [int(line) for file, line in places if file == reports.job.file]
    shown = [line for line in text.splitlines(True) if "lessonkit/running" not in line]
    return (lines[0], "".join(shown)) if lines else (0, "")
