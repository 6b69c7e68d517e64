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

_THREAD = re.compile(r"thread 0x[0-9a-f]+")


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
        """The index of the last cell that began.

        Processes that the lesson forked may have gone on and opened later files.
        """
        told = [index for index, report in enumerate(self.cells) if report]
        for index in told:
            if self.cells[index]["failure"] and not self.job.cells[index].trial:
                return index
        for index, report in enumerate(self.cells):
            if report is None and self.folder.stream(index, "out").exists():
                return index
        return max(told, default=0)

    @property
    def last_name(self) -> str:
        """The name of the last cell that began."""
        return self.job.cells[self.last].name if self.cells else ""


def load_reports(folder: RunFolder) -> Reports:
    """Read a run's reports; raises FileNotFoundError where it has no exit."""
    job = folder.load_job()
    cells = tuple(folder.find(cell_report(i)) for i in range(len(job.cells)))
    return Reports(folder, job, folder.read("exit"), folder.find("end") or {}, cells)


def find_failure(reports: Reports, scrub: Scrub) -> Failure | None:
    """Return why the run is no pass, or None where it is one."""
    told = reports.end.get("failure") or next(
        (
            report["failure"]
            for cell, report in zip(reports.job.cells, reports.cells, strict=True)
            if report and report["failure"] and not cell.trial
        ),
        None,
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
    line, trace = _read_crash(reports)
    return Failure(reason, reports.last_name, line, message, scrub(trace))


def _read_told(told: dict[str, Any], reports: Reports, scrub: Scrub) -> Failure:
    """Return the failure that the child itself reported."""
    message = scrub(told["message"])
    if told["reason"] == "memory":
        message = f"{_describe_breach('memory', reports)} ({message})"
    trace = scrub(told.get("traceback", ""))
    cell = reports.last_name if told["cell"] is None else told["cell"]
    return Failure(told["reason"], cell, told["line"], message, trace)


def _describe_breach(reason: str, reports: Reports) -> str:
    """Return the sentence for an exceeded budget, or nothing for another reason."""
    limits = reports.job.limits
    if reason == "timeout":
        done = reports.cells and all(reports.cells)
        rest = ": after its last cell a thread or process kept it alive" if done else ""
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
    return errors.exists() and bool(_ALLOCATION.search(errors.read_bytes()[-65536:]))


def _read_crash(reports: Reports) -> tuple[int, str]:
    """Return the line of the lesson's file, and the stack, of a run that was killed.

    A signal handler wrote the stack, innermost frame first; what stands below the
    lesson's outermost frame is ours.
    """
    if not reports.folder.crash.exists():
        return 0, ""
    text = reports.folder.crash.read_text("utf-8", "replace")
    shown = _THREAD.sub("thread", text).splitlines(keepends=True)
    frame = re.compile(rf'  File "{re.escape(reports.job.file)}", line (\d+)')
    frames = [
        (i, int(m[1])) for i, line in enumerate(shown) if (m := frame.match(line))
    ]
    if not frames:
        return 0, ""
    return frames[0][1], "".join(shown[: frames[-1][0] + 1])
