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
        """Run the lessons of which program or data changed, and whose record is old.

        Runs that nobody asks for any more are ended: where a change was taken back, or
        a lesson is gone.
        """
        pins = load_pins(self._root)
        changed, gone = tuple(changed), set(self._board.news.runs)
        for folder in find_all_lesson_folders(self._root):
            lesson = read_id(folder)
            gone.discard(lesson)
            if not _concern(changed, folder / "code"):
                continue
            if find_state(folder, "cpu", pins).kind == "fresh":
                self.stop(lesson)
            else:
                self.start(lesson)
        for lesson in gone:
            self.stop(lesson)

    def start(self, lesson: str) -> None:
        """Run a lesson when its turn comes; a run of its earlier code is ended."""
        with self._lock:
            if lesson not in self._waiting:
                self._waiting.append(lesson)
                self._board.post_run(RunNews(lesson, "waiting"))
            self._end_run(lesson)
        self._start_next()

    def stop(self, lesson: str) -> None:
        """Run a lesson no more, and forget what became of its last run."""
        with self._lock:
            if lesson in self._waiting:
                self._waiting.remove(lesson)
            self._board.forget_run(lesson)
            self._end_run(lesson)

    def _end_run(self, lesson: str) -> None:
        """Let the run of a lesson end; it says nothing more and writes no record."""
        if self._lesson == lesson and self._process:
            self._lesson = ""
            self._process.stdin.close()

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
            self._board.post_run(RunNews(self._lesson, "running"))
        threading.Thread(target=self._follow, args=arguments, daemon=True).start()

    def _follow(self, process: subprocess.Popen[str], lesson: str) -> None:
        """Pass on what a run tells of itself; when it is over, start the next."""
        begun, message = time.monotonic(), ""
        for line in process.stdout:
            event = json.loads(line)
            message = event.get("message", message)
            if event["kind"] == "cell":
                self._tell(RunNews(lesson, "running", event["cell"]))
        state = "failed" if process.wait() else "passed"
        seconds = time.monotonic() - begun
        if self._tell(RunNews(lesson, state, message, seconds, time.time())):
            told = f"{lesson} {state} in {seconds:.1f} s"
            print(f"{told}: {message}" if message else told, flush=True)
        with self._lock:
            self._process, self._lesson = None, ""
        self._start_next()

    def _tell(self, news: RunNews) -> bool:
        """Post the news of the lesson that runs; say whether it is still asked for."""
        with self._lock:
            asked_for = self._lesson == news.lesson
            if asked_for:
                self._board.post_run(news)
        return asked_for


def _concern(changed: Iterable[Path], folder: Path) -> bool:
    """Say whether a folder or what it holds changed.

    A folder that is moved is told by itself, without what it holds.
    """
    return any(
        path.is_relative_to(folder) or folder.is_relative_to(path) for path in changed
    )


def _end(process: subprocess.Popen[Any]) -> None:
    """Let a process end all it has started; one that hangs is killed."""
    with contextlib.suppress(OSError):
        process.stdin.close()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
