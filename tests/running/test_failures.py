"""Every way a lesson can go wrong is recorded, and never taken for a pass."""

import pytest

from lessonkit.running.collect import Run
from tests.running.conftest import Bench

HEAD = '"""Doc."""\n# %% build: one\nprint("first")\n\n# %% build: two\n'
TAIL = '\n\n# %% pass\nprint("PASS: x")\n'


def run_second_cell(bench: Bench, code: str) -> Run:
    """Run a program whose second cell, from line 6 on, is the code."""
    return bench.run(HEAD + code + TAIL)


def test_an_uncaught_exception_names_cell_and_line(bench: Bench) -> None:
    """The failure points at main.py; earlier cells are kept, the rest not run."""
    run = bench.run(
        '"""Doc."""\n'
        "# %% build: one\n"
        "print('first')\n"
        "def divide(a, b):\n"
        "    return a / b\n"
        "\n"
        "# %% experiment: two\n"
        "print('second')\n"
        "\n"
        "divide(1, 0)\n" + TAIL
    )
    failure = run.failure
    assert failure.reason == "error"
    assert failure.cell == "experiment/two"
    assert failure.line == 5
    assert failure.message == "ZeroDivisionError: division by zero"
    assert "line 10, in <module>" in failure.traceback
    assert "lessonkit" not in failure.traceback
    assert [cell.status for cell in run.cells] == ["passed", "failed", "not run"]
    assert run.cells[0].stdout.text == "first\n"
    assert run.cells[1].stdout.text == "second\n"


def test_the_place_is_in_main_also_when_a_helper_raises(bench: Bench) -> None:
    """A helper beside the lesson shows in the traceback; the line is main.py's."""
    helper = "def fail():\n    raise ValueError('no')\n"
    run = bench.run(HEAD + "import helper\nhelper.fail()" + TAIL, helper__py=helper)
    assert run.failure.line == 7
    assert "helper.py" in run.failure.traceback
    assert "raise ValueError('no')" in run.failure.traceback


@pytest.mark.parametrize(
    ("code", "reason", "words"),
    [
        ("import sys\nsys.exit(0)", "exit", "sys.exit(0)"),
        ("import sys\nsys.exit('bye')", "exit", "sys.exit('bye')"),
        ("import os\nos._exit(3)", "exit", "code 3"),
        ("import os\nos._exit(0)", "exit", "code 0"),
        ("import os\nos.abort()", "signal", "SIGABRT"),
        ("import os\nos.kill(os.getpid(), 9)", "signal", "SIGKILL"),
        ("import ctypes\nctypes.string_at(0)", "signal", "SIGSEGV"),
        ("input('name? ')", "error", "`input()`"),
        ("breakpoint()", "error", "breakpoint()"),
        ("import pdb\npdb.set_trace()\nx = 1", "error", "debugger"),
        ("raise KeyboardInterrupt", "error", "KeyboardInterrupt"),
    ],
)
def test_an_early_end_is_never_a_pass(
    bench: Bench, code: str, reason: str, words: str
) -> None:
    """However a cell ends the program, cell and reason are named."""
    run = run_second_cell(bench, code)
    assert run.failure.reason == reason
    assert words in run.failure.message
    assert run.failure.cell == "build/two"
    assert [cell.status for cell in run.cells] == ["passed", "failed", "not run"]
    assert run.cells[0].stdout.text == "first\n"


def test_a_crash_in_c_code_names_the_line(bench: Bench) -> None:
    """The stack of a segmentation fault is written down by a signal handler."""
    run = run_second_cell(bench, "import ctypes\nctypes.string_at(0)")
    assert run.failure.line == 7
    assert run.failure.traceback.splitlines()[0].startswith("Fatal Python error: Seg")
    assert run.failure.traceback.endswith('main.py", line 7 in <module>\n')
    assert "0x" not in run.failure.traceback


def test_the_parent_survives_a_crash(bench: Bench) -> None:
    """A lesson that dies takes no other with it."""
    jobs = [
        bench.build(HEAD + "import os\nos.kill(os.getpid(), 11)" + TAIL),
        bench.build(HEAD + "print('fine')" + TAIL),
    ]
    crashed, fine = bench.run_all(*jobs, workers=1).values()
    assert crashed.failure.reason == "signal"
    assert fine.failure is None


@pytest.mark.parametrize(
    "category", ["DeprecationWarning", "PendingDeprecationWarning", "FutureWarning"]
)
def test_a_deprecation_in_the_lesson_is_an_error(bench: Bench, category: str) -> None:
    """What a library is about to remove has no place in a lesson."""
    library = "import warnings\ndef old():\n    warnings.warn('old', {}, 2)\n"
    code = HEAD + "import helper\nhelper.old()" + TAIL
    run = bench.run(code, helper__py=library.format(category))
    assert run.failure.message == f"{category}: old"
    assert run.failure.line == 7


def test_a_deprecation_elsewhere_is_none_of_the_lessons(bench: Bench) -> None:
    """A library that warns itself does not fail the lesson."""
    run = run_second_cell(
        bench,
        "import warnings\n"
        "warnings.warn_explicit('old', DeprecationWarning, 'x.py', 1, 'numpy.x')",
    )
    assert run.failure is None


def test_a_thread_that_does_not_end_is_named(bench: Bench) -> None:
    """A program that Python itself would not leave is no pass."""
    code = (
        "import threading, time\nthreading.Thread(target=time.sleep, args=[9]).start()"
    )
    run = bench.run(HEAD + code + TAIL, limits=bench.limits(seconds=0.4))
    assert run.failure.reason == "timeout"
    assert "thread" in run.failure.message
