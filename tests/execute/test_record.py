"""Records are written whole, one lesson at a time, whatever happens."""

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from lessonkit import files
from lessonkit.course.load import load_course
from lessonkit.errors import UsageError
from lessonkit.execute.lock import hold_lock
from lessonkit.execute.record import execute_lessons, write_record
from lessonkit.records import load_record
from lessonkit.records.hashes import hash_cells
from lessonkit.stale import find_state
from tests.execute.course import (
    add_lesson,
    append_code,
    edit,
    execute,
    execute_with_events,
    lesson_folder,
)
from tests.running.processes import are_gone, find_marked, mark, wait_until

REPOSITORY = Path(__file__).parents[2]


def test_a_run_becomes_a_record(tiny: Path) -> None:
    """The file holds what was printed, on what, from which sources."""
    folder = lesson_folder(tiny)
    outcome = execute(tiny)["numbers-01"]
    assert outcome.passed and outcome.error == ""
    record = load_record(folder / "records" / "cpu.json")
    assert record == outcome.record
    assert record.status == "passed" and record.failure is None
    assert record.find_cell("build/mean").stdout.text == "Mean: 4.0\n"
    assert record.transcript.endswith("PASS: numbers-01\n")
    assert record.inputs.cells == hash_cells((folder / "code/main.py").read_text())
    assert record.environment.backend == "cpu"
    assert record.environment.python == ".".join(map(str, sys.version_info[:3]))
    assert record.seconds > 0 and record.peak_memory > 1 << 20
    assert find_state(folder, "cpu", {}).kind == "fresh"


def test_only_the_records_change(tiny: Path) -> None:
    """A run leaves the sources as they are."""

    def names() -> set[str]:
        found = (p.relative_to(tiny).as_posix() for p in tiny.rglob("*"))
        return {name for name in found if not name.startswith(".lessonkit")}

    before = names()
    execute(tiny)
    assert {name.rpartition("/")[2] for name in names() - before} == {
        "records",
        "cpu.json",
    }


def test_progress_is_told(tiny: Path) -> None:
    """A lesson starts, its cells finish one by one, it finishes."""
    _, events = execute_with_events(tiny)
    kinds = [event.kind for event in events]
    assert kinds[0] == "started" and kinds[-1] == "finished"
    assert set(kinds[1:-1]) == {"cell"}
    assert events[1].cell == "build/values"
    assert {event.status for event in events[1:]} == {"passed"}


def test_a_failure_leaves_no_trace_once_it_is_mended(tiny: Path) -> None:
    """First a failed record with what had run; then one like any other."""
    folder = lesson_folder(tiny)
    append_code(folder, "raise ValueError('oh')")
    outcome = execute(tiny)["numbers-01"]
    assert not outcome.passed
    assert outcome.record.failure.message == "ValueError: oh"
    state = find_state(folder, "cpu", {})
    assert state.kind == "failed"
    assert state.reasons == ("ValueError: oh in build/added",)
    edit(folder / "code/main.py", "raise ValueError('oh')", "pass")
    assert execute(tiny)["numbers-01"].passed
    content = json.loads((folder / "records/cpu.json").read_text())
    assert "failure" not in content and content["status"] == "passed"


def test_paths_of_the_machine_are_scrubbed(tiny: Path) -> None:
    """Output and traceback show paths as the repository knows them."""
    code = "import os\nprint(__file__, os.getcwd())\nraise ValueError(__file__)"
    append_code(lesson_folder(tiny), code)
    record = execute(tiny)["numbers-01"].record
    main = "phases/01-numbers/01-average-a-list/code/main.py"
    assert record.find_cell("build/added").stdout.text == f"{main} [run]/work\n"
    assert record.failure.message == f"ValueError: {main}"
    assert f'File "{main}"' in record.failure.traceback
    text = (lesson_folder(tiny) / "records/cpu.json").read_text()
    assert str(tiny) not in text


def test_lessons_that_show_times_run_alone_and_last(tiny: Path) -> None:
    """A busy neighbour would change what they print."""
    timed = add_lesson(tiny, 2)
    edit(timed / "lesson.yml", "quiz:", 'volatile: {lines: ["Mean:"]}\nquiz:')
    for number in (3, 4):
        add_lesson(tiny, number)
    _, events = execute_with_events(tiny, jobs=4)
    timeline = [(e.kind, e.lesson) for e in events if e.kind != "cell"]
    assert timeline[-2:] == [("started", "numbers-02"), ("finished", "numbers-02")]
    assert [kind for kind, _ in timeline[:3]] == ["started"] * 3


def test_outcomes_come_in_the_order_of_the_lessons(tiny: Path) -> None:
    """Whatever finishes first."""
    append_code(lesson_folder(tiny), "import time; time.sleep(0.3)")
    add_lesson(tiny, 2)
    assert list(execute(tiny)) == ["numbers-01", "numbers-02"]


def test_figures_of_an_earlier_record_are_removed(tiny: Path) -> None:
    """A record's folder holds its own figures and nothing else."""
    folder = lesson_folder(tiny)
    record = execute(tiny)["numbers-01"].record
    write_record(folder, "cpu", record, {"a.svg": b"a", "b.svg": b"b"})
    write_record(folder, "cpu", record, {"b.svg": b"c"})
    assert [p.name for p in (folder / "records/cpu").iterdir()] == ["b.svg"]
    assert (folder / "records/cpu/b.svg").read_bytes() == b"c"
    write_record(folder, "cpu", record, {})
    assert [p.name for p in (folder / "records").iterdir()] == ["cpu.json"]


def test_a_full_disk_leaves_the_old_record_whole(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing takes its name before everything is on the disk."""
    folder = lesson_folder(tiny)
    record = execute(tiny)["numbers-01"].record
    write_record(folder, "cpu", record, {"a.svg": b"old"})
    before = {p: p.read_bytes() for p in (folder / "records").rglob("*.*")}
    real = files._write_temporary

    def fill(path: Path, data: bytes, **options: bool) -> Path:
        if path == folder / "records" / "cpu.json":
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(path, data, **options)

    monkeypatch.setattr(files, "_write_temporary", fill)
    with pytest.raises(OSError):
        write_record(folder, "cpu", record, {"a.svg": b"new", "b.svg": b"new"})
    outcome = execute(tiny)["numbers-01"]
    assert outcome.record is None
    assert outcome.error == ("its record could not be written: No space left on device")
    assert before == {p: p.read_bytes() for p in (folder / "records").rglob("*.*")}


def test_two_runs_at_once_are_refused(tiny: Path) -> None:
    """The second gets a sentence with the first one's process, and changes nothing."""
    with hold_lock(tiny), pytest.raises(UsageError, match=str(os.getpid())):
        execute(tiny)
    assert not (lesson_folder(tiny) / "records").exists()
    assert execute(tiny)["numbers-01"].passed


def test_the_lock_of_a_dead_process_is_free(tiny: Path) -> None:
    """The system frees it, so nobody has to remove a file."""
    code = (
        "import os, sys\nfrom pathlib import Path\n"
        "from lessonkit.execute.lock import hold_lock\n"
        "with hold_lock(Path(sys.argv[1])):\n    os.kill(os.getpid(), 9)"
    )
    command = [sys.executable, "-c", code, str(tiny)]
    assert subprocess.run(command, cwd=REPOSITORY).returncode == -signal.SIGKILL
    with hold_lock(tiny):
        pass


def test_a_plain_course_has_only_cpu_records(tiny: Path) -> None:
    """Asking it for another backend is wrong use."""
    lessons = load_course(tiny).course.lessons
    with pytest.raises(UsageError, match="plain"):
        execute_lessons(
            tiny,
            lessons,
            backend="gpu",
            jobs=1,
            runtime="plain",
            preload=(),
            report=lambda event: None,
        )


def test_an_absent_backend_is_one_sentence(tiny: Path) -> None:
    """JAX without a GPU here: no lesson runs, no record is written."""
    lessons = load_course(tiny).course.lessons
    with pytest.raises(UsageError, match="gpu") as caught:
        execute_lessons(
            tiny,
            lessons,
            backend="gpu",
            jobs=1,
            runtime="jax",
            preload=("jax",),
            report=lambda event: None,
        )
    assert "\n" not in caught.value.sentence
    assert not (lesson_folder(tiny) / "records").exists()


def start_command(root: Path, method: str) -> subprocess.Popen:
    """Execute a course in a process of its own, and wait for its lesson to wait."""
    code = (
        "import sys\nfrom pathlib import Path\n"
        f"sys.path.insert(0, {str(REPOSITORY)!r})\n"
        "from tests.execute.course import execute\n"
        "execute(Path(sys.argv[1]))"
    )
    command = subprocess.Popen(
        [sys.executable, "-c", code, str(root)],
        env={**os.environ, "LESSONKIT_START_METHOD": method},
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    wait_until(lambda: find_marked("sleep", mark(71)))
    return command


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_command_leaves_records_and_no_orphan(
    tiny: Path, ending: signal.Signals, method: str
) -> None:
    """Ctrl-C or kill -9: the old record stays, every process is gone."""
    folder = lesson_folder(tiny)
    execute(tiny)
    before = (folder / "records/cpu.json").read_bytes()
    append_code(folder, f"import subprocess\nsubprocess.run(['sleep', '{mark(71)}'])")
    command = start_command(tiny, method)
    # At least the supervisor, the lesson and what that has started.
    started = psutil.Process(command.pid).children(recursive=True)
    run_folder = Path(started[-1].cwd()).parents[1]
    assert run_folder.is_dir()
    try:
        os.killpg(command.pid, ending)
        command.communicate(timeout=5)
    finally:
        command.kill()
    assert len(started) >= 3
    wait_until(lambda: are_gone(started) and not run_folder.exists(), 3)
    assert (folder / "records/cpu.json").read_bytes() == before
    assert [p.name for p in (folder / "records").iterdir()] == ["cpu.json"]
