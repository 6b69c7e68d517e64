"""Budgets hold: the whole tree dies, finished cells are kept, others go on."""

from tests.running.conftest import Bench
from tests.running.processes import find_marked, mark

HEAD = '"""Doc."""\n# %% build: one\nprint("first")\n\n# %% build: two\n'
TAIL = '\n\n# %% pass\nprint("PASS: x")\n'

# A child, and a grandchild in a session of its own that ignores polite signals.
TREE = """\
import subprocess, sys
from pathlib import Path
Path("sleep.py").write_text("import signal, time; signal.signal(15, 1); time.sleep(60)")
Path("orphan.py").write_text("import subprocess, sys\\n"
    "subprocess.Popen([sys.executable, *sys.argv[1:]], start_new_session=True)")
subprocess.Popen([sys.executable, "sleep.py", "{mark}"])
subprocess.run([sys.executable, "orphan.py", "sleep.py", "{mark}"])
print("started", flush=True)
"""


def test_a_timeout_kills_the_whole_tree(bench: Bench) -> None:
    """Also a grandchild in its own session dies; the earlier cell is kept."""
    name = mark(41)
    code = HEAD + TREE.format(mark=name) + "while True:\n    pass" + TAIL
    run = bench.run(code, limits=bench.limits(seconds=1.0))
    assert find_marked(name) == []
    assert run.failure.reason == "timeout"
    assert run.failure.message == "still running after 1 seconds"
    assert run.failure.cell == "build/two"
    assert run.failure.line in (14, 15)
    assert run.cells[0].stdout.text == "first\n"
    assert run.cells[1].stdout.text == "started\n"
    assert [cell.status for cell in run.cells] == ["passed", "failed", "not run"]


def test_what_a_passing_run_leaves_behind_is_ended(bench: Bench) -> None:
    """Processes that outlive their lesson do not outlive its run."""
    name = mark(42)
    run = bench.run(HEAD + TREE.format(mark=name) + TAIL)
    assert run.failure is None
    assert find_marked(name) == []


def test_memory_that_is_used_is_watched(bench: Bench) -> None:
    """Processes together exceed the budget: out of memory, with the peak."""
    code = (
        "import subprocess, sys\n"
        "hold = 'x = bytearray(60 << 20); import time; time.sleep(30)'\n"
        "many = [subprocess.Popen([sys.executable, '-c', hold]) for _ in range(3)]\n"
        "many[0].wait()"
    )
    run = bench.run(HEAD + code + TAIL, limits=bench.limits(memory=150 << 20))
    assert run.failure.reason == "memory"
    assert "may use 150 MiB" in run.failure.message
    assert run.peak_memory > 150 << 20
    assert run.cells[0].status == "passed"


def test_memory_that_is_asked_for_is_refused(bench: Bench) -> None:
    """One huge allocation fails in Python's own words, before it hurts anyone."""
    run = bench.run(HEAD + "x = b'x' * (8 << 30)" + TAIL)
    assert run.failure.reason == "memory"
    assert "MemoryError" in run.failure.message
    assert run.failure.line == 6


def test_output_without_end_is_stopped(bench: Bench) -> None:
    """A budget for output saves the disk; head and tail are kept."""
    code = "while True:\n    print('x' * 1000)"
    run = bench.run(HEAD + code + TAIL, limits=bench.limits(output=2 << 20))
    assert run.failure.reason == "output"
    assert run.failure.message == "printed more than 2 MiB"
    assert len(run.cells[1].stdout.text) < 40_000
    assert run.cells[1].stdout.omitted > 1000


def test_one_failing_lesson_does_not_stop_others(bench: Bench) -> None:
    """A lesson that loops holds up one worker, not the course."""
    loop = bench.build(
        HEAD + "while True: pass" + TAIL, limits=bench.limits(seconds=0.6)
    )
    fine = [bench.build(HEAD + "pass" + TAIL) for _ in range(3)]
    runs = bench.run_all(loop, *fine)
    assert [run.failure is None for run in runs.values()].count(True) == 3
