"""A job, the folder that it runs in, and the words its processes exchange.

Everything here is plain JSON: it goes to a forked child or to a fresh interpreter.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from lessonkit.files import write_file

# The folders of a run that are the lesson's own.
LESSON_FOLDERS = ("work", "home", "tmp")


@dataclass(frozen=True)
class JobCell:
    """One cell to run; `line` is the line of the file on which its source begins.

    `file` is where the source stands, if that is not the job's program. Cells of a
    `trial` run on a copy of the names, and a failure ends only their trial.
    """

    kind: str
    id: str
    line: int
    source: str
    file: str = ""
    trial: str = ""

    @property
    def name(self) -> str:
        """The name used to point at the cell, such as build/inputs."""
        return f"{self.kind}/{self.id}"


@dataclass(frozen=True)
class Limits:
    """What a run may use: seconds of wall time, bytes of memory, bytes of output."""

    seconds: float = 120.0
    memory: int = 2048 << 20
    output: int = 64 << 20


@dataclass(frozen=True)
class Job:
    """A lesson to run.

    `root` is the repository, `folder` the lesson's folder and `file` its program,
    all absolute; `runtime` is jax or plain; `packages` names the distributions whose
    versions matter; `cache` is the folder where compiled programs are kept, if any;
    `shapes` asks for a look at what shape comments say.
    """

    lesson: str
    root: str
    folder: str
    file: str
    docstring: str
    cells: tuple[JobCell, ...]
    limits: Limits
    backend: str
    runtime: str
    packages: tuple[str, ...]
    cache: str = ""
    shapes: bool = False


@dataclass(frozen=True)
class RunFolder:
    """The throw-away folder of one run: what goes in, and what comes out."""

    path: Path

    def create(self, job: Job) -> None:
        """Make the folder with its job."""
        for name in (*LESSON_FOLDERS, "cells", "streams", "figures"):
            (self.path / name).mkdir(parents=True)
        self.write("job", asdict(job))

    def load_job(self) -> Job:
        """Return the job that the folder was made for."""
        content = self.read("job")
        cells = tuple(JobCell(**cell) for cell in content.pop("cells"))
        limits = Limits(**content.pop("limits"))
        packages = tuple(content.pop("packages"))
        return Job(**content, cells=cells, limits=limits, packages=packages)

    def has_job(self) -> bool:
        """Say whether the job is still there: a lesson may remove everything."""
        return (self.path / "job.json").exists()

    def write(self, name: str, content: dict[str, Any]) -> None:
        """Write a report, which appears whole or not at all."""
        text = json.dumps(content)
        write_file(self.path / f"{name}.json", text, durable=False)

    def read(self, name: str) -> dict[str, Any]:
        """Return a report; FileNotFoundError where it was never written."""
        return json.loads((self.path / f"{name}.json").read_text(encoding="utf-8"))

    def find(self, name: str) -> dict[str, Any] | None:
        """Return a report, or None where it was never written."""
        try:
            return self.read(name)
        except FileNotFoundError:
            return None

    @property
    def streams(self) -> Path:
        """The folder of what the cells wrote."""
        return self.path / "streams"

    def stream(self, index: int, name: str) -> Path:
        """Return the file that holds what a cell wrote to stdout or stderr."""
        return self.streams / f"{index:03}.{name}"

    def figure(self, id: str, suffix: str) -> Path:
        """Return the file of a figure (svg) or of its numbers (json)."""
        return self.path / "figures" / f"{id}.{suffix}"

    @property
    def reads(self) -> Path:
        """The file for the paths that processes of the lesson's own have read."""
        return self.path / "reads.txt"

    @property
    def crash(self) -> Path:
        """The file for the Python stack of a run that is killed."""
        return self.path / "crash.txt"

    @property
    def stop(self) -> Path:
        """The file whose appearance tells the supervisor to end the run."""
        return self.path / "stop"


def cell_report(index: int) -> str:
    """Return the name of the report on the cell with this index."""
    return f"cells/{index:03}"
