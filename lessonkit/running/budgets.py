"""Budgets: what a run uses, where it is stopped, and how its whole tree dies."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import time
from collections.abc import Collection, Iterator, Sequence

import psutil

from lessonkit.running.job import Limits

_SET_CHILD_SUBREAPER = 36
_SET_PARENT_DEATH_SIGNAL = 1

# Stacks of threads count as data although little of them is ever used.
_STACK = 64 << 20

# Open files that a lesson leaves to those who report on it.
_FILES = 32

_PATIENCE = 5.0
_PAUSE = 0.01


def adopt_orphans() -> None:
    """Make every orphan among our descendants our own child (Linux)."""
    _prctl(_SET_CHILD_SUBREAPER, 1)


def die_with_parent() -> None:
    """Let the system kill this process when its parent dies (Linux)."""
    if sys.platform == "linux":
        _prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def limit_memory(limits: Limits) -> None:
    """Make an allocation beyond the budget fail in this process.

    Address space is no measure: JAX reserves far more than it uses. So the system
    counts data; the supervisor watches what is really in memory.
    """
    if os.name == "nt":
        return
    import resource

    most = limits.memory + _STACK * (os.cpu_count() or 1)
    with contextlib.suppress(ValueError, OSError):  # A lower limit may hold already.
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


@contextlib.contextmanager
def withhold_files() -> Iterator[None]:
    """Keep some open files back, so that one who uses up all can be reported on."""
    _change_file_limit(-_FILES)
    try:
        yield
    finally:
        _change_file_limit(_FILES)


def _change_file_limit(change: int) -> None:
    """Let this process open so many files more, as far as the system allows."""
    if os.name == "nt":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft + change, hard))


def find_tree(spare: Collection[int] = ()) -> list[psutil.Process]:
    """Return every running process that descends from this one.

    Children whose process ids are in `spare` are left out with all of theirs.
    """
    if not spare:
        return [p for p in psutil.Process().children(recursive=True) if _is_alive(p)]
    tree = []
    for child in psutil.Process().children():
        if child.pid not in spare:
            with contextlib.suppress(psutil.NoSuchProcess):
                tree += [child, *child.children(recursive=True)]
    return [process for process in tree if _is_alive(process)]


def measure_memory(tree: Sequence[psutil.Process], limit: int) -> int:
    """Return the bytes of memory in use by these processes.

    Pages that processes share are counted for each; only when that exceeds the
    limit are they divided fairly, which costs more.
    """
    total = sum(_measure(process, "memory_info", "rss") for process in tree)
    if total <= limit or sys.platform != "linux":
        return total
    return sum(_measure(process, "memory_full_info", "pss") for process in tree)


def _measure(process: psutil.Process, method: str, field: str) -> int:
    with contextlib.suppress(psutil.Error):
        return getattr(getattr(process, method)(), field)
    return 0


def kill_tree(spare: Collection[int] = ()) -> None:
    """Kill all descendants of this process, also those that start meanwhile.

    They are stopped first, so that none can start another while we look. `spare`
    names children to leave alone.
    """
    deadline = time.monotonic() + _PATIENCE
    while (tree := find_tree(spare)) and time.monotonic() < deadline:
        for action in ("suspend", "kill"):
            for process in tree:
                with contextlib.suppress(psutil.Error):
                    getattr(process, action)()
        wait_for_end(tree, _PATIENCE)


def wait_for_end(tree: Sequence[psutil.Process], seconds: float) -> None:
    """Wait until none of these processes runs any more, but not longer than this."""
    deadline = time.monotonic() + seconds
    while any(map(_is_alive, tree)) and time.monotonic() < deadline:
        time.sleep(_PAUSE)
    for process in tree:
        _reap(process.pid)


def _reap(pid: int) -> None:
    """Take leave of an ended child of ours; orphans became ours as well."""
    if hasattr(os, "WNOHANG"):
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)


def _is_alive(process: psutil.Process) -> bool:
    with contextlib.suppress(psutil.Error):
        return process.status() != psutil.STATUS_ZOMBIE
    return False
