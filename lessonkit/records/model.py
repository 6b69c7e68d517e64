"""What a record says, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SourceHash:
    """The two hashes of a source file, as SHA-256 in hexadecimal.

    `raw` is over the text with LF line endings; `normalised` over its syntax tree,
    so that comments and layout do not count (for data files both are the same).
    `path` is relative to the lesson's folder, with forward slashes; one that ends
    with a slash is a folder whose names were listed.
    """

    path: str
    raw: str
    normalised: str


@dataclass(frozen=True)
class Inputs:
    """Everything a run read: the program's cells, modules, data, packages.

    `cells` maps a cell's name (build/inputs) to its normalised hash; `packages`
    maps each pinned distribution that the run imported to its version.
    """

    main: SourceHash
    cells: dict[str, str]
    modules: tuple[SourceHash, ...]
    data: tuple[SourceHash, ...]
    packages: dict[str, str]


@dataclass(frozen=True)
class Environment:
    """Where a run happened. Provenance only: it never makes a record stale."""

    python: str
    platform: str
    packages: dict[str, str]
    backend: str
    device_kind: str
    device_count: int
    flags: dict[str, str]


@dataclass(frozen=True)
class Figure:
    """A figure of a run: its file beside the record, and its data's file.

    Paths are relative to the records folder: cpu/agreement.svg, cpu/agreement.json.
    """

    id: str
    file: str
    sha256: str
    data: str


@dataclass(frozen=True)
class Output:
    """What a stream received, as lines that keep their line ends.

    Where there was too much, `omitted` lines are left out after the first `kept`.
    """

    lines: tuple[str, ...] = ()
    omitted: int = 0
    kept: int = 0

    @property
    def text(self) -> str:
        """The output as a reader sees it."""
        if not self.omitted:
            return "".join(self.lines)
        head, tail = self.lines[: self.kept], self.lines[self.kept :]
        return "".join([*head, f"… {self.omitted} lines left out …\n", *tail])


@dataclass(frozen=True)
class CellRun:
    """One cell's run. `status` is passed, failed or not run."""

    kind: str
    id: str
    status: str
    seconds: float
    stdout: Output
    stderr: Output
    figures: tuple[Figure, ...] = ()

    @property
    def name(self) -> str:
        """The name used to point at the cell, such as build/inputs."""
        return f"{self.kind}/{self.id}"


@dataclass(frozen=True)
class Failure:
    """Why a run is not a pass.

    `reason` is one of error, timeout, memory, output, exit, signal, environment;
    `line` is the line of main.py, or 0 where there is none.
    """

    reason: str
    cell: str
    line: int
    message: str
    traceback: str = ""


@dataclass(frozen=True)
class Record:
    """A whole recorded run of one lesson on one backend.

    `status` is passed or failed. `started` is UTC as 2026-11-29T10:45:00Z;
    `peak_memory` is in bytes.
    """

    lesson: str
    revision: str
    status: str
    inputs: Inputs
    started: str
    seconds: float
    peak_memory: int
    environment: Environment
    lessonkit: str
    cells: tuple[CellRun, ...]
    failure: Failure | None = None

    def find_cell(self, name: str) -> CellRun | None:
        """Return the run of the cell with this name, such as build/inputs."""
        return next((cell for cell in self.cells if cell.name == name), None)

    @property
    def transcript(self) -> str:
        """Everything the run printed to standard output, in order."""
        return "".join(cell.stdout.text for cell in self.cells)


@dataclass(frozen=True)
class RecordHead:
    """What staleness asks of a record, read without the rest of it."""

    status: str
    inputs: Inputs
    failure: Failure | None
    figures: tuple[str, ...]
