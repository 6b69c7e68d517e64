"""Collect what a run left in its folder as one value, however the run ended."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lessonkit.records import CellRun, Environment, Failure, Figure, Output, SourceHash
from lessonkit.running.capture import load_output
from lessonkit.running.endings import Reports, Scrub, find_failure, load_reports
from lessonkit.running.job import RunFolder

_COMMENT = re.compile("<!--.*?-->", re.DOTALL)


class BrokenRunError(Exception):
    """A run broke down for a reason that is not the lesson's; the text says why."""


@dataclass(frozen=True)
class Run:
    """A run that ended: passed where `failure` is None.

    `files` are the figures and their numbers by name; `peak_memory` is in bytes.
    `mistakes` stand beside `cells`: what each raised, or None.
    """

    cells: tuple[CellRun, ...]
    files: dict[str, bytes]
    failure: Failure | None
    modules: tuple[SourceHash, ...]
    data: tuple[SourceHash, ...]
    packages: dict[str, str]
    environment: Environment
    started: str
    seconds: float
    peak_memory: int
    mistakes: tuple[Mistake | None, ...] = ()


@dataclass(frozen=True)
class Mistake:
    """What a cell raised: a class and its text, and the frames it went through.

    `places` are pairs of file and line, outermost first.
    """

    reason: str
    error: str
    text: str
    places: tuple[tuple[str, int], ...]
    traceback: str


def collect_run(folder: RunFolder, scrub: Scrub) -> Run:
    """Read a run's folder.

    Raises BrokenRunError where the run had no chance to begin or to be watched, or
    where the lesson has spoilt the folder.
    """
    try:
        return _collect_run(folder, scrub)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise BrokenRunError(f"what it left cannot be read ({reason})") from error


def _collect_run(folder: RunFolder, scrub: Scrub) -> Run:
    """Read a run's folder, which the lesson may have spoilt."""
    if not folder.has_job():
        raise BrokenRunError("the lesson removed the folder of its own run")
    fault = folder.find("fault")
    if fault:
        raise BrokenRunError(fault["message"])
    begin = folder.find("begin")
    try:
        reports = load_reports(folder)
    except FileNotFoundError:
        raise BrokenRunError(
            "the process that watched it was killed, or had no room on the disk"
        ) from None
    if reports.exit["breach"] == "disk":
        raise BrokenRunError("there is no room on the disk")
    if begin is None:
        code = reports.exit["code"]
        raise BrokenRunError(f"it could not start, or lost its folder (code {code})")
    if reports.exit["breach"] == "stopped":
        raise BrokenRunError("it was stopped, because nobody waited for it any more")
    failure = find_failure(reports, scrub)
    files = _load_figures(reports, scrub)
    cells = _build_cells(reports, failure, files, scrub)
    environment = begin["environment"] | reports.end.get("device", {})
    return Run(
        cells=tuple(cells),
        files=files,
        failure=failure,
        modules=_build_hashes(reports, "modules"),
        data=_build_hashes(reports, "data"),
        packages=begin["packages"],
        environment=Environment(**environment),
        started=reports.exit["started"],
        seconds=reports.exit["seconds"],
        peak_memory=reports.exit["peak"],
        mistakes=tuple(_build_mistake(report, scrub) for report in reports.cells),
    )


def _build_mistake(report: dict[str, Any] | None, scrub: Scrub) -> Mistake | None:
    """Return what a cell raised, if it finished by raising."""
    told = report["failure"] if report else None
    if not told:
        return None
    return Mistake(
        told["reason"],
        told.get("error", ""),
        scrub(told.get("text", told["message"])),
        tuple((file, line) for file, line in told.get("places", ())),
        scrub(told.get("traceback", "")),
    )


def _build_hashes(reports: Reports, name: str) -> tuple[SourceHash, ...]:
    return tuple(SourceHash(**item) for item in reports.end.get(name, ()))


def _load_figures(reports: Reports, scrub: Scrub) -> dict[str, bytes]:
    """Return the files of all figures that finished cells reported, by name."""
    files = {}
    for id in (id for cell in reports.cells if cell for id in cell["figures"]):
        image = reports.folder.figure(id, "svg").read_text("utf-8")
        numbers = reports.folder.figure(id, "json").read_text("utf-8")
        # Outside its comments, which repeat all texts, an image has no words.
        image = _COMMENT.sub(lambda match: scrub(match[0]), image)
        files |= {f"{id}.svg": image.encode(), f"{id}.json": scrub(numbers).encode()}
    return files


def _build_cells(
    reports: Reports, failure: Failure | None, files: dict[str, bytes], scrub: Scrub
) -> list[CellRun]:
    """Return each cell's run: passed, failed or not run."""
    spent = sum(cell["seconds"] for cell in reports.cells if cell)
    cells = []
    for index, (cell, report) in enumerate(
        zip(reports.job.cells, reports.cells, strict=True)
    ):
        begun = report is not None or (failure is not None and index == reports.last)
        if not begun:
            empty = Output()
            cells.append(CellRun(cell.kind, cell.id, "not run", 0.0, empty, empty))
            continue
        # A cell that was killed has no report: it had the rest of the time.
        seconds = report["seconds"] if report else reports.exit["seconds"] - spent
        failed = report is None or report["failure"] is not None
        out, err = (
            load_output(reports.folder.stream(index, name), scrub)
            for name in ("out", "err")
        )
        figures = _build_figures(report["figures"] if report else (), reports, files)
        status = "failed" if failed else "passed"
        seconds = round(max(seconds, 0.0), 6)
        run = CellRun(cell.kind, cell.id, status, seconds, out, err, figures)
        cells.append(run)
    return cells


def _build_figures(
    ids: Sequence[str], reports: Reports, files: dict[str, bytes]
) -> tuple[Figure, ...]:
    """Return a record's entries for figures, with the hash of each image."""
    backend = reports.job.backend
    return tuple(
        Figure(
            id,
            f"{backend}/{id}.svg",
            hashlib.sha256(files[f"{id}.svg"]).hexdigest(),
            f"{backend}/{id}.json",
        )
        for id in ids
    )
