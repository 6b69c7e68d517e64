"""Say how a run goes on: a moving line on a terminal, plain lines elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.status import Status

from lessonkit.execute.record import Event, Outcome
from lessonkit.layout import MAIN


class Progress:
    """Shows the events of a run, one line for each lesson that ends."""

    def __init__(self, console: Console, count: int) -> None:
        self._console = console
        self._count = count
        self._done = 0
        self._running: dict[str, str] = {}
        self._status: Status | None = None

    def __enter__(self) -> Progress:
        if self._console.is_terminal:
            self._status = self._console.status("starting")
            self._status.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._status:
            self._status.stop()

    def show(self, event: Event) -> None:
        """Show one event."""
        if event.kind == "finished":
            self._done += 1
            self._running.pop(event.lesson, None)
            line = f"{event.lesson:24} {event.status:6} {event.seconds:6.1f} s"
            self._print(f"[{self._done}/{self._count}] {line}")
        else:
            self._running[event.lesson] = event.cell
        if self._status:
            running = (f"{id} {cell}".rstrip() for id, cell in self._running.items())
            self._status.update(" · ".join(running) or "finishing")

    def _print(self, line: str) -> None:
        # Lesson ids and brackets are text here, not markup of rich's.
        self._console.print(line, markup=False, highlight=False, soft_wrap=True)


def render_outcomes(root: Path, outcomes: Sequence[Outcome]) -> str:
    """Return the closing summary: every failure with its place, then the counts."""
    failed = [outcome for outcome in outcomes if not outcome.passed]
    parts = [_describe(root, outcome) for outcome in failed]
    passed = len(outcomes) - len(failed)
    counts = f"{passed} passed" + (f", {len(failed)} failed" if failed else "")
    return "\n".join([*parts, counts])


def _describe(root: Path, outcome: Outcome) -> str:
    """Return the place of a failure, its message and its traceback."""
    main = (outcome.lesson.folder / MAIN).relative_to(root).as_posix()
    failure = outcome.record.failure if outcome.record else None
    if failure is None:
        return f"{main}: {outcome.error}"
    place = f"{main}:{failure.line}" if failure.line else main
    cell = f" in {failure.cell}" if failure.cell else ""
    trace = "".join(f"\n    {line}" for line in failure.traceback.splitlines())
    return f"{place}: {failure.message}{cell}{trace}"
