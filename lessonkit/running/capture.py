"""Capture: what a cell writes to file descriptors 1 and 2, kept apart and bounded."""

from __future__ import annotations

import ctypes
import io
import os
import re
import sys
from collections import deque
from collections.abc import Callable
from pathlib import Path

from lessonkit.records import Output
from lessonkit.running.job import RunFolder

MOST_LINES = 200
MOST_BYTES = 32 << 10

# Of output that is too long, this share is kept from its beginning.
_HEAD = 0.6
_LONGEST_LINE = 4096
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,16}\b(?=[^<\n]*>)")


class Streams:
    """The two streams of a running lesson, sent to a pair of files for each cell."""

    def __init__(self, folder: RunFolder) -> None:
        self._folder = folder
        self._flush_c = _find_c_flush()
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)
        reader = io.FileIO(0, closefd=False)
        sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BufferedReader(reader), "utf-8")

    def begin(self, index: int) -> None:
        """Send everything from now on to the files of the cell with this index."""
        for descriptor, name in ((1, "out"), (2, "err")):
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
            file = os.open(self._folder.stream(index, name), flags, 0o600)
            os.dup2(file, descriptor)
            os.close(file)
        if index == 0:
            # Unbuffered, so that prints keep their order among other writers, and
            # a process that dies leaves nothing behind in a buffer.
            sys.stdout = sys.__stdout__ = _open_unbuffered(1, "strict")
            sys.stderr = sys.__stderr__ = _open_unbuffered(2, "backslashreplace")

    def flush(self) -> None:
        """Write out what C libraries still hold."""
        self._flush_c()


def _open_unbuffered(descriptor: int, errors: str) -> io.TextIOWrapper:
    raw = io.FileIO(descriptor, "w", closefd=False)
    return io.TextIOWrapper(raw, "utf-8", errors, newline="\n", write_through=True)


def _find_c_flush() -> Callable[[], object]:
    """Return a function that flushes C's own output buffers."""
    if os.name == "nt":
        return lambda: ctypes.cdll.msvcrt.fflush(None)
    return lambda: ctypes.CDLL(None).fflush(None)


def load_output(path: Path, clean: Callable[[str], str]) -> Output:
    """Read a captured stream: the head, the tail and a count of what lies between.

    Memory addresses are masked; `clean` rewrites every line that is kept.
    """
    if not path.exists():
        return Output()
    head, tail, omitted = _read_bounded(path)
    lines = [clean(_ADDRESS.sub("0x…", _decode(line))) for line in (*head, *tail)]
    return Output(tuple(lines), omitted, len(head) if omitted else 0)


def _read_bounded(path: Path) -> tuple[list[bytes], list[bytes], int]:
    """Return the first lines, the last lines and the number between them."""
    most_lines, most_bytes = int(MOST_LINES * _HEAD), int(MOST_BYTES * _HEAD)
    head: list[bytes] = []
    tail: deque[bytes] = deque()
    head_size = tail_size = count = 0
    with path.open("rb") as stream:
        for line in map(_shorten, _read_lines(stream)):
            count += 1
            full = len(head) >= most_lines or head_size + len(line) > most_bytes
            if not tail and not full:
                head.append(line)
                head_size += len(line)
                continue
            tail.append(line)
            tail_size += len(line)
            while (
                len(tail) > MOST_LINES - most_lines
                or tail_size > MOST_BYTES - most_bytes
            ):
                tail_size -= len(tail.popleft())
    return head, list(tail), count - len(head) - len(tail)


def _read_lines(stream: io.BufferedReader) -> list[bytes]:
    """Return the stream's lines with their ends; a CR before an LF goes."""
    return [line.replace(b"\r\n", b"\n") for line in stream]


def _shorten(line: bytes) -> bytes:
    """Cut the middle out of a very long line, and say how much."""
    if len(line) <= _LONGEST_LINE:
        return line
    ends = _LONGEST_LINE // 4
    left_out = f" … {len(line) - 2 * ends} bytes left out … ".encode()
    return line[:ends] + left_out + line[-ends:]


def _decode(line: bytes) -> str:
    return line.decode("utf-8", "replace")
