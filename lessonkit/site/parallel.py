"""Work that is shared among processes, where the system can fork this one safely."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

# A fork costs some hundredths of a second: less work is done sooner here.
FEWEST = 8


def run_shared(
    function: Callable[[Item], Result], items: Sequence[Item]
) -> list[Result]:
    """Return the results of a function, in order, computed by all the cores.

    The function must be pure, since what it changes is lost, and its results must be
    able to travel as pickles. What another process could not do is done here.
    """
    count = _count_workers(len(items))
    others = [_Worker.start(function, items[n::count]) for n in range(1, count)]
    results: list[Any] = [None] * len(items)
    for n, worker in enumerate([None, *others]):
        done = worker.collect() if worker else None
        share = items[n::count]
        results[n::count] = [function(item) for item in share] if done is None else done
    return results


def _count_workers(items: int) -> int:
    """Return how many processes share so many items, this one included.

    A process with threads must not fork: a lock that one of them holds would stay
    locked in the child for ever.
    """
    if sys.platform != "linux" or items < FEWEST or not _is_alone():
        return 1
    return min(len(os.sched_getaffinity(0)), items)


def _is_alone() -> bool:
    """Say whether this process has one thread; libraries may have some of their own."""
    try:
        return len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return False


@dataclass(frozen=True)
class _Worker:
    """A forked process that sends its results and ends."""

    pid: int
    answer: int

    @classmethod
    def start(cls, function: Callable[[Any], Any], items: Sequence[Any]) -> _Worker:
        """Fork a process that computes these items."""
        answer, end = os.pipe()
        pid = os.fork()
        if pid:
            os.close(end)
            return cls(pid, answer)
        try:
            os.close(answer)
            with os.fdopen(end, "wb") as stream:
                pickle.dump([function(item) for item in items], stream)
        finally:
            # No clean-up of the parent's business, whatever happened here.
            os._exit(0)

    def collect(self) -> list[Any] | None:
        """Return the results, or None where the process did not get that far."""
        with os.fdopen(self.answer, "rb") as stream:
            data = stream.read()
        os.waitpid(self.pid, 0)
        try:
            return pickle.loads(data)
        except Exception:  # It died on the way, or an item failed: see it fail here.
            return None
