"""Whatever writes to the two streams is captured, in its cell, bounded and clean."""

import re
from pathlib import Path

import pytest

from lessonkit.running.capture import load_output
from tests.running.conftest import Bench

HEAD = '"""Doc."""\n# %% build: one\nprint("first")\n\n# %% build: two\n'
TAIL = '\n\n# %% pass\nprint("PASS: x")\n'


def test_every_writer_is_captured_in_order(bench: Bench) -> None:
    """Prints, the file descriptor, C's own buffer and a subprocess all count."""
    code = (
        "import ctypes, os, subprocess, sys\n"
        "print('print')\n"
        "os.write(1, b'write\\n')\n"
        "subprocess.run([sys.executable, '-c', 'print(\"child\")'])\n"
        "print('no line end', end='')\n"
        "print('!')\n"
        "ctypes.CDLL(None).puts(b'from C')\n"
        "print('complaint', file=sys.stderr)\n"
        "os.write(2, b'raw\\n')\n"
    )
    run = bench.run(HEAD + code + TAIL)
    assert run.failure is None
    printed = "print\nwrite\nchild\nno line end!\nfrom C\n"
    assert run.cells[1].stdout.text == printed
    assert run.cells[1].stderr.text == "complaint\nraw\n"
    assert run.cells[0].stdout.text == "first\n"
    assert run.cells[2].stdout.text == "PASS: x\n"


def test_late_output_belongs_to_the_cell_that_started_it(bench: Bench) -> None:
    """A subprocess writes where its cell writes, also when the cell is over."""
    code = (
        "import subprocess, sys\n"
        "late = 'import time; time.sleep(0.15); print(\"late\")'\n"
        "process = subprocess.Popen([sys.executable, '-c', late])\n"
        "\n# %% build: three\nprocess.wait()\nprint('third')"
    )
    run = bench.run(HEAD + code + TAIL)
    assert run.cells[1].stdout.text == "late\n"
    assert run.cells[2].stdout.text == "third\n"


def test_what_was_printed_before_a_crash_is_kept(bench: Bench) -> None:
    """No line is lost with its process."""
    code = "import os\nprint('last words')\nos.kill(os.getpid(), 9)"
    run = bench.run(HEAD + code + TAIL)
    assert run.cells[1].stdout.text == "last words\n"


def test_lines_of_threads_are_not_torn(bench: Bench) -> None:
    """Callbacks of several devices print at once; each line stays one."""
    code = (
        "import threading\n"
        "def say(name):\n"
        "    for i in range(200):\n        print('thread', name, 'line', i)\n"
        "threads = [threading.Thread(target=say, args=[n]) for n in 'abcd']\n"
        "for thread in threads:\n    thread.start()\n"
        "for thread in threads:\n    thread.join()"
    )
    run = bench.run(HEAD + code + TAIL)
    for line in run.cells[1].stdout.lines:
        assert re.fullmatch(r"thread [abcd] line \d+\n", line)


def test_a_cell_may_end_within_a_line(bench: Bench) -> None:
    """What it printed is its own, not the next cell's; closing stdout is allowed."""
    code = "print('open', end='')\n\n# %% build: three\nimport sys\nsys.stdout.close()"
    run = bench.run(HEAD + code + "\n\n# %% pass\nx = 1\n")
    assert run.failure is None
    assert run.cells[1].stdout.text == "open"


def test_many_lines_keep_head_tail_and_count(bench: Bench) -> None:
    """A record holds at most 200 lines of a cell and says how many it leaves out."""
    run = bench.run(HEAD + "for i in range(100_000):\n    print(i)" + TAIL)
    output = run.cells[1].stdout
    assert len(output.lines) == 200
    assert output.omitted == 99_800
    assert output.lines[0] == "0\n"
    assert output.lines[-1] == "99999\n"
    assert output.lines[output.kept - 1] == f"{output.kept - 1}\n"
    assert "… 99800 lines left out …\n" in output.text


def test_a_line_of_megabytes_is_cut(tmp_path: Path) -> None:
    """The middle of a very long line goes, and the line says how much."""
    file = tmp_path / "out"
    file.write_bytes(b"short\n" + b"a" * 3_000_000 + b"z\nend\n")
    output = load_output(file, str)
    assert output.lines[0] == "short\n" and output.lines[2] == "end\n"
    assert len(output.lines[1]) < 5000
    assert output.lines[1].endswith("az\n")
    assert "2997954 bytes left out" in output.lines[1]


def test_a_few_long_lines_stay_below_the_limit(tmp_path: Path) -> None:
    """32 KB is a limit of its own."""
    file = tmp_path / "out"
    file.write_bytes(b"".join(b"%03d" % i + b"x" * 1000 + b"\n" for i in range(150)))
    output = load_output(file, str)
    assert sum(map(len, output.lines)) <= 32 << 10
    assert output.omitted == 150 - len(output.lines)
    assert output.lines[0].startswith("000") and output.lines[-1].startswith("149")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (b"<object at 0x7f3a2b1c4d50>\n", "<object at 0x…>\n"),
        (b"<function f at 0x7FBE> 0x10\n", "<function f at 0x7FBE> 0x10\n"),
        (
            b"<__main__.A object at 0x55d0c8d0a2b0> x\n",
            "<__main__.A object at 0x…> x\n",
        ),
        (b"0xdeadbeef is a number\n", "0xdeadbeef is a number\n"),
        (b"caf\xe9\n", "caf\N{REPLACEMENT CHARACTER}\n"),
        (b"windows\r\n", "windows\n"),
        (b"progress 1\rprogress 2\n", "progress 1\rprogress 2\n"),
    ],
)
def test_lines_are_made_equal_from_run_to_run(
    tmp_path: Path, written: bytes, shown: str
) -> None:
    """Addresses are masked, bytes that are no UTF-8 replaced, numbers left alone."""
    file = tmp_path / "out"
    file.write_bytes(written)
    assert load_output(file, str).text == shown


def test_sets_of_strings_print_alike(bench: Bench) -> None:
    """The hash seed is fixed, so that an order shown on a page stays true."""
    code = HEAD + "print({'alpha', 'beta', 'gamma', 'delta'}, hash('x'))" + TAIL
    jobs = [bench.build(code) for _ in range(2)]
    first, second = bench.run_all(*jobs).values()
    assert first.cells[1].stdout == second.cells[1].stdout
