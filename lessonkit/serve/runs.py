"""Runs lessons whose code changed, one at a time, each in a process of its own."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any

from lessonkit.layout import find_all_lesson_folders, read_id
from lessonkit.serve.board import Board, RunNews
from lessonkit.stale import find_state, load_pins

# How long a process may take to end what it had started.
PATIENCE = 10.0


class LessonRuns:
    """The runs of one preview; leaving the `with` statement ends what runs."""

    def __init__(self, root: Path, board: Board) -> None:
        self._root = root
        self._board = board
        self._waiting: deque[str] = deque()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._lesson = ""
        self._ended = False

    def __enter__(self) -> LessonRuns:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._lock:
            self._ended = True
            self._waiting.clear()
            process = self._process
        if process:
            _end(process)

    def consider(self, changed: Iterable[Path]) -> None:
        """Run the lessons of which program or data changed, and whose record is old."""
        pins = load_pins(self._root)
        for folder in find_all_lesson_folders(self._root):
            code = folder / "code"
            # A folder that appears is told by itself, without what it holds.
            if not any(
                path.is_relative_to(code) or code.is_relative_to(path)
                for path in changed
            ):
                continue
            if find_state(folder, "cpu", pins).kind != "fresh":
                self.start(read_id(folder))

    def start(self, lesson: str) -> None:
        """Run a lesson when its turn comes; a run of its earlier code is ended."""
        with self._lock:
            outdated = self._process if self._lesson == lesson else None
            if lesson not in self._waiting:
                self._waiting.append(lesson)
                self._board.post_run(RunNews(lesson, "waiting"))
        if outdated:
            outdated.stdin.close()
        self._start_next()

    def _start_next(self) -> None:
        """Start the first of the waiting lessons, if none runs."""
        with self._lock:
            if self._process or self._ended or not self._waiting:
                return
            self._lesson = self._waiting.popleft()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "lessonkit.serve.worker"]
                + [str(self._root), self._lesson],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                start_new_session=True,
            )
            arguments = (self._process, self._lesson)
        threading.Thread(target=self._follow, args=arguments, daemon=True).start()

    def _follow(self, process: subprocess.Popen[str], lesson: str) -> None:
        """Pass on what a run tells of itself; when it is over, start the next."""
        self._board.post_run(RunNews(lesson, "running"))
        begun, message = time.monotonic(), ""
        for line in process.stdout:
            event = json.loads(line)
            message = event.get("message", message)
            if event["kind"] == "cell":
                self._board.post_run(RunNews(lesson, "running", event["cell"]))
        code = process.wait()
        seconds = time.monotonic() - begun
        with self._lock:
            self._process, self._lesson = None, ""
            waits = lesson in self._waiting
        if not waits:
            state = "failed" if code else "passed"
            self._board.post_run(RunNews(lesson, state, message, seconds))
            print(f"{lesson} {state} in {seconds:.1f} s {message}".rstrip(), flush=True)
        self._start_next()


def _end(process: subprocess.Popen[Any]) -> None:
    """Let a process end all it has started; one that hangs is killed."""
    with contextlib.suppress(OSError):
        process.stdin.close()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
