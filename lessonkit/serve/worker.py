"""Runs one lesson for the preview, in a process of its own, and tells how it goes.

It writes a line of JSON for each event. It ends when its standard input does, and so
with the preview, however that ends; what it had started ends with it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from dataclasses import asdict
from pathlib import Path

from lessonkit.course.load import load_course
from lessonkit.errors import UsageError
from lessonkit.execute.record import Event, Outcome, execute_lessons


def main(root: str, lesson: str) -> int:
    """Run the lesson of this id and write its record; return the exit code."""
    threading.Thread(target=_end_with_input, daemon=True).start()
    try:
        outcomes = _run(Path(root), lesson)
    except UsageError as error:
        _tell("ended", error.sentence)
        return 2
    except KeyboardInterrupt:
        return 130
    if not outcomes:
        _tell("ended", "it was not run: its sources have problems")
        return 1
    _tell("ended", _describe(outcomes[0]))
    return 0 if outcomes[0].passed else 1


def _describe(outcome: Outcome) -> str:
    """Return what went wrong in a run, with its place, or nothing."""
    failure = outcome.record.failure if outcome.record else None
    if failure is None:
        return outcome.error
    place = f" in {failure.cell}" if failure.cell else ""
    line = f", line {failure.line} of main.py" if failure.line else ""
    return f"{failure.message}{place}{line}"


def _run(root: Path, id: str) -> tuple[Outcome, ...]:
    """Run the lesson, if it can be read."""
    course = load_course(root).course
    lessons = [lesson for lesson in course.lessons if lesson.id == id] if course else []
    if course is None or not lessons:
        return ()
    return execute_lessons(
        root,
        lessons,
        backend="cpu",
        jobs=1,
        runtime=course.metadata.runtime,
        preload=course.metadata.preload,
        report=_show,
    )


def _show(event: Event) -> None:
    print(json.dumps(asdict(event)), flush=True)


def _tell(kind: str, message: str) -> None:
    print(json.dumps({"kind": kind, "message": message}), flush=True)


def _end_with_input() -> None:
    """End this process when nobody holds its input any more."""
    sys.stdin.read()
    if os.name == "nt":
        os._exit(130)
    # As Ctrl-C would: what runs is ended, and its folders are removed.
    os.kill(os.getpid(), signal.SIGINT)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
