"""Failures of a lesson's code, put into words and places."""

from __future__ import annotations

import bdb
import signal
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

_OURS = str(Path(__file__).parent)
_LONGEST = 2000


def describe_error(error: BaseException, main: str) -> dict[str, object]:
    """Return the reason, line, message and traceback of what a cell raised.

    The line is the one of the innermost frame in `main`, 0 where there is none.
    """
    lines = [line for code, line in _walk(error.__traceback__) if code == main]
    return {
        "reason": _find_reason(error),
        "line": lines[-1] if lines else 0,
        "message": _describe(error),
        "traceback": _render_traceback(error),
    }


def _walk(trace: TracebackType | None) -> Iterator[tuple[str, int]]:
    """Yield the file and line of each frame, outermost first."""
    while trace:
        yield trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next


def _find_reason(error: BaseException) -> str:
    """Return the word for a failure: exit, memory or error."""
    if isinstance(error, SystemExit):
        return "exit"
    exhausted = "RESOURCE_EXHAUSTED" in str(error)
    return "memory" if isinstance(error, MemoryError) or exhausted else "error"


def _describe(error: BaseException) -> str:
    """Return one line: the class, what it says, and what we know better."""
    if isinstance(error, SystemExit):
        return f"the lesson called sys.exit({error.code!r}) before its last cell ended"
    if isinstance(error, EOFError):
        return f"EOFError: {error}: nobody answers `input()` in a recorded run"
    if isinstance(error, bdb.BdbQuit):
        return "BdbQuit: a debugger found nobody to talk to in a recorded run"
    text = str(error).strip()
    first = text.splitlines()[0] if text else ""
    name = type(error).__name__
    return f"{name}: {first}"[:_LONGEST] if first else name


def _render_traceback(error: BaseException) -> str:
    """Return the traceback as Python prints it, without our own frames."""
    shown = traceback.TracebackException.from_exception(error)
    for part in _chain(shown):
        part.stack = traceback.StackSummary.from_list(
            [frame for frame in part.stack if not frame.filename.startswith(_OURS)]
        )
    return "".join(shown.format())


def _chain(
    error: traceback.TracebackException | None,
) -> Iterator[traceback.TracebackException]:
    """Yield an error, the errors that it came from and the ones in its group."""
    if error is None:
        return
    yield error
    for part in (error.__cause__, error.__context__, *(error.exceptions or ())):
        yield from _chain(part)


def describe_exit(code: int) -> tuple[str, str]:
    """Return the reason and the sentence for a process that ended by itself.

    `code` is its exit code, negative for a signal.
    """
    if code >= 0:
        return "exit", f"the process ended with code {code} before the last cell ended"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = "unknown"
    return "signal", f"the process was killed by signal {-code} ({name})"
