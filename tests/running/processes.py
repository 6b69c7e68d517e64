"""Look for processes that a run should have ended."""

import os
import time
from collections.abc import Callable, Iterable
from typing import Any

import psutil


def mark(seconds: int) -> str:
    """Return a number of seconds that only this test's processes sleep for."""
    return f"{seconds}.{os.getpid()}"


def find_marked(*words: str) -> list[psutil.Process]:
    """Return the running processes whose command line has all these words."""
    return [
        process
        for process in psutil.process_iter(["cmdline"])
        if set(words) <= set(process.info["cmdline"] or ())
    ]


def wait_until(question: Callable[[], Any], seconds: float = 15.0) -> Any:
    """Return the first answer that is true; fail when none is in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = question()
        if answer:
            return answer
        time.sleep(0.01)
    raise AssertionError("it did not happen in time")


def are_gone(processes: Iterable[psutil.Process]) -> bool:
    """Say whether none of the processes runs any more.

    One that has ended may still wait for its new parent to take notice of it.
    """
    return not any(map(_runs, processes))


def _runs(process: psutil.Process) -> bool:
    try:
        return process.status() not in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
    except psutil.NoSuchProcess:
        return False
