"""The warm parent: imports what lessons share once, then forks a run for each."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import select
import sys
import threading
import traceback
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from lessonkit.files import remove_tree
from lessonkit.running import budgets
from lessonkit.running.child import run_child
from lessonkit.running.environment import load_runtime
from lessonkit.running.job import RunFolder
from lessonkit.running.packages import Distribution, load_distributions
from lessonkit.running.supervisor import build_tell, supervise

# Seconds between two looks for supervisors that ended, while some run.
_PAUSE = 0.1


class ForkedProcess:
    """A child of os.fork that can be asked for its end."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._code: int | None = None

    def poll(self) -> int | None:
        """Return the exit code, negative for a signal, or None while it runs."""
        if self._code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self._code = os.waitstatus_to_exitcode(status) if pid else None
        return self._code


def main() -> None:
    """Read settings and then run folders from stdin, a line each, until it ends."""
    budgets.adopt_orphans()
    settings = json.loads(sys.stdin.buffer.raw.readline())
    notices = os.dup(1)
    os.dup2(2, 1)  # What a preloaded module prints is no notice.
    runtime = load_runtime(settings["runtime"])
    fault = _preload(settings["preload"], runtime)
    if fault:
        _tell(notices, {"fault": fault})
        return
    names = (*settings["packages"], *runtime.COMPANIONS)
    distributions = load_distributions(names)
    gc.collect()
    gc.freeze()  # So that a child's collector leaves shared pages shared.
    _serve(notices, runtime, distributions)
    remove_tree(Path(settings["folder"]))


def _tell(notices: int, notice: dict[str, Any]) -> None:
    with contextlib.suppress(BrokenPipeError):  # The end of stdin follows.
        os.write(notices, json.dumps(notice).encode() + b"\n")


def _preload(modules: list[str], runtime: ModuleType) -> str:
    """Import the modules; return what makes forking impossible, or nothing."""
    for name in modules:
        try:
            import_module(name)
        except Exception as error:
            return f"`{name}` cannot be imported ({type(error).__name__}: {error})"
        if not _may_fork(runtime):
            return f"`{name}` starts threads or a backend when it is imported"
    return ""


def _may_fork(runtime: ModuleType) -> bool:
    """Say whether a forked child will work: it inherits locks, but no threads."""
    return threading.active_count() == 1 and not runtime.has_started()


def _serve(
    notices: int, runtime: ModuleType, distributions: Mapping[str, Distribution]
) -> None:
    """Fork a supervisor for each line; tell about each that ended."""
    running: dict[int, RunFolder] = {}
    rest = b""
    while True:
        wait = _PAUSE if running else None
        if select.select([0], [], [], wait)[0]:
            received = os.read(0, 65536)
            if not received:
                break
            *lines, rest = (rest + received).split(b"\n")
            for folder in (RunFolder(Path(os.fsdecode(line))) for line in lines):
                if not _may_fork(runtime):
                    raise RuntimeError("the warm parent may not fork any more")
                running[_fork(folder, notices, distributions)] = folder
        for folder in _reap(running, os.WNOHANG):
            _tell(notices, {"run": folder.path.name, "gone": True})
    # The command has ended, perhaps by force: so does everything that it started.
    for folder in running.values():
        with contextlib.suppress(FileNotFoundError):  # It ended meanwhile.
            folder.stop.touch()
    while running:
        list(_reap(running, 0))


def _reap(running: dict[int, RunFolder], options: int) -> Iterator[RunFolder]:
    """Forget each supervisor that ended; yield its folder."""
    while running and (ended := os.waitpid(-1, options))[0]:
        pid, status = ended
        folder = running.pop(pid, None)
        if folder is None:
            continue  # An orphan that we adopted.
        if status:
            # A supervisor that was killed has left its processes to us.
            budgets.kill_tree(spare=running)
        yield folder


def _fork(
    folder: RunFolder, notices: int, distributions: Mapping[str, Distribution]
) -> int:
    """Fork a supervisor, which forks the run's child; return its process id."""

    def start() -> ForkedProcess:
        pid = os.fork()
        if pid == 0:
            os.close(notices)
            _end_with(lambda: run_child(folder, distributions))
        return ForkedProcess(pid)

    pid = os.fork()
    if pid == 0:
        _end_with(lambda: supervise(folder, start, build_tell(folder, notices)))
    return pid


def _end_with(work: Any) -> NoReturn:
    """Do the work of a forked process and end it here, whatever happens."""
    code = 70
    try:
        work()
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


if __name__ == "__main__":
    main()
