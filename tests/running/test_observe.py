"""What a lesson reads is known afterwards; what it must not touch is refused."""

import os
from pathlib import Path

import pytest

from tests.running.conftest import Bench

HEAD = '"""Doc."""\n# %% build: one\n'
TAIL = '\n\n# %% pass\nprint("PASS: x")\n'
FOLDER = "from pathlib import Path\nhere = Path(__file__).parent\n"


def test_modules_beside_the_lesson_are_observed(bench: Bench) -> None:
    """An imported helper counts, also one that a helper imports; another does not."""
    run = bench.run(
        HEAD + "import helper" + TAIL,
        helper__py="import deeper\n",
        deeper__py="",
        unused__py="",
    )
    assert [m.path for m in run.modules] == ["code/deeper.py", "code/helper.py"]
    assert run.data == ()


@pytest.mark.parametrize("cached", [False, True], ids=["no cache", "with cache"])
def test_an_edited_helper_is_never_read_from_a_cache(
    bench: Bench, cached: bool
) -> None:
    """Not even when its size and the second of its change stay the same."""
    job = bench.build(
        HEAD + "import helper\nprint(helper.VALUE)" + TAIL, helper__py="VALUE = 1\n"
    )
    helper = Path(job.folder) / "code" / "helper.py"
    if cached:
        import py_compile

        py_compile.compile(str(helper))
    stamp = helper.stat().st_mtime
    helper.write_text("VALUE = 2\n")
    os.utime(helper, (stamp, stamp))
    run = bench.run_all(job)[job.lesson]
    assert run.cells[0].stdout.text == "2\n"
    assert [m.path for m in run.modules] == ["code/helper.py"]


@pytest.mark.parametrize(
    "read",
    [
        "open(here / 'data.csv').read()",
        "(here / 'data.csv').read_bytes()",
        "import os\nos.close(os.open(here / 'data.csv', os.O_RDONLY))",
        "import os\nos.chdir(here)\nopen('data.csv').close()",
        "import os\nopen(os.fsencode(here / '..' / 'code' / 'data.csv')).close()",
    ],
)
def test_data_files_are_observed(bench: Bench, read: str) -> None:
    """However the path is spelt; a file that was never read does not count."""
    run = bench.run(HEAD + FOLDER + read + TAIL, data__csv="1\n", other__csv="2\n")
    assert run.failure is None, run.failure
    assert [d.path for d in run.data] == ["code/data.csv"]


def test_a_script_given_to_another_program_is_observed(bench: Bench) -> None:
    """Another process reads unseen, so the files that it is given count."""
    code = FOLDER + (
        "import subprocess, sys\n"
        "subprocess.run([sys.executable, here / 'worker.py'], check=True)"
    )
    run = bench.run(HEAD + code + TAIL, worker__py="print('work')\n")
    assert run.cells[0].stdout.text == "work\n"
    assert [d.path for d in run.data] == ["code/worker.py"]


def test_a_listing_is_observed(bench: Bench) -> None:
    """A new file changes what a lesson that lists its folder would do."""
    run = bench.run(HEAD + FOLDER + "print(len(list(here.iterdir())))" + TAIL)
    assert [d.path for d in run.data] == ["code/"]


def test_reading_elsewhere_in_the_repository_is_refused(bench: Bench) -> None:
    """It would make the record stale without anyone knowing; the line is named."""
    (bench.root / "shared.csv").write_text("1\n")
    code = FOLDER + "print('before')\nopen(here / '../../../../shared.csv')"
    run = bench.run(HEAD + code + TAIL)
    assert run.failure.reason == "error"
    assert "may not read shared.csv" in run.failure.message
    assert run.failure.line == 6
    assert run.cells[0].stdout.text == "before\n"


def test_a_link_out_of_the_folder_is_followed(bench: Bench) -> None:
    """The path is resolved when it is opened."""
    (bench.root / "linked.csv").write_text("1\n")
    job = bench.build(HEAD + FOLDER + "open(here / 'link.csv')" + TAIL)
    (Path(job.folder) / "code" / "link.csv").symlink_to(bench.root / "linked.csv")
    run = bench.run_all(job)[job.lesson]
    assert "may not read linked.csv" in run.failure.message


@pytest.mark.parametrize(
    "write",
    [
        "(here / 'out.txt').write_text('x')",
        "open(here.parents[2] / 'out.txt', 'a')",
        "import os\nos.mkdir(here / 'out.txt')",
        "(here / 'main.py').rename(here / 'out.txt')",
        "(here / 'main.py').unlink()",
    ],
)
def test_the_source_tree_stays_clean(bench: Bench, write: str) -> None:
    """A write into the repository is refused, in words."""
    job = bench.build(HEAD + FOLDER + write + TAIL)
    run = bench.run_all(job)[job.lesson]
    assert "may not write" in run.failure.message
    assert os.listdir(Path(job.folder) / "code") == ["main.py"]


def test_reading_outside_the_repository_is_free(bench: Bench) -> None:
    """The system's files are provenance, not inputs."""
    code = "import os, tempfile\nopen('/etc/passwd').close()\nopen('x', 'w').close()"
    run = bench.run(HEAD + code + TAIL)
    assert run.failure is None
    assert run.data == ()


def test_hashes_are_those_of_the_run(bench: Bench) -> None:
    """A record's hashes belong to what the run read."""
    from lessonkit.records.hashes import hash_bytes

    run = bench.run(HEAD + FOLDER + "open(here / 'a.csv')" + TAIL, a__csv="1\r\n")
    assert run.data[0].raw == hash_bytes(b"1\n")


def test_a_file_that_is_not_there_is_no_input(bench: Bench) -> None:
    """A lesson may show what a missing file does."""
    code = FOLDER + (
        "try:\n    open(here / 'missing.csv')\n"
        "except FileNotFoundError:\n    print('missing')"
    )
    run = bench.run(HEAD + code + TAIL)
    assert run.failure is None
    assert run.data == ()


def test_a_file_beside_that_is_no_python_does_no_harm(bench: Bench) -> None:
    """Only what the lesson imports has to be right."""
    run = bench.run(HEAD + "print(1)" + TAIL, draft__py="def (\n")
    assert run.failure is None
