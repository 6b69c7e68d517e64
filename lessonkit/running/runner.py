"""The runner: the command's side, which starts runs and gathers what they leave."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from lessonkit.errors import UsageError
from lessonkit.files import remove_tree
from lessonkit.running.collect import BrokenRunError, Run, collect_run
from lessonkit.running.environment import build_environment
from lessonkit.running.job import Job, RunFolder
from lessonkit.running.scrub import build_scrub

START_METHOD = "LESSONKIT_START_METHOD"

_PACKAGE_PARENT = Path(__file__).parents[2]
_PATIENCE = 10.0

Listen = Callable[[Job, dict[str, Any]], None]


@dataclass(frozen=True)
class Settings:
    """What all runs of one command share.

    `packages` names the distributions whose versions matter; `method` is fork or
    spawn; `python` is the interpreter of every process that runs lessons.
    """

    root: Path
    backend: str
    runtime: str
    preload: tuple[str, ...]
    packages: tuple[str, ...]
    method: str
    python: str = sys.executable


def choose_start_method(environ: Mapping[str, str], system: str = sys.platform) -> str:
    """Return fork where it is safe and not forbidden, else spawn."""
    asked = environ.get(START_METHOD)
    if asked not in (None, "", "fork", "spawn"):
        raise UsageError(
            f"{START_METHOD} is `{asked}`, which is no way to start a process.",
            "set it to fork or spawn, or unset it.",
        )
    return asked or ("fork" if system == "linux" else "spawn")


class Runner:
    """Runs jobs in isolated processes; use it in a `with` statement.

    Leaving the statement ends whatever still runs, also after an exception.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._notices: queue.Queue[dict[str, Any]] = queue.Queue()
        self._active: dict[str, tuple[Job, RunFolder]] = {}
        self._parent: subprocess.Popen | None = None
        self._started: list[tuple[subprocess.Popen, threading.Thread]] = []
        self._count = 0

    def __enter__(self) -> Runner:
        cache = self._settings.root / ".lessonkit" / "matplotlib"
        try:
            cache.mkdir(parents=True, exist_ok=True)
            # Not under the repository: socket paths of lessons must stay short.
            self._folder = Path(tempfile.mkdtemp(prefix="lessonkit-")).resolve()
            (self._folder / "home").mkdir()
        except OSError as error:
            raise UsageError(
                f"no folder to run lessons in can be made ({error}).",
                "make room on the disk, or let TMPDIR name another folder.",
            ) from error
        self._environment = build_environment(
            os.environ,
            runtime=self._settings.runtime,
            backend=self._settings.backend,
            home=self._folder / "home",
            cache=cache,
            python=self._settings.python,
        )
        if self._settings.method == "fork":
            self._parent = self._start_parent()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for _, folder in self._active.values():
            with contextlib.suppress(OSError):
                folder.stop.touch()
        if self._parent is not None:
            with contextlib.suppress(BrokenPipeError):
                self._parent.stdin.close()
        deadline = time.monotonic() + _PATIENCE
        for process, listener in self._started:
            listener.join(max(0.0, deadline - time.monotonic()))
            process.kill()  # Most have ended; what still hangs must not stay.
            process.wait()
        remove_tree(self._folder)

    def run(
        self, jobs: Sequence[Job], workers: int, listen: Listen
    ) -> Iterator[tuple[Job, Run | BrokenRunError]]:
        """Run the jobs, so many at once; yield each with its run as it ends.

        `listen` hears of each job that starts (an empty notice) and of each cell
        that finished.
        """
        waiting = deque(jobs)
        while waiting or self._active:
            self._fill(waiting, workers, listen)
            notice = self._notices.get()
            if "fault" in notice:
                raise UsageError(
                    f"lessons cannot be run: {notice['fault']}.",
                    "correct `preload` in phases/course.yml.",
                )
            if notice.get("lost"):
                yield from self._give_up([*waiting])
                return
            if notice.get("run") not in self._active:
                continue
            job, folder = self._active[notice["run"]]
            if "cell" in notice:
                listen(job, notice)
                continue
            del self._active[notice["run"]]
            if workers > 1:
                # The next need not wait while this one is read and written. One that
                # runs alone waits: nothing may disturb its timings.
                self._fill(waiting, workers, listen)
            broken = notice.get("broken")
            yield job, BrokenRunError(broken) if broken else self._collect(folder)
            remove_tree(folder.path)

    def _fill(self, waiting: deque[Job], workers: int, listen: Listen) -> None:
        """Start waiting jobs until so many run."""
        while waiting and len(self._active) < workers:
            job = waiting.popleft()
            self._start(job)
            listen(job, {})

    def _collect(self, folder: RunFolder) -> Run | BrokenRunError:
        scrub = build_scrub(self._settings.root, folder.path)
        try:
            return collect_run(folder, scrub)
        except BrokenRunError as error:
            return error

    def _give_up(self, waiting: list[Job]) -> Iterator[tuple[Job, BrokenRunError]]:
        """Answer every job that can no longer be run."""
        error = BrokenRunError("the process that starts the lessons was killed")
        active = [job for job, _ in self._active.values()]
        self._active.clear()
        for job in (*active, *waiting):
            yield job, error

    def _start(self, job: Job) -> None:
        """Start one job."""
        self._count += 1
        folder = RunFolder(self._folder / f"{self._count:03}")
        self._active[folder.path.name] = (job, folder)
        try:
            folder.create(job)
        except OSError as error:  # The disk is full, or it is not ours to write.
            broken = f"its folder in {self._folder} cannot be made: {error.strerror}"
            self._notices.put({"run": folder.path.name, "broken": broken})
            return
        if self._parent is None:
            self._popen("lessonkit.running.supervisor", str(folder.path))
            return
        # A parent that is gone says so by its pipe.
        with contextlib.suppress(BrokenPipeError):
            self._parent.stdin.write(os.fsencode(folder.path) + b"\n")
            self._parent.stdin.flush()

    def _start_parent(self) -> subprocess.Popen:
        """Start the warm parent and tell it what to import."""
        parent = self._popen("lessonkit.running.parent")
        names = ("preload", "runtime", "packages")
        settings = {name: getattr(self._settings, name) for name in names}
        settings["folder"] = str(self._folder)
        parent.stdin.write(json.dumps(settings).encode() + b"\n")
        parent.stdin.flush()
        return parent

    def _popen(self, module: str, *arguments: str) -> subprocess.Popen:
        """Start one of our modules, out of the terminal's reach, and listen to it."""
        process = subprocess.Popen(
            [self._settings.python, "-m", module, *arguments],
            stdin=subprocess.DEVNULL if arguments else subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=_PACKAGE_PARENT,
            env=self._environment,
            start_new_session=True,
        )
        run = Path(arguments[0]).name if arguments else None
        listener = threading.Thread(
            target=self._listen, args=(process, run), daemon=True
        )
        self._started.append((process, listener))
        listener.start()
        return process

    def _listen(self, process: subprocess.Popen, run: str | None) -> None:
        """Pass on a process's notices, and its end."""
        with process.stdout:
            for line in process.stdout:
                self._notices.put(json.loads(line))
        self._notices.put({"run": run, "gone": True} if run else {"lost": True})
