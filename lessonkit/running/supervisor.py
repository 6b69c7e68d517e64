"""The supervisor: one process per run that watches it and ends its whole tree."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import psutil

from lessonkit.files import remove_tree
from lessonkit.running import budgets
from lessonkit.running.job import LESSON_FOLDERS, Job, Limits, RunFolder, cell_report

# Seconds between two looks at a run, and between two costlier ones at its memory.
_PAUSE = 0.01
_LOOK_EVERY = 0.2

# Seconds that processes of a finished run get to end by themselves.
_GRACE = 0.5

# Bytes on the disk that the reports of a run need.
_LEAST_ROOM = 256 << 10

Tell = Callable[[dict[str, Any]], None]


class Process(Protocol):
    """A started child: a forked one or one of subprocess."""

    pid: int

    def poll(self) -> int | None:
        """Return the exit code, negative for a signal, or None while it runs."""


def supervise(folder: RunFolder, start: Callable[[], Process], tell: Tell) -> None:
    """Start a run's child, watch it to its end and report how it ended.

    `tell` receives a notice for each finished cell. The report `exit` has the exit
    code, the budget that was exceeded (or stopped, or disk), seconds, start and the
    peak of memory.
    """
    budgets.adopt_orphans()
    watch = _Watch(folder, folder.load_job(), tell)
    started = datetime.now(UTC)
    try:
        code = watch.follow(start())
        if code is not None:
            budgets.wait_for_end(budgets.find_tree(), _GRACE)
    finally:
        budgets.kill_tree()
    watch.tell_cells()
    report = {
        "code": code,
        "breach": watch.breach or _find_full_disk(folder, code),
        "seconds": round(time.monotonic() - watch.started, 3),
        "started": started.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "peak": max(watch.peak, _find_highest_memory()),
    }
    _write_exit(folder, report)
    tell({"done": True})


def _find_full_disk(folder: RunFolder, code: int | None) -> str:
    """Return "disk" for a child that failed where it could write nothing any more."""
    with contextlib.suppress(FileNotFoundError):  # The lesson may have removed it.
        if code and shutil.disk_usage(folder.path.parent).free < _LEAST_ROOM:
            return "disk"
    return ""


def _write_exit(folder: RunFolder, report: dict[str, Any]) -> None:
    """Write how the run ended; where the disk is full, what the lesson wrote goes."""
    for name in (None, *LESSON_FOLDERS):
        if name:
            remove_tree(folder.path / name)
        with contextlib.suppress(OSError):
            folder.write("exit", report)
            return


class _Watch:
    """What is known of a run while it goes on."""

    def __init__(self, folder: RunFolder, job: Job, tell: Tell) -> None:
        self.started = time.monotonic()
        self.peak = 0
        self.breach = ""
        self._folder = folder
        self._job = job
        self._tell = tell
        self._told = 0
        self._parent = os.getppid()
        self._next_look = 0.0

    def follow(self, child: Process) -> int | None:
        """Wait for the child; return its exit code, or None where it was stopped."""
        while (code := child.poll()) is None:
            self.tell_cells()
            self.breach = self._find_breach(self._job.limits)
            if self.breach:
                _note_place(child)
                return None
            time.sleep(_PAUSE)
        return code

    def tell_cells(self) -> None:
        """Tell about each cell that finished since the last look."""
        while self._told < len(self._job.cells):
            try:
                report = self._folder.find(cell_report(self._told))
            except ValueError:  # The lesson wrote there itself.
                return
            if report is None:
                return
            status = "failed" if report["failure"] else "passed"
            name = self._job.cells[self._told].name
            self._tell({"cell": name, "status": status, "seconds": report["seconds"]})
            self._told += 1

    def _find_breach(self, limits: Limits) -> str:
        """Return the budget that is exceeded, "stopped" when told so, or nothing."""
        now = time.monotonic()
        if now - self.started > limits.seconds:
            return "timeout"
        if self._measure_output() > limits.output:
            return "output"
        if now < self._next_look:
            return ""
        self._next_look = now + _LOOK_EVERY
        memory = budgets.measure_memory(budgets.find_tree(), limits.memory)
        self.peak = max(self.peak, memory)
        if memory > limits.memory:
            return "memory"
        return "stopped" if self._is_unwanted() else ""

    def _measure_output(self) -> int:
        """Return the bytes that all cells have written to their streams."""
        try:
            with os.scandir(self._folder.streams) as entries:
                return sum(entry.stat().st_size for entry in entries)
        except FileNotFoundError:  # The lesson may remove its own folder.
            return 0

    def _is_unwanted(self) -> bool:
        """Say whether nobody waits for this run any more."""
        gone = os.getppid() != self._parent or not psutil.pid_exists(self._parent)
        return gone or self._folder.stop.exists()


def build_tell(folder: RunFolder, descriptor: int) -> Tell:
    """Return a function that writes notices about a run as lines of JSON.

    Supervisors share a pipe: a line is short enough to be written in one piece.
    """

    def tell(notice: dict[str, Any]) -> None:
        line = json.dumps({"run": folder.path.name, **notice}) + "\n"
        with contextlib.suppress(BrokenPipeError):  # Nobody listens: see _Watch.
            os.write(descriptor, line.encode())

    return tell


def _note_place(child: Process) -> None:
    """Let the child write down where it is, before it is killed."""
    if hasattr(signal, "SIGUSR2"):
        with contextlib.suppress(OSError):
            os.kill(child.pid, signal.SIGUSR2)
        time.sleep(5 * _PAUSE)


def _find_highest_memory() -> int:
    """Return the most memory that one ended process of the run had, in bytes."""
    if os.name == "nt":
        return 0
    import resource

    highest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return highest if sys.platform == "darwin" else highest << 10


def main(folder: RunFolder) -> None:
    """Supervise a run whose child is a fresh interpreter; notices go to stdout."""
    command = [sys.executable, "-m", "lessonkit.running.child", str(folder.path)]

    def start() -> Process:
        null = subprocess.DEVNULL
        return subprocess.Popen(command, stdin=null, stdout=null)

    command_process = os.getppid()
    supervise(folder, start, build_tell(folder, sys.stdout.fileno()))
    if os.getppid() != command_process:
        # The command was killed, and cannot tidy up what all its runs shared.
        remove_tree(folder.path.parent)


if __name__ == "__main__":
    main(RunFolder(Path(sys.argv[1])))
