"""Finds out which files changed, by looking at all of them a few times a second.

It asks nothing of the system but names, times and sizes, so it works on network drives
and in containers too, and no change is missed between two looks.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

PAUSE = 0.2
# An editor writes several files, or one in several steps.
QUIET_PAUSE = 0.05
IGNORED_NAMES = ("__pycache__", "node_modules")

State = tuple[int, int]


class Watch:
    """Watches files and folders; what they hold when it is made counts as known."""

    def __init__(self, places: Iterable[Path]) -> None:
        self._places = tuple(places)
        self._known = dict(_scan(self._places))

    def find_changes(self) -> frozenset[Path]:
        """Return the files that appeared, changed or vanished since the last time."""
        now = dict(_scan(self._places))
        changed = _compare(self._known, now)
        self._known = now
        return changed

    def wait(self) -> frozenset[Path]:
        """Return the next changes, all those that come in quick succession."""
        changed = self.find_changes()
        while not changed:
            time.sleep(PAUSE)
            changed = self.find_changes()
        while True:
            time.sleep(QUIET_PAUSE)
            more = self.find_changes()
            if not more:
                return changed
            changed |= more


def _compare(then: Mapping[str, State], now: Mapping[str, State]) -> frozenset[Path]:
    names = then.keys() | now.keys()
    return frozenset(Path(name) for name in names if then.get(name) != now.get(name))


def _scan(places: Iterable[Path]) -> Iterator[tuple[str, State]]:
    """Yield every file with its time and size."""
    for place in places:
        if place.is_dir():
            yield from _scan_folder(str(place))
        elif place.exists():
            found = place.stat()
            yield str(place), (found.st_mtime_ns, found.st_size)


def _scan_folder(folder: str) -> Iterator[tuple[str, State]]:
    """Yield the files of a folder; what vanishes meanwhile is passed over."""
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith(".") or entry.name in IGNORED_NAMES:
            continue
        try:
            if entry.is_dir():
                yield from _scan_folder(entry.path)
            else:
                found = entry.stat()
                yield entry.path, (found.st_mtime_ns, found.st_size)
        except OSError:
            continue
