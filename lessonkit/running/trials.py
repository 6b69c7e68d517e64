"""Trials: cells that may change a lesson's names, and the changes are taken back."""

from __future__ import annotations

from typing import Any

from lessonkit.running.job import JobCell


class Trials:
    """Runs the cells of each trial on the names as they were before it.

    Neighbouring cells with the same trial belong together. What one that fails
    leaves undone concerns its own trial only.
    """

    def __init__(self, names: dict[str, Any]) -> None:
        self._names = names
        self._before: dict[str, Any] = {}
        self._current = ""
        self._failed: set[str] = set()

    def enter(self, cell: JobCell) -> bool:
        """Make the names those for the cell; say whether it is to run."""
        if cell.trial != self._current:
            if self._current:
                # The same dictionary: functions look their globals up in it.
                self._names.clear()
                self._names.update(self._before)
            self._before = dict(self._names)
            self._current = cell.trial
        return cell.trial not in self._failed

    def fail(self, cell: JobCell) -> bool:
        """Note that a cell failed; say whether that ends only its trial."""
        if cell.trial:
            self._failed.add(cell.trial)
        return bool(cell.trial)
