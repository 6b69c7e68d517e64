"""The child: a process of its own that runs one lesson's cells and reports them."""

from __future__ import annotations
import __future__

import atexit
import builtins
import contextlib
import errno
import faulthandler
import os
import platform
import re
import signal
import sys
import threading
import time
import traceback
import types
import warnings
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, NoReturn

from lessonkit.records import SourceHash
from lessonkit.records.hashes import hash_input, hash_source
from lessonkit.running import budgets
from lessonkit.running.capture import Streams
from lessonkit.running.environment import build_folders, load_runtime
from lessonkit.running.failures import describe_breakdown, describe_error
from lessonkit.running.figures import close_figures, save_figures
from lessonkit.running.job import Job, JobCell, RunFolder, cell_report
from lessonkit.running.observe import Observer, build_import_hook
from lessonkit.running.packages import (
    Distribution,
    find_imports,
    find_versions,
    load_distributions,
)
from lessonkit.running.shapes import find_shape_fault
from lessonkit.running.trials import Trials

_FUTURE = sum(
    getattr(__future__, n).compiler_flag for n in __future__.all_feature_names
)
# Taken before a lesson may replace it.
_clock = time.perf_counter

_DEPRECATIONS = (DeprecationWarning, PendingDeprecationWarning, FutureWarning)


def run_child(
    folder: RunFolder, distributions: Mapping[str, Distribution] | None = None
) -> NoReturn:
    """Run the folder's job in this process and end it; never returns.

    `distributions` is what a warm parent knows already.
    """
    owner = os.getpid()
    try:
        _run(folder, distributions)
    except BaseException as error:
        if os.getpid() == owner:
            _report_breakdown(folder, error)
        os._exit(1)
    # Not sys.exit: tearing down JAX takes longer than many lessons.
    os._exit(0)


def _report_breakdown(folder: RunFolder, error: BaseException) -> None:
    """Say what went wrong outside the cells, which catch all errors of their own."""
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        folder.write("fault", {"message": "there is no room on the disk"})
    elif folder.find("begin") is None:
        folder.write("fault", {"message": traceback.format_exc()})
    else:
        folder.write("end", {"failure": describe_breakdown(error)})


def _run(folder: RunFolder, distributions: Mapping[str, Distribution] | None) -> None:
    """Run the folder's job and write its reports."""
    job = folder.load_job()
    streams = Streams(folder)
    streams.begin(0)
    _prepare_process(folder, job)
    if distributions is None:
        distributions = load_distributions(_list_packages(job))
    folder.write("begin", _describe_begin(job, distributions))
    module = _enter_lesson(job)
    observer = Observer(job, folder.reads)
    sys.addaudithook(observer.audit)
    owner = os.getpid()
    failure = _run_cells(folder, job, streams, module)
    _join_threads()
    end = _describe_end(job, observer, failure)
    atexit._run_exitfuncs()
    streams.flush()
    if os.getpid() == owner:
        folder.write("end", end)


def _prepare_process(folder: RunFolder, job: Job) -> None:
    """Give the process limits, an own home, an empty working directory."""
    budgets.die_with_parent()
    if hasattr(os, "setsid"):
        # A lesson that sends a signal to its process group reaches itself only.
        with contextlib.suppress(PermissionError):
            os.setsid()
    # What the warm parent has registered is for its own end.
    atexit._clear()
    if job.backend == "cpu":  # A driver maps far more than it uses.
        budgets.limit_memory(job.limits)
    os.environ.update(build_folders(folder.path / "home", folder.path / "tmp"))
    if "tempfile" in sys.modules:
        sys.modules["tempfile"].tempdir = None
    if "numpy.random" in sys.modules:
        # A fork would hand the same "unseeded" numbers to every lesson.
        sys.modules["numpy.random"].seed()
    if job.cache:
        load_runtime(job.runtime).use_cache(job.cache)
    os.chdir(folder.path / "work")
    crash = folder.crash.open("w")
    faulthandler.enable(crash, all_threads=False)
    if hasattr(faulthandler, "register"):
        faulthandler.register(signal.SIGUSR2, crash, all_threads=False)


def _enter_lesson(job: Job) -> types.ModuleType:
    """Make the lesson's module the main one, with its imports and warnings."""
    code = str(Path(job.file).parent)
    module = types.ModuleType("__main__", job.docstring or None)
    module.__dict__.update(__file__=job.file, __builtins__=builtins)
    sys.modules["__main__"] = module
    sys.argv = [job.file]
    sys.path[0] = code
    sys.path_hooks.insert(0, build_import_hook(code))
    sys.path_importer_cache.pop(code, None)
    sys.breakpointhook = _refuse_breakpoint
    local = {path.stem for path in Path(code).glob("*")}
    for category in _DEPRECATIONS:
        for name in ("__main__", *local):
            warnings.filterwarnings("error", "", category, rf"{re.escape(name)}(\.|$)")
    warnings.filterwarnings("ignore", "FigureCanvasAgg is non-interactive")
    return module


def _refuse_breakpoint(*arguments: object, **names: object) -> NoReturn:
    raise RuntimeError("breakpoint() finds nobody to talk to in a recorded run")


def _run_cells(
    folder: RunFolder, job: Job, streams: Streams, module: types.ModuleType
) -> dict[str, Any] | None:
    """Run the cells in order, reporting each at once; return what went wrong."""
    runtime = load_runtime(job.runtime)
    flags = 0
    trials = Trials(module.__dict__)
    owner = os.getpid()
    for index, cell in enumerate(job.cells):
        if not trials.enter(cell):
            continue
        if index:
            streams.begin(index)
        started = _clock()
        figures, failure = [], None
        try:
            code = _compile(cell, job.file, flags)
            flags |= code.co_flags & _FUTURE
            with budgets.withhold_files():
                exec(code, module.__dict__)
            if os.getpid() != owner:
                continue  # A process that the lesson forked only goes on.
            runtime.settle()
            seconds = _clock() - started
            if cell.kind == "figure":
                figures = save_figures(folder, cell.id)
            close_figures()
        except BaseException as error:
            if os.getpid() != owner:
                _end_forked(streams, error)
            seconds = _clock() - started
            failure = {"cell": cell.name, **describe_error(error, job.file)}
        failure = failure or _find_fault(job, cell, module)
        streams.flush()
        report = {"seconds": seconds, "figures": figures, "failure": failure}
        folder.write(cell_report(index), report)
        if failure and not trials.fail(cell):
            return failure
    return None


def _end_forked(streams: Streams, error: BaseException) -> NoReturn:
    """End a process that the lesson forked as Python would, without a report."""
    code = error.code if isinstance(error, SystemExit) else 1
    if not isinstance(error, SystemExit):
        sys.stderr.write(describe_error(error, "")["traceback"])
    elif code is not None and not isinstance(code, int):
        print(code, file=sys.stderr)
        code = 1
    streams.flush()
    os._exit((code or 0) & 0xFF)


def _compile(cell: JobCell, file: str, flags: int) -> types.CodeType:
    """Compile a cell so that its lines are those of the file."""
    padded = "\n" * (cell.line - 1) + cell.source + "\n"
    return compile(padded, cell.file or file, "exec", flags, dont_inherit=True)


def _find_fault(
    job: Job, cell: JobCell, module: types.ModuleType
) -> dict[str, Any] | None:
    """Return the failure of a cell that ran: its backend, or a shape comment."""
    if load_runtime(job.runtime).has_started():
        failure = _find_backend_fault(job, cell)
        if failure:
            return failure
    if not job.shapes:
        return None
    fault = find_shape_fault(cell.source, cell.line, vars(module))
    if fault is None:
        return None
    line, message = fault
    return {"reason": "error", "cell": cell.name, "line": line, "message": message}


def _find_backend_fault(job: Job, cell: JobCell) -> dict[str, Any] | None:
    """Return the failure of a run that is not on the backend it was asked for."""
    fault = load_runtime(job.runtime).find_fault(job.backend)
    if fault is None:
        return None
    return _build_environment_failure(fault, cell.name)


def _build_environment_failure(fault: str, cell: str) -> dict[str, Any]:
    return {"reason": "environment", "cell": cell, "line": 0, "message": fault}


def _join_threads() -> None:
    """Wait for the threads that the program itself would wait for."""
    # Executors that were never shut down end their threads only when told.
    for call in reversed(getattr(threading, "_threading_atexits", ())):
        call()
    for thread in threading.enumerate():
        if not thread.daemon and thread is not threading.current_thread():
            thread.join()


def _list_packages(job: Job) -> tuple[str, ...]:
    """Return the distributions whose versions a record names."""
    return (*job.packages, *load_runtime(job.runtime).COMPANIONS)


def _describe_begin(
    job: Job, distributions: Mapping[str, Distribution]
) -> dict[str, Any]:
    """Return where the run happens, as far as that is known before it."""
    beside = Path(job.file).parent.rglob("*.py")
    local = [path.read_text("utf-8", "replace") for path in beside]
    imports = find_imports([*(cell.source for cell in job.cells), *local])
    return {
        "packages": find_versions(distributions, imports, job.packages),
        "environment": {
            "python": platform.python_version(),
            "platform": f"{platform.system()} {platform.machine()}",
            "packages": find_versions(distributions, imports, _list_packages(job)),
            "backend": job.backend,
            "device_kind": "",
            "device_count": 0,
            "flags": {},
        },
    }


def _describe_end(
    job: Job, observer: Observer, failure: dict[str, Any] | None
) -> dict[str, Any]:
    """Return what the run read, on which device it ran and what went wrong."""
    modules = observer.find_modules(job.file)
    data = observer.find_inputs(modules, job.file)
    runtime = load_runtime(job.runtime)
    fault = runtime.find_fault(job.backend)
    if fault and failure is None:
        failure = _build_environment_failure(fault, "")
    return {
        "failure": failure,
        "modules": [asdict(_hash(job, name)) for name in observer.name_all(modules)],
        "data": [asdict(_hash(job, name)) for name in data],
        "device": {} if fault else runtime.describe(),
    }


def _hash(job: Job, name: str) -> SourceHash:
    """Return the hashes of something that the lesson read."""
    folder = Path(job.folder)
    if name.endswith("/"):
        listing = hash_input(folder, name)
        return SourceHash(name, listing, listing)
    return hash_source(name, (folder / name).read_bytes())


if __name__ == "__main__":
    run_child(RunFolder(Path(sys.argv[1])))
