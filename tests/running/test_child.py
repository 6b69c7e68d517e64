"""A lesson runs as `python main.py` would run it, and alone in its process."""

from pathlib import Path

from tests.running.conftest import Bench

HEAD = '"""Doc."""\n# %% build: one\nprint("first")\n\n# %% build: two\n'
TAIL = '\n\n# %% pass\nprint("PASS: x")\n'


def show(bench: Bench, code: str, **files: str) -> str:
    """Run code in the second cell; return what it prints."""
    run = bench.run(HEAD + code + TAIL, **files)
    assert run.failure is None, run.failure
    return run.cells[1].stdout.text


def test_the_lesson_is_the_main_module(bench: Bench) -> None:
    """Name, docstring, file and arguments are those of a program of its own."""
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "print(__name__, __doc__, Path(__file__).name, sys.argv == [__file__])\n"
        "print(sys.path[0] == str(Path(__file__).parent))\n"
        "print(sys.modules['__main__'].sys is sys)"
    )
    assert show(bench, code) == "__main__ Doc. main.py True\nTrue\nTrue\n"


def test_a_class_of_the_lesson_can_be_pickled(bench: Bench) -> None:
    """Pickle finds classes in the main module by their name."""
    code = (
        "import pickle\n"
        "class Point:\n"
        "    x = 3\n"
        "print(pickle.loads(pickle.dumps(Point())).x)"
    )
    assert show(bench, code) == "3\n"


def test_worker_processes_work(bench: Bench) -> None:
    """multiprocessing finds functions of the lesson, and its workers are reaped."""
    code = (
        "import multiprocessing\n"
        "def square(x):\n"
        "    return x * x\n"
        "if __name__ == '__main__':\n"
        "    with multiprocessing.Pool(2) as pool:\n"
        "        print(pool.map(square, [1, 2, 3]))"
    )
    assert show(bench, code) == "[1, 4, 9]\n"


def test_a_daemon_thread_does_not_hold_the_run_up(bench: Bench) -> None:
    """Python would not wait for it either."""
    code = (
        "import threading, time\n"
        "threading.Thread(target=time.sleep, args=[60], daemon=True).start()"
    )
    run = bench.run(HEAD + code + TAIL)
    assert run.failure is None
    assert run.seconds < 5


def test_a_thread_is_waited_for(bench: Bench) -> None:
    """What it prints before Python would end belongs to the run."""
    code = (
        "import threading, time\n"
        "def work():\n"
        "    time.sleep(0.1)\n"
        "    print('done')\n"
        "threading.Thread(target=work).start()"
    )
    run = bench.run(HEAD + code + TAIL)
    assert run.cells[-1].stdout.text == "PASS: x\ndone\n"


def test_future_statements_hold_for_later_cells(bench: Bench) -> None:
    """A cell compiled alone still knows what the file's first lines asked for."""
    code = (
        '"""Doc."""\n# %% build: one\nfrom __future__ import annotations\n\n'
        "# %% build: two\ndef f(x: missing): ...\nprint(f.__annotations__)\n" + TAIL
    )
    run = bench.run(code)
    assert run.cells[1].stdout.text == "{'x': 'missing'}\n"


def test_tracebacks_and_sources_have_true_lines(bench: Bench) -> None:
    """inspect reads the right lines of the file."""
    code = "import inspect\ndef f():\n    return 1  # one\nprint(inspect.getsource(f))"
    assert show(bench, code) == "def f():\n    return 1  # one\n\n"


def test_each_lesson_has_folders_of_its_own(bench: Bench) -> None:
    """Two lessons write the same name; neither sees the other, nor the sources."""
    code = (
        "import os, tempfile\n"
        "from pathlib import Path\n"
        "print(os.listdir('.'), os.listdir(Path.home()))\n"
        "Path('out.npz').write_text('mine')\n"
        "(Path.home() / '.rc').write_text('mine')\n"
        "folder = Path(tempfile.mkdtemp())\n"
        "print(folder.parent.parent == Path.cwd().parent)"
    )
    jobs = [bench.build(HEAD + code + TAIL) for _ in range(3)]
    runs = bench.run_all(*jobs)
    printed = {run.cells[1].stdout.text for run in runs.values()}
    assert printed == {"[] []\nTrue\n"}
    assert sorted(p.name for p in Path(jobs[0].folder).rglob("*")) == [
        "code",
        "main.py",
    ]


def test_nothing_of_one_lesson_reaches_the_next(bench: Bench) -> None:
    """Environment, directory, modules and warnings are fresh for every lesson."""
    dirty = (
        "import builtins, os, sys, warnings\n"
        "os.environ['MARK'] = 'x'\n"
        "os.chdir('/')\n"
        "sys.path.append('/nowhere')\n"
        "builtins.mark = 1\n"
        "warnings.simplefilter('ignore')\n"
        "sys.setrecursionlimit(12345)"
    )
    look = (
        "import builtins, os, sys\n"
        "print(os.environ.get('MARK'), os.getcwd() == '/', '/nowhere' in sys.path,"
        " hasattr(builtins, 'mark'), sys.getrecursionlimit())"
    )
    jobs = [bench.build(HEAD + code + TAIL) for code in (look, dirty, look)]
    before, _, after = bench.run_all(*jobs, workers=1).values()
    assert before.cells[1].stdout.text == "None False False False 1000\n"
    assert after.cells[1].stdout == before.cells[1].stdout


def test_the_environment_is_built_from_nothing(bench: Bench, monkeypatch) -> None:
    """The caller's variables stay out; the lesson sees a fixed few."""
    code = "import os\nprint(sorted(os.environ))"
    names = show(bench, code)
    assert "USER'" not in names and "PYTEST" not in names and "DISPLAY" not in names
    for name in ("HOME", "TMPDIR", "PYTHONHASHSEED", "MPLBACKEND", "PATH"):
        assert f"'{name}'" in names


def test_unseeded_numbers_differ(bench: Bench) -> None:
    """A fork hands no lesson the random state of another."""
    code = "import random\nprint(random.random())"
    jobs = [bench.build(HEAD + code + TAIL) for _ in range(2)]
    first, second = bench.run_all(*jobs).values()
    assert first.cells[1].stdout != second.cells[1].stdout


def test_cells_are_told_as_they_finish(bench: Bench) -> None:
    """Progress is a notice for each cell, in order, before the run ends."""
    bench.run(HEAD + "raise ValueError" + TAIL)
    told = [(n["cell"], n["status"]) for _, n in bench.notices if "cell" in n]
    assert told == [("build/one", "passed"), ("build/two", "failed")]
