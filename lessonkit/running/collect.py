"""Collect what a run left in its folder as one value, however the run ended."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from lessonkit.records import CellRun, Environment, Failure, Figure, Output, SourceHash
from lessonkit.running.capture import load_output
from lessonkit.running.endings import Reports, Scrub, find_failure, load_reports
from lessonkit.running.job import RunFolder


class BrokenRunError(Exception):
    """A run broke down for a reason that is not the lesson's; the text says why."""


@dataclass(frozen=True)
class Run:
    """A run that ended: passed where `failure` is None.

    `files` are the figures and their numbers by name; `peak_memory` is in bytes.
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


def collect_run(folder: RunFolder, scrub: Scrub) -> Run:
    """Read a run's folder.

    Raises BrokenRunError where the run had no chance to begin or to be watched.
    """
    fault = folder.find("fault")
    if fault:
        raise BrokenRunError(fault["message"])
    begin = folder.find("begin")
    try:
        reports = load_reports(folder)
    except FileNotFoundError:
        raise BrokenRunError("the process that watched it was killed") from None
    if begin is None:
        raise BrokenRunError(f"it could not start (exit code {reports.exit['code']})")
    if reports.exit["breach"] == "stopped":
        raise BrokenRunError("it was stopped, because nobody waited for it any more")
    failure = find_failure(reports, scrub)
    files = _load_figures(reports)
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
    )


def _build_hashes(reports: Reports, name: str) -> tuple[SourceHash, ...]:
    return tuple(SourceHash(**item) for item in reports.end.get(name, ()))


def _load_figures(reports: Reports) -> dict[str, bytes]:
    """Return the files of all figures that finished cells reported, by name."""
    ids = [id for cell in reports.cells if cell for id in cell["figures"]]
    names = [f"{id}.{suffix}" for id in ids for suffix in ("svg", "json")]
    folder = reports.folder.path / "figures"
    return {name: (folder / name).read_bytes() for name in names}


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
