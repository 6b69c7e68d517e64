"""Hostile lessons in one run of the real command: what it says, records and leaves.

Every lesson is the tiny one with code added to its second cell, `build/mean`.
"""

import os
import shutil
import signal
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from lessonkit.records import Record, load_record
from lessonkit.running.capture import load_output
from lessonkit.running.job import Limits
from tests.conftest import TINY
from tests.execute.course import PHASE, add_lesson, edit, lesson_folder
from tests.running.processes import are_gone, find_marked, mark, wait_until

CELL = "build/mean"
SLEEPER = mark(81)

# name: code, reason, words of the message
FAILING = {
    "input": ("input('name? ')", "error", "nobody answers `input()`"),
    "password": ("import getpass\ngetpass.getpass()", "error", "nobody answers"),
    "breakpoint": ("breakpoint()", "error", "breakpoint()"),
    "exit early": ("import sys\nsys.exit(0)", "exit", "sys.exit(0)"),
    "exit code": ("import os\nos._exit(3)", "exit", "code 3"),
    "crash": ("import ctypes\nctypes.string_at(0)", "signal", "SIGSEGV"),
    "wait": (
        "import signal, subprocess\n"
        "for number in (1, 2, 3, 10, 12, 15):\n"
        "    signal.signal(number, signal.SIG_IGN)\n"
        f"subprocess.Popen(['sleep', '{SLEEPER}'], start_new_session=True)\n"
        "while True:\n    pass",
        "timeout",
        "still running after 1 seconds",
    ),
    "processes": (
        "import os, time\nfor _ in range(4):\n    os.fork()\ntime.sleep(60)",
        "timeout",
        "still running",
    ),
    "memory": (
        "kept = []\nwhile True:\n    kept.append(bytearray(8 << 20))",
        "memory",
        "may use 200 MiB",
    ),
    "output": (
        "import os\nwhile True:\n    os.write(1, b'x' * 999 + b'\\n')",
        "output",
        "printed more than 1 MiB",
    ),
    "group": ("import os\nos.killpg(0, 15)", "signal", "SIGTERM"),
    "files": (
        "kept = []\nwhile True:\n    kept.append(open('/dev/null'))",
        "error",
        "Too many open files",
    ),
    "silent text": (
        "class Silent(Exception):\n    def __str__(self):\n        raise SystemExit\n"
        "raise Silent",
        "error",
        "Silent: its text cannot be shown",
    ),
    "silent exit": (
        "import sys\nclass Silent:\n    def __repr__(self):\n        raise ValueError\n"
        "sys.exit(Silent())",
        "exit",
        "its text cannot be shown",
    ),
    "long text": ("raise ValueError('x' * 3_000_000)", "error", "ValueError: xxx"),
    "long exit": ("import sys\nsys.exit('x' * 3_000_000)", "exit", "xxx"),
    "many lines": ("raise ValueError('x\\n' * 100_000)", "error", "ValueError: x"),
    "odd text": ("raise ValueError('\\ud800\\0\\x1b[1m')", "error", r"\ud800\x00\x1b["),
    "recursion": (
        "def ping():\n    pong()\ndef pong():\n    ping()\nping()",
        "error",
        "RecursionError",
    ),
    "long chain": (
        "last = None\nfor number in range(2000):\n    error = ValueError(number)\n"
        "    error.__context__ = last\n    last = error\nraise last",
        "error",
        "ValueError: 1999",
    ),
    "fork": ("import os\nif os.fork():\n    raise ValueError('up')", "error", "up"),
    "no streams": (
        "import shutil\nshutil.rmtree('../streams')",
        "error",
        "broke the run",
    ),
    "no open": (
        "import builtins\nbuiltins.open = None\nopen('x')",
        "error",
        "NoneType",
    ),
    "own folder": (
        "import os, shutil\nshutil.rmtree(os.path.dirname(__file__))",
        "error",
        "may not write",
    ),
    "own file": (
        "import os\n"
        "folder = os.open(os.path.dirname(__file__), os.O_RDONLY)\n"
        "os.remove('main.py', dir_fd=folder)",
        "error",
        "may not write",
    ),
    "link": (
        "import os\nos.symlink('/etc/passwd', __file__ + '.txt')",
        "error",
        "may not write",
    ),
    "database": (
        "import sqlite3\nsqlite3.connect(__file__ + '.db').execute('vacuum')",
        "error",
        "may not write",
    ),
}

# name: code, what it prints
PASSING = {
    "neighbour": ("import time\ntime.sleep(0.3)\nprint('here')", "here\n"),
    "closed files": ("import os\nprint('a', end='')\nos.closerange(1, 99)", "a"),
    "gone": ("import os\nos.mkdir('x')\nos.chdir('x')\nos.rmdir('../x')", ""),
    "no stdout": ("import sys\nsys.stdout = None", ""),
    "clock": ("import time\ntime.perf_counter = time.monotonic = None", ""),
    "leaks": (
        "kept = []\ntry:\n    while True:\n        kept.append(open('/dev/null'))\n"
        "except OSError as error:\n    print(error.errno)",
        "24\n",
    ),
    "forked": (
        "import os, sys\npid = os.fork()\nif pid == 0:\n    print('child')\n"
        "    sys.exit(5)\nprint(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))",
        "child\n5\n",
    ),
    "forked badly": (
        "import os\npid = os.fork()\nif pid == 0:\n    raise ValueError('inside')\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))",
        "1\n",
    ),
    "executor": (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "pool = ThreadPoolExecutor(2)\nprint(pool.submit(len, 'abc').result())",
        "3\n",
    ),
    "pool": (
        "import multiprocessing\n"
        "def read(_):\n"
        "    return open(__file__.replace('main.py', 'data.csv')).read()\n"
        "if __name__ == '__main__':\n    with multiprocessing.Pool(2) as pool:\n"
        "        print(pool.map(read, [1, 2]))",
        "['1\\n', '1\\n']\n",
    ),
    "odd output": ("print('\\0\\x1b[1m\\u2028\\u202e')", "\0\x1b[1m\u2028\u202e\n"),
}

# name: code, words of the sentence why there is no record
BROKEN = {
    "no folder": (
        "import os, shutil\nshutil.rmtree(os.path.dirname(os.getcwd()))",
        "removed the folder",
    ),
    "nonsense": ("open('../cells/000.json', 'w').write('{')", "cannot be read"),
    "no watcher": (
        "import os, time\nos.kill(os.getppid(), 9)\ntime.sleep(60)",
        "the process that watched it was killed",
    ),
    "full disk": (
        "import os\nkeep = os.replace\ndef fill(*names):\n    os.replace = keep\n"
        "    raise OSError(28, 'No space left on device')\nos.replace = fill",
        "there is no room on the disk",
    ),
}

BUDGETS = {
    "executor": "seconds: 30",
    "wait": "seconds: 1",
    "processes": "seconds: 1",
    "memory": "memory_mib: 200",
    "output": "output_mib: 1",
}


def build_course(root: Path, codes: Mapping[str, str]) -> dict[str, Path]:
    """Make a course with a lesson for each code; return their folders by name."""
    shutil.copytree(TINY, root, ignore=shutil.ignore_patterns(".*"))
    phase = root / PHASE / "phase.yml"
    head = phase.read_text("utf-8").partition("lessons:")[0]
    folders = {}
    for number, (name, code) in enumerate(codes.items(), 2):
        folders[name] = folder = add_lesson(root, number)
        line = 'print("Mean:", mean)\n'
        edit(folder / "code/main.py", line, f"{line}{code}\n")
        (folder / "code/data.csv").write_text("1\n")
        if name in BUDGETS:
            edit(folder / "lesson.yml", "quiz:", f"budgets: {{{BUDGETS[name]}}}\nquiz:")
    ids = [f"numbers-{number:02}" for number in range(1, len(folders) + 2)]
    entries = "".join(f"  - {{id: {id}, title: Average a list}}\n" for id in ids)
    phase.write_text(f"{head}lessons:\n{entries}", encoding="utf-8")
    return folders


def command(root: Path, *arguments: str, **options) -> subprocess.CompletedProcess[str]:
    """Run the command in a course, without a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "lessonkit", *arguments],
        cwd=root,
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        **options,
    )


class Ran:
    """A course after its run."""

    def __init__(self, root: Path, codes: Mapping[str, str]) -> None:
        self.root = root
        self.folders = build_course(root, codes)
        self.run = command(root, "execute", "--jobs", "2")

    def record(self, name: str) -> Record:
        return load_record(self.folders[name] / "records/cpu.json")


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """All hostile lessons, executed in one run."""
    cases = {**FAILING, **PASSING, **BROKEN}
    # The one that signals its process group has a neighbour that goes on meanwhile.
    names = sorted(cases, key=lambda name: name in ("neighbour", "group"))
    codes = {name: cases[name][0] for name in names}
    return Ran(tmp_path_factory.mktemp("hostile") / "course", codes)


def test_the_run_itself_goes_well(ran: Ran) -> None:
    """Each lesson is counted, none stops another, and nobody else says a word."""
    assert ran.run.returncode == 1
    assert ran.run.stderr == ""
    passed, failed = len(PASSING) + 1, len(FAILING) + len(BROKEN)
    assert ran.run.stdout.endswith(f"{passed} passed, {failed} failed\n")
    assert "\nTraceback" not in ran.run.stdout
    assert find_marked("sleep", SLEEPER) == []


@pytest.mark.parametrize("name", FAILING)
def test_a_failure_is_recorded_whole(ran: Ran, name: str) -> None:
    """With its reason, cell and place; what had run is kept; the rest did not run."""
    _, reason, words = FAILING[name]
    record = ran.record(name)
    assert record.status == "failed"
    failure = record.failure
    assert (failure.reason, failure.cell) == (reason, CELL)
    assert words in failure.message and "\n" not in failure.message
    before, mean, *after = record.cells
    assert before.status == "passed"
    assert {cell.status for cell in after} == {"not run"}
    if name != "no streams":
        assert mean.stdout.lines[0] == "Mean: 4.0\n"
    main = (ran.folders[name] / "code/main.py").relative_to(ran.root)
    place = f"{main}:{failure.line}: " if failure.line else f"{main}: "
    assert f"{place}{failure.message} in {CELL}" in ran.run.stdout
    assert (ran.folders[name] / "records/cpu.json").stat().st_size < 50_000


@pytest.mark.parametrize("name", PASSING)
def test_what_plain_python_would_do_passes(ran: Ran, name: str) -> None:
    """Its output is in its cell, and later cells go on as if nothing had been."""
    record = ran.record(name)
    assert record.failure is None
    _, mean, later, *_ = record.cells
    assert mean.stdout.text == f"Mean: 4.0\n{PASSING[name][1]}"
    if name != "no stdout":
        assert later.stdout.lines[0].startswith("Means: ")


@pytest.mark.parametrize("name", BROKEN)
def test_a_spoilt_run_leaves_no_record_and_a_sentence(ran: Ran, name: str) -> None:
    """Nothing of such a run can be trusted, so an earlier record would stay."""
    assert not (ran.folders[name] / "records").exists()
    main = (ran.folders[name] / "code/main.py").relative_to(ran.root)
    (line,) = (row for row in ran.run.stdout.splitlines() if row.startswith(f"{main}:"))
    assert line.startswith(f"{main}: no record: ") and BROKEN[name][1] in line


def test_the_sources_stay_as_they_are(ran: Ran) -> None:
    """No lesson leaves anything in its folder but its record."""
    for folder in ran.folders.values():
        assert sorted(os.listdir(folder / "code")) == ["data.csv", "main.py"]


def test_details_of_failures(ran: Ran) -> None:
    """Tracebacks are the lesson's, and bounded; a memory peak is known."""
    assert ran.record("memory").peak_memory > 200 << 20
    assert "lines left out" in ran.record("long chain").failure.traceback
    assert ran.record("long chain").failure.traceback.endswith("ValueError: 1999\n")
    said = ran.record("forked badly").find_cell(CELL).stderr.text
    assert said.endswith("ValueError: inside\n") and "lessonkit" not in said
    assert [data.path for data in ran.record("pool").inputs.data] == ["code/data.csv"]
    assert ran.record("output").find_cell(CELL).stdout.omitted > 800
    assert Limits().output == 64 << 20


def test_what_python_does_at_its_end_belongs_to_the_run(tmp_path: Path) -> None:
    """Exit handlers print, and processes that nobody waited for may finish."""
    code = (
        "import atexit, multiprocessing, time\n"
        "def work():\n    time.sleep(0.8)\n    print('late')\n"
        "if __name__ == '__main__':\n    atexit.register(print, 'bye')\n"
        "    multiprocessing.Process(target=work).start()"
    )
    ran = Ran(tmp_path / "course", {"end": code})
    record = ran.record("end")
    assert record.find_cell(CELL).stdout.text == "Mean: 4.0\nlate\n"
    assert record.cells[-1].stdout.text == "PASS: numbers-02\nbye\n"


PAGES = {
    "loop": "for i in range(100_000):\n    print(i)",
    "wide": "print('x' * 3_000_000)",
    "odd": "print('\\0\\x1b[1m</samp><script>x</script>```\\u2028')",
    "raises": "raise ValueError('<script>x</script>\\0\\x1b[1m\\ud800')",
    "exits": "import os\nos._exit(3)",
    "crashes": "import ctypes\nctypes.string_at(0)",
    "wait": "while True:\n    pass",
    "places": (
        "import os, sys\nprint(os.getcwd(), __file__, sys.executable)\n"
        "print('HOME/notes', '/srv/adalov' 'elace/x', 'adalovelace means so')\n"
        "print('root mean square')\nraise ValueError('HOME/.secrets')"
    ),
}


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """A course of lessons that failed or overflowed, and its pages."""
    folder = tmp_path_factory.mktemp("published")
    home = folder / "home" / "adalovelace"
    # In two parts: what the author wrote is shown as it is, what it prints is not.
    split = f"{str(home)[:-5]}' '{str(home)[-5:]}"
    codes = {name: code.replace("HOME", split) for name, code in PAGES.items()}
    who = dict.fromkeys(("LOGNAME", "USER", "LNAME", "USERNAME"), "adalovelace")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"HOME": str(home), **who, "API_KEY": "s3cret"}.items():
            patch.setenv(name, value)
        ran = Ran(folder / "course", codes)
    fixed = command(ran.root, "validate", "--fix")
    assert fixed.returncode == 0, fixed.stdout
    pages = command(ran.root, "pages", "out")
    assert pages.returncode == 0, pages.stdout + pages.stderr
    return ran


def read_pages(ran: Ran, name: str) -> dict[str, str]:
    """Return all that is published of a lesson, by its place below its folder."""
    folder = ran.root / "out" / "lessons" / ran.record(name).lesson
    files = (path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in files
    }


@pytest.mark.parametrize("name", PAGES)
def test_whatever_was_recorded_has_a_small_clean_page(
    published: Ran, name: str
) -> None:
    """Failed, flooding or full of control characters: it renders, and is bounded."""
    files = read_pages(published, name)
    assert len(files["index.md"]) < 100_000
    assert "<script>x" not in files["index.md"]
    assert not set(files["index.md"]) & {"\0", "\x1b", "\u2028"}
    status = published.record(name).status
    assert status == ("passed" if name in ("loop", "wide", "odd") else "failed")
    assert ('data-status="failed"' in files["index.md"]) is (status == "failed")


def test_nothing_of_the_machine_is_published(published: Ran) -> None:
    """Not in record, page, notebook or transcript; words stay words."""
    record = (published.folders["places"] / "records/cpu.json").read_text("utf-8")
    files = {"cpu.json": record, **read_pages(published, "places")}
    assert any(name.endswith(".ipynb") for name in files)
    home = str(published.root.parent / "home" / "adalovelace")
    for text in files.values():
        for word in (home, str(published.root), sys.prefix, "lessonkit-", "/adalove"):
            assert word not in text
    failure = published.record("places").failure
    assert failure.message == "ValueError: ~/.secrets"
    shown = published.record("places").find_cell(CELL).stdout.lines
    assert shown[2] == "~/notes /srv/user/x adalovelace means so\n"
    assert shown[3] == "root mean square\n"


def test_reasons_are_named_on_the_command_line(tmp_path: Path) -> None:
    """A helper with a cache beside it, data, and a file that nobody reads."""
    code = (
        "import helper\n"
        "print(helper.VALUE, open(__file__.replace('main.py', 'data.csv')).read())"
    )
    root = tmp_path / "course"
    folder = build_course(root, {"reads": code})["reads"] / "code"
    (folder / "helper.py").write_text("VALUE = 1\n")
    subprocess.run([sys.executable, "-m", "compileall", "-q", folder], check=True)
    (folder / "other.csv").write_text("1\n")
    assert command(root, "execute").returncode == 0
    (folder / "other.csv").write_text("2\n")
    assert command(root, "execute").stdout == (
        "nothing to do: 2 of 2 lessons are fresh\n"
    )
    edit(folder / "helper.py", "1", "2")
    edit(folder / "data.csv", "1", "2")
    status = command(root, "status").stdout.splitlines()[1].split()
    assert status[:3] == ["numbers-02", "cpu", "stale"]
    assert " ".join(status[3:]) == "(helper.py changed, data.csv changed)"
    command(root, "execute")
    record = load_record(folder.parent / "records/cpu.json")
    assert record.find_cell(CELL).stdout.lines[1] == "2 2\n"


def test_a_spoilt_record_is_absent_for_every_command(tmp_path: Path) -> None:
    """Truncated, merged, of another schema or no file at all: named, never a crash."""
    root = tmp_path / "course"
    folders = build_course(root, dict.fromkeys("abcdefgh", "pass"))
    assert command(root, "execute").returncode == 0
    texts = [(f / "records/cpu.json").read_text() for f in folders.values()]
    spoilt = {
        "a": texts[0][:700],
        "b": f"<<<<<<< HEAD\n{texts[1]}=======\n{texts[1]}>>>>>>> other\n",
        "c": texts[2].replace('"schema": 1', '"schema": 7'),
        "d": "[" * 100_000,
        "e": texts[4].replace('"status": "passed"', '"status": "\\ud800"', 1),
        "f": texts[5].replace('"path": "code/main.py"', '"path": "\\u0000"', 1),
    }
    for name, text in spoilt.items():
        (folders[name] / "records/cpu.json").write_text(text)
    for name, below in (("g", "records/cpu.json"), ("h", "records")):
        path = folders[name] / below
        subprocess.run(["rm", "-r", path], check=True)
        path.mkdir() if name == "g" else path.write_text("in the way")
    status = command(root, "status")
    assert (status.returncode, status.stderr) == (0, "")
    kinds = [line.split()[2] for line in status.stdout.splitlines()]
    assert kinds == [
        *["fresh", "unreadable", "unreadable", "stale", "unreadable"],
        *["unreadable", "fresh", "unreadable", "unreadable"],
    ]
    assert "(record schema 7 → 1)" in status.stdout
    assert status.stdout.count("(records/cpu.json: ") == 6
    command(root, "validate", "--fix")
    pages = command(root, "pages", "out")
    assert (pages.returncode, pages.stderr) == (0, "")
    run = command(root, "execute")
    assert run.returncode == 1 and run.stdout.endswith("5 passed, 2 failed\n")
    assert "could not be written: Is a directory (records/cpu.json)\n" in run.stdout
    assert "could not be written: File exists (records)\n" in run.stdout


def limit_files(size: int):
    """Return what makes every file of a process at most this long, as a full disk."""
    import resource

    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize(
    ("size", "words"),
    [(0, ""), (64, "cannot be made: File too large"), (6000, "File too large")],
)
def test_without_room_the_old_records_stay(
    tmp_path: Path, size: int, words: str
) -> None:
    """Whatever cannot be written any more, it is one sentence."""
    root = tmp_path / "course"
    build_course(root, {"long": "print('x' * 3000)\nfor i in range(60): print(i)"})
    assert command(root, "execute").returncode == 0
    before = {path: path.read_bytes() for path in root.rglob("cpu*")}
    edit(root / PHASE / "02-copy/code/main.py", "range(60)", "range(200)")
    run = command(root, "execute", preexec_fn=limit_files(size))
    assert run.returncode in (1, 2) and "Traceback" not in run.stdout + run.stderr
    assert words in run.stdout + run.stderr
    assert before == {path: path.read_bytes() for path in root.rglob("cpu*")}


@pytest.fixture
def waiting(tmp_path: Path) -> Iterator[subprocess.Popen]:
    """A command whose lesson has a record and now waits in a session of its own."""
    root = tmp_path / "course"
    build_course(root, {"first": "pass"})
    assert command(root, "execute").returncode == 0
    sleep = f"import subprocess\nsubprocess.run(['sleep', '{mark(82)}'])\n"
    edit(lesson_folder(root) / "code/main.py", 'print("Mean:', sleep + 'print("Mean:')
    process = subprocess.Popen(
        [sys.executable, "-m", "lessonkit", "execute"],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    process.root = root
    wait_until(lambda: find_marked("sleep", mark(82)))
    yield process
    process.kill()
    process.communicate()


def test_a_second_run_is_refused_and_ctrl_c_is_no_crash(
    waiting: subprocess.Popen,
) -> None:
    """The first goes on; when it is stopped, the record is as it was."""
    record = lesson_folder(waiting.root) / "records/cpu.json"
    before = record.read_bytes()
    second = command(waiting.root, "execute", "--force")
    assert second.returncode == 2
    assert second.stderr.startswith(
        f"error: lessons are being executed already, by process {waiting.pid}."
    )
    started = find_marked("sleep", mark(82))
    os.killpg(waiting.pid, signal.SIGINT)
    said = waiting.communicate(timeout=15)
    assert waiting.returncode == 130
    assert said[1].strip() == "stopped"
    wait_until(lambda: are_gone(started))
    assert record.read_bytes() == before
    assert [path.name for path in record.parent.iterdir()] == ["cpu.json"]


def test_a_place_without_rights_is_one_sentence(tmp_path: Path) -> None:
    """A file where the command keeps its own folder."""
    root = tmp_path / "course"
    build_course(root, {})
    (root / ".lessonkit").write_text("in the way")
    run = command(root, "execute")
    assert run.returncode == 2
    assert run.stderr.startswith("error: ") and "cannot be written" in run.stderr


def test_a_flood_of_lines_costs_no_memory(tmp_path: Path) -> None:
    """The command that reads it stays small, however many lines there are."""
    file = tmp_path / "out"
    file.write_bytes(b"\n" * (8 << 20))
    tracemalloc.start()
    try:
        output = load_output(file, str)
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    finally:
        tracemalloc.stop()
    assert (len(output.lines), output.omitted) == (200, (8 << 20) - 200)
