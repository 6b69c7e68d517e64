"""The runner's processes: both ways to start them, and every way to lose them."""

import os
import re
import signal
import threading
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from lessonkit.errors import UsageError
from lessonkit.running.collect import BrokenRunError
from lessonkit.running.runner import choose_start_method
from tests.running.conftest import Bench, open_bench
from tests.running.processes import are_gone, find_marked, mark, wait_until

HEAD = '"""Doc."""\n# %% build: one\nprint("first")\n\n# %% build: two\n'
TAIL = '\n\n# %% pass\nprint("PASS: x")\n'


@pytest.fixture
def spawning(tmp_path: Path):
    """A bench that starts a fresh interpreter for every lesson."""
    yield from open_bench(tmp_path, "plain", method="spawn")


def test_both_ways_to_start_give_the_same_run(bench: Bench, spawning: Bench) -> None:
    """A fresh interpreter does the same job as a fork of the warm parent."""
    code = (
        "import sys, helper\nfrom pathlib import Path\n"
        "print(__name__, sys.argv == [__file__], sorted(vars()))\n"
        "print((Path(__file__).parent / 'a.csv').read_text(), {'a', 'b', 'c'})\n"
        "print('x' * 3, file=sys.stderr)\nraise ValueError('end')"
    )
    files = {"helper__py": "", "a__csv": "1"}
    forked, fresh = (b.run(HEAD + code + TAIL, **files) for b in (bench, spawning))
    assert fresh.failure == forked.failure
    assert (fresh.modules, fresh.data) == (forked.modules, forked.data)
    assert fresh.environment == forked.environment
    for one, other in zip(fresh.cells, forked.cells, strict=True):
        assert (one.name, one.status) == (other.name, other.status)
        assert (one.stdout, one.stderr) == (other.stdout, other.stderr)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("while True: pass", "timeout"),
        ("import os\nos._exit(3)", "exit"),
        ("import os\nos.kill(os.getpid(), 11)", "signal"),
    ],
)
def test_budgets_and_ends_hold_without_fork(
    spawning: Bench, code: str, reason: str
) -> None:
    """A supervisor of its own watches each fresh interpreter."""
    run = spawning.run(HEAD + code + TAIL, limits=spawning.limits(seconds=1.5))
    assert run.failure.reason == reason
    assert [cell.status for cell in run.cells] == ["passed", "failed", "not run"]


def test_the_start_method_is_chosen_by_system_and_setting() -> None:
    """fork only where it is safe; a setting that means nothing is refused."""
    assert choose_start_method({}, "linux") == "fork"
    assert choose_start_method({}, "darwin") == "spawn"
    assert choose_start_method({}, "win32") == "spawn"
    assert choose_start_method({"LESSONKIT_START_METHOD": "spawn"}, "linux") == "spawn"
    with pytest.raises(UsageError, match="thread"):
        choose_start_method({"LESSONKIT_START_METHOD": "thread"}, "linux")


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("no_such_module_here", "cannot be imported"),
        ("starts_a_thread", "starts threads"),
    ],
)
def test_a_preload_that_forbids_forking_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, words: str
) -> None:
    """A module that starts threads would make every forked child hang."""
    source = tmp_path / "source"
    source.mkdir()
    (source / "starts_a_thread.py").write_text(
        "import threading, time\n"
        "threading.Thread(target=time.sleep, args=[60], daemon=True).start()\n"
    )
    monkeypatch.setattr(
        "lessonkit.running.runner.build_environment",
        lambda *_, **__: {**os.environ, "PYTHONPATH": str(source)},
    )
    bench = open_bench(tmp_path, "plain", (module,))
    with pytest.raises(UsageError, match=words) as caught:
        next(bench).run(HEAD + TAIL)
    assert f"`{module}`" in str(caught.value)
    bench.close()


@dataclass
class Waiting:
    """A run that goes on: its thread, what it yielded, and the lesson's process."""

    thread: threading.Thread
    answers: list
    process: psutil.Process


def start_waiting(bench: Bench, seconds: str) -> Waiting:
    """Start a run whose lesson starts `sleep` with a mark, and wait for that."""
    code = f"import subprocess, sys\nsubprocess.run(['sleep', '{seconds}'])"
    runs = bench.runner.run([bench.build(HEAD + code + TAIL)], 1, lambda *_: None)
    answers: list = []
    thread = threading.Thread(target=lambda: answers.extend(runs), daemon=True)
    thread.start()
    (process,) = wait_until(lambda: find_marked("sleep", seconds))
    return Waiting(thread, answers, process)


def test_a_killed_parent_leaves_no_orphan(tmp_path: Path) -> None:
    """Every lesson that it started or should start gets a clear answer."""
    bench = open_bench(tmp_path, "plain")
    opened = next(bench)
    waiting = start_waiting(opened, mark(61))
    os.kill(opened.runner._parent.pid, signal.SIGKILL)
    waiting.thread.join(5)
    wait_until(lambda: are_gone([waiting.process]), 1)
    ((_, answer),) = waiting.answers
    assert isinstance(answer, BrokenRunError)
    assert re.search("killed|stopped", str(answer))
    bench.close()


def test_a_killed_supervisor_leaves_no_orphan(tmp_path: Path) -> None:
    """Its lesson is answered for, and the next one runs."""
    bench = open_bench(tmp_path, "plain")
    opened = next(bench)
    waiting = start_waiting(opened, mark(62))
    psutil.Process(opened.runner._parent.pid).children()[0].kill()
    waiting.thread.join(5)
    wait_until(lambda: are_gone([waiting.process]), 1)
    assert isinstance(waiting.answers[0][1], BrokenRunError)
    assert opened.run(HEAD + TAIL).failure is None
    bench.close()


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_leaving_the_runner_ends_everything(tmp_path: Path, method: str) -> None:
    """Also when it is left by an exception, as Ctrl-C is."""
    bench = open_bench(tmp_path, "plain", method=method)
    opened = next(bench)
    waiting = start_waiting(opened, mark(63))
    with pytest.raises(KeyboardInterrupt):
        bench.throw(KeyboardInterrupt)
    assert are_gone([waiting.process])
    assert not opened.runner._folder.exists()
    waiting.thread.join(5)
