"""Failures of a lesson's code, put into words and places."""

from __future__ import annotations

import bdb
import re
import signal
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType

_OURS = str(Path(__file__).parent)
_LONGEST = 2000
_MOST_LINES = 120
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_MOST_PLACES = 200


def describe_error(error: BaseException, main: str) -> dict[str, object]:
    """Return the reason, line, message and traceback of what a cell raised.

    The line is the one of the innermost frame in `main`, 0 where there is none.
    Beside the message, which is one line, stand the class, the whole text and the
    places of all frames but ours, outermost first.
    """
    walk = _walk(error.__traceback__)
    places = [place for place in walk if not place[0].startswith(_OURS)]
    lines = [line for file, line in places if file == main]
    return {
        "error": _make_writable(type(error).__name__)[:_LONGEST],
        "text": _read_text(error)[:_LONGEST],
        "places": places[-_MOST_PLACES:],
        "reason": _find_reason(error),
        "line": lines[-1] if lines else 0,
        "message": _describe(error),
        "traceback": _render_traceback(error),
    }


def describe_breakdown(error: BaseException) -> dict[str, object]:
    """Return the failure of a lesson that broke the code around its cells.

    That code is the same for all lessons. Its cell is the last that began.
    """
    words = "what the lesson did to its own process broke the run"
    return {
        "reason": "error",
        "cell": None,
        "line": 0,
        "message": f"{words} ({_describe(error)})",
        "traceback": _read(lambda: _format_whole(error)),
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
    exhausted = "RESOURCE_EXHAUSTED" in _read_text(error)
    return "memory" if isinstance(error, MemoryError) or exhausted else "error"


def _describe(error: BaseException) -> str:
    """Return one line: the class, what it says, and what we know better."""
    if isinstance(error, SystemExit):
        code = _read(lambda: repr(error.code))[:_LONGEST]
        return f"the lesson called sys.exit({code}) before its last cell ended"
    if isinstance(error, EOFError):
        text = _read_text(error)[:_LONGEST] or "no input"
        return f"EOFError: {text}: nobody answers `input()` in a recorded run"
    if isinstance(error, bdb.BdbQuit):
        return "BdbQuit: a debugger found nobody to talk to in a recorded run"
    text = _read_text(error)
    first = text.splitlines()[0] if text else ""
    name = _make_writable(type(error).__name__)
    return f"{name}: {first}"[:_LONGEST] if first else name


def _read_text(error: BaseException) -> str:
    """Return what an exception says."""
    return _read(lambda: str(error)).strip()


def _read(show: Callable[[], str]) -> str:
    """Return a text that the lesson's own code makes, which may fail to."""
    try:
        return _make_writable(show())
    except BaseException as failing:
        return f"its text cannot be shown ({type(failing).__name__})"


def _make_writable(text: str) -> str:
    """Return a text whose lone surrogates and control characters are escaped."""
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return _CONTROL.sub(lambda match: ascii(match[0])[1:-1], text)


def _render_traceback(error: BaseException) -> str:
    """Return the traceback as Python prints it, without our own frames."""
    return _read(lambda: _shorten(_format_traceback(error)))


def _format_whole(error: BaseException) -> str:
    """Return the traceback with our own frames, which matter for once."""
    return _shorten("".join(traceback.format_exception(error)))


def _format_traceback(error: BaseException) -> str:
    shown = traceback.TracebackException.from_exception(error)
    for part in _chain(shown):
        part.stack = traceback.StackSummary.from_list(
            [frame for frame in part.stack if not frame.filename.startswith(_OURS)]
        )
    return "".join(shown.format())


def _chain(
    error: traceback.TracebackException,
) -> Iterator[traceback.TracebackException]:
    """Yield an error, the errors that it came from and the ones in its group."""
    waiting = [error]
    while waiting:
        part = waiting.pop()
        yield part
        parts = (part.__cause__, part.__context__, *(part.exceptions or ()))
        waiting += [other for other in parts if other is not None]


def _shorten(text: str) -> str:
    """Cut the middle out of a text of too many lines, and the ends of long lines."""
    lines = [_cut(line) for line in text.splitlines(keepends=True)]
    omitted = len(lines) - _MOST_LINES
    if omitted > 0:
        half = _MOST_LINES // 2
        lines[half:-half] = [f"  … {omitted} lines left out …\n"]
    return "".join(lines)


def _cut(line: str) -> str:
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]} …\n"


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
