"""Capture: what a cell writes to file descriptors 1 and 2, kept apart and bounded."""

from __future__ import annotations

import ctypes
import io
import mmap
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from lessonkit.records import Output
from lessonkit.running.job import RunFolder

MOST_LINES = 200
MOST_BYTES = 32 << 10

# Of output that is too long, this share is kept from its beginning.
_HEAD = 0.6
_LONGEST_LINE = 4096
_BLOCK = 1 << 20
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,16}\b(?=[^<\n]*>)")


class Streams:
    """The two streams of a running lesson, sent to a pair of files for each cell."""

    def __init__(self, folder: RunFolder) -> None:
        self._folder = folder
        self._index = 0
        self._flush_c = _find_c_flush()
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)
        reader = io.FileIO(0, closefd=False)
        sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BufferedReader(reader), "utf-8")

    def begin(self, index: int) -> None:
        """Send everything from now on to the files of the cell with this index."""
        self._index = index
        self._open_files()
        if index == 0:
            sys.stdout = sys.__stdout__ = self._out = _open_stream(1, "strict")
            sys.stderr = sys.__stderr__ = self._err = _open_stream(
                2, "backslashreplace"
            )

    def _open_files(self) -> None:
        """Let both descriptors write to the files of the current cell."""
        for descriptor, name in ((1, "out"), (2, "err")):
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
            file = os.open(self._folder.stream(self._index, name), flags, 0o600)
            if file == descriptor:  # The lesson had closed it.
                os.set_inheritable(file, True)
            else:
                os.dup2(file, descriptor)
                os.close(file)

    def flush(self) -> None:
        """Write out what Python and C libraries still hold."""
        for stream in (self._out, self._err):
            try:
                stream.flush()
            except ValueError:
                continue  # The lesson has closed the stream.
            except OSError:  # It has closed what lies below the stream.
                self._open_files()
                stream.flush()
        self._flush_c()


def _open_stream(descriptor: int, errors: str) -> io.TextIOWrapper:
    """Return a stream that writes line by line, as on a terminal.

    So prints keep their order among other writers, no line is lost with a process
    that dies, and lines of several threads are not torn.
    """
    raw = io.BufferedWriter(io.FileIO(descriptor, "w", closefd=False))
    return io.TextIOWrapper(raw, "utf-8", errors, newline="\n", line_buffering=True)


def _find_c_flush() -> Callable[[], object]:
    """Return a function that flushes C's own output buffers."""
    if os.name == "nt":
        return lambda: ctypes.cdll.msvcrt.fflush(None)
    return lambda: ctypes.CDLL(None).fflush(None)


def load_output(path: Path, clean: Callable[[str], str]) -> Output:
    """Read a captured stream: the head, the tail and a count of what lies between.

    Memory addresses are masked; `clean` rewrites every line that is kept.
    """
    if not path.is_file():
        return Output()
    head, tail, omitted = _read_bounded(path)
    lines = [clean(_ADDRESS.sub("0x…", _decode(line))) for line in (*head, *tail)]
    return Output(tuple(lines), omitted, len(head) if omitted else 0)


def _read_bounded(path: Path) -> tuple[list[bytes], list[bytes], int]:
    """Return the first lines, the last lines and the number between them.

    However long the file is, only those lines are held in memory.
    """
    if not path.stat().st_size:
        return [], [], 0
    with (
        path.open("rb") as stream,
        mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as content,
    ):
        most_lines, most_bytes = int(MOST_LINES * _HEAD), int(MOST_BYTES * _HEAD)
        head, end = _take(_walk_forwards(content), most_lines, most_bytes)
        left = (MOST_LINES - most_lines, MOST_BYTES - most_bytes)
        tail, begin = _take(_walk_backwards(content, end), *left)
        begin = begin if tail else len(content)
        return head, tail[::-1], _count_lines(content, end, begin)


def _take(
    lines: Iterator[tuple[bytes, int]], most_lines: int, most_bytes: int
) -> tuple[list[bytes], int]:
    """Return the first of these lines, and the place up to which they go."""
    taken: list[bytes] = []
    place = size = 0
    for line, far_end in lines:
        size += len(line)
        if len(taken) == most_lines or size > most_bytes:
            break
        taken.append(line)
        place = far_end
    return taken, place


def _walk_forwards(content: mmap.mmap) -> Iterator[tuple[bytes, int]]:
    """Yield each line and where it ends."""
    begin = 0
    while begin < len(content):
        end = content.find(b"\n", begin) + 1 or len(content)
        yield _cut(content, begin, end), end
        begin = end


def _walk_backwards(content: mmap.mmap, first: int) -> Iterator[tuple[bytes, int]]:
    """Yield each line and where it begins, from the last to the one at `first`."""
    end = len(content)
    while end > first:
        begin = max(content.rfind(b"\n", first, end - 1) + 1, first)
        yield _cut(content, begin, end), begin
        end = begin


def _count_lines(content: mmap.mmap, begin: int, end: int) -> int:
    """Return the number of lines between two ends of lines."""
    blocks = range(begin, end, _BLOCK)
    count = sum(content[b : min(b + _BLOCK, end)].count(b"\n") for b in blocks)
    return count + (end > begin and content[end - 1] != ord("\n"))


def _cut(content: mmap.mmap, begin: int, end: int) -> bytes:
    """Return a line, a very long one without its middle; a CR before an LF goes."""
    size = end - begin
    if size <= _LONGEST_LINE:
        return content[begin:end].replace(b"\r\n", b"\n")
    ends = _LONGEST_LINE // 4
    left_out = f" … {size - 2 * ends} bytes left out … ".encode()
    tail = content[end - ends : end].replace(b"\r\n", b"\n")
    return content[begin : begin + ends] + left_out + tail


def _decode(line: bytes) -> str:
    return line.decode("utf-8", "replace")
