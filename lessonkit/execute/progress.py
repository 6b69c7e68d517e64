"""Say how a run goes on: a moving line on a terminal, plain lines elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.status import Status

from lessonkit.execute.record import Event, Outcome
from lessonkit.execute.verify import Verdict
from lessonkit.layout import MAIN
from lessonkit.records.verifications import Difference


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
            line = f"{event.lesson:24} {event.status:8} {event.seconds:6.1f} s"
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


def render_verdicts(root: Path, verdicts: Sequence[Verdict]) -> str:
    """Return what is to be said of each lesson, then the counts."""
    lines = [line for verdict in verdicts for line in _describe_verdict(root, verdict)]
    counts = Counter(verdict.outcome for verdict in verdicts)
    shown = ", ".join(f"{count} {outcome}" for outcome, count in counts.items())
    return "\n".join([*lines, shown])


def _describe_verdict(root: Path, verdict: Verdict) -> Iterator[str]:
    """Yield the state of a record that is not fresh, and every difference."""
    main = (verdict.lesson.folder / MAIN).relative_to(root).as_posix()
    backend = verdict.record.environment.backend if verdict.record else ""
    state = verdict.state
    if state.kind not in ("fresh", "never", "unreadable"):
        reasons = f" ({', '.join(state.reasons)})" if state.reasons else ""
        yield f"{main}: the {backend} record is {state.kind}{reasons}"
    if verdict.error:
        yield f"{main}: {verdict.error}"
    for difference in verdict.differences:
        line = f":{difference.line}" if difference.where == "run" else ""
        yield f"{main}{line}: {render_difference(difference)}"


def render_difference(difference: Difference) -> str:
    """Return a difference in one line, its two sides below each other."""
    in_stream = difference.line and difference.where != "run"
    line = f" line {difference.line}" if in_stream else ""
    where = "" if difference.where in ("run", "cell") else f" {difference.where}"
    advice = "is not reproducible: seed it, or name it under `volatile`"
    verb = "differs" if difference.reproducible else advice
    sides = (("expected", difference.expected), ("got", difference.got))
    shown = "".join(f"\n    {f'{name}:':9} {_quote(text)}" for name, text in sides)
    return f"{difference.cell or 'the run'}{where}{line} {verb}{shown}"


def _quote(text: str | None) -> str:
    return "nothing" if text is None else text
