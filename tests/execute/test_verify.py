"""Verifying: lessons run again, and what differs from their records is told."""

import errno
import json
from pathlib import Path

import pytest

from lessonkit.course.load import load_course
from lessonkit.errors import UsageError
from lessonkit.execute import verify
from lessonkit.execute.lock import hold_lock
from lessonkit.execute.progress import render_verdicts
from lessonkit.execute.record import Event, build_settings
from lessonkit.execute.verify import Verdict, find_cache, verify_lessons
from lessonkit.records import load_record, record_path
from lessonkit.stale import find_state
from tests.execute.course import (
    add_lesson,
    append_code,
    edit,
    execute,
    lesson_folder,
)

UNSEEDED = "import numpy as np\nprint('Noise:', np.random.rand())"


def run(
    root: Path, *ids: str, accept: bool = False, events: list[Event] | None = None
) -> dict[str, Verdict]:
    """Verify lessons of a course, all without ids; return verdicts by id."""
    course = load_course(root).course
    metadata = course.metadata
    settings = build_settings(root, "cpu", metadata.runtime, metadata.preload)
    lessons = [
        (lesson, find_state(lesson.folder, "cpu", {}))
        for lesson in course.lessons
        if not ids or lesson.id in ids
    ]
    report = (events if events is not None else []).append
    found = verify_lessons(settings, lessons, jobs=2, report=report, accept=accept)
    return {verdict.lesson.id: verdict for verdict in found}


def told(verdict: Verdict) -> list[tuple]:
    return [
        (d.cell, d.where, d.line, d.expected, d.got, d.reproducible)
        for d in verdict.differences
    ]


def change_record(folder: Path, old: str, new: str) -> None:
    edit(folder / "records" / "cpu.json", old, new)


def read_record(folder: Path) -> bytes:
    return (folder / "records" / "cpu.json").read_bytes()


def test_a_lesson_that_prints_the_same_is_equal(tiny: Path) -> None:
    """Nothing is written, and what happens is told as it happens."""
    execute(tiny)
    before = read_record(lesson_folder(tiny))
    events: list[Event] = []
    verdict = run(tiny, events=events)["numbers-01"]
    assert verdict.passed and verdict.outcome == "equal"
    assert read_record(lesson_folder(tiny)) == before
    assert events[0].kind == "started" and events[1].cell == "build/values"
    assert (events[-1].kind, events[-1].status) == ("finished", "equal")


def test_a_difference_names_lesson_cell_line_and_both_sides(tiny: Path) -> None:
    """The record says one thing, the program prints another."""
    folder = lesson_folder(tiny)
    execute(tiny)
    change_record(folder, "Mean: 4.0", "Mean: 4.5")
    verdict = run(tiny)["numbers-01"]
    assert not verdict.passed and verdict.outcome == "differs"
    difference = ("build/mean", "stdout", 1, "Mean: 4.5", "Mean: 4.0", True)
    assert told(verdict) == [difference]
    assert render_verdicts(tiny, [verdict]) == (
        "phases/01-numbers/01-average-a-list/code/main.py: "
        "build/mean stdout line 1 differs\n"
        "    expected: Mean: 4.5\n"
        "    got:      Mean: 4.0\n"
        "1 differs"
    )


def test_the_lesson_s_tolerance_and_volatile_parts_count(tiny: Path) -> None:
    """As lesson.yml declares them."""
    folder = lesson_folder(tiny)
    append_code(folder, "import time\nprint('Clock:', time.perf_counter_ns())")
    edit(
        folder / "lesson.yml",
        "quiz:",
        'volatile: {lines: ["Clock:"]}\ntolerance: {relative: 0.2}\nquiz:',
    )
    execute(tiny)
    change_record(folder, "Mean: 4.0", "Mean: 4.5")
    assert run(tiny)["numbers-01"].passed
    change_record(folder, "Clock: ", "Time: ")
    assert [d.cell for d in run(tiny)["numbers-01"].differences] == ["build/added"]


def test_unseeded_numbers_are_not_reproducible(tiny: Path) -> None:
    """Two runs in a row tell chance from change."""
    folder = lesson_folder(tiny)
    append_code(folder, UNSEEDED)
    execute(tiny)
    change_record(folder, "Mean: 4.0", "Mean: 4.5")
    verdict = run(tiny)["numbers-01"]
    assert {d.cell: d.reproducible for d in verdict.differences} == {
        "build/mean": True,
        "build/added": False,
    }
    text = render_verdicts(tiny, [verdict])
    assert "build/added stdout line 1 is not reproducible: seed it" in text


def test_chance_is_seen_where_a_run_equals_the_record(tiny: Path, tmp_path) -> None:
    """A program that differs now and then may print the recorded line at first."""
    folder, flag = lesson_folder(tiny), tmp_path / "flag"
    append_code(
        folder,
        f"from pathlib import Path\nflag = Path({str(flag)!r})\n"
        "print('Seen before:', flag.exists())\nflag.touch()",
    )
    execute(tiny)
    flag.unlink()
    change_record(folder, "Mean: 4.0", "Mean: 4.5")
    verdict = run(tiny)["numbers-01"]
    assert {d.cell: d.reproducible for d in verdict.differences} == {
        "build/mean": True,
        "build/added": False,
    }


def test_seeded_numbers_are_equal(tiny: Path) -> None:
    """The usual case."""
    seeded = "import numpy as np\nprint(np.random.default_rng(3).normal(size=3))"
    append_code(lesson_folder(tiny), seeded)
    execute(tiny)
    assert run(tiny)["numbers-01"].passed


def test_a_run_that_fails_is_a_difference(tiny: Path) -> None:
    """With its line; what later cells would have printed is not reported as well."""
    folder = lesson_folder(tiny)
    execute(tiny)
    before = read_record(folder)
    edit(folder / "code/main.py", "len(values)", "0")
    verdict = run(tiny)["numbers-01"]
    assert verdict.outcome == "failed" and not verdict.passed
    message = "ZeroDivisionError: division by zero"
    assert told(verdict) == [("build/mean", "run", 9, "passed", message, True)]
    assert (
        f"main.py:9: build/mean differs\n    expected: passed\n    got:      {message}"
        in (render_verdicts(tiny, [verdict]))
    )
    assert run(tiny, accept=True)["numbers-01"].outcome == "failed"
    assert read_record(folder) == before


def test_a_record_of_a_failure_is_no_pass(tiny: Path) -> None:
    """Neither while the lesson fails nor once it is mended."""
    folder = lesson_folder(tiny)
    append_code(folder, "raise ValueError('oh')")
    execute(tiny)
    assert run(tiny)["numbers-01"].outcome == "failed"
    edit(folder / "code/main.py", "raise ValueError('oh')", "pass")
    verdict = run(tiny)["numbers-01"]
    assert verdict.outcome == "differs"
    assert told(verdict)[0][3:5] == ("ValueError: oh", "passed")


def test_a_stale_record_is_compared_and_said_to_be_stale(tiny: Path) -> None:
    """A change that shows nowhere is no difference."""
    folder = lesson_folder(tiny)
    execute(tiny)
    edit(folder / "code/main.py", "[3, 4, 5]", "[5, 4, 3]")
    verdict = run(tiny)["numbers-01"]
    assert verdict.state.kind == "stale"
    assert "the cpu record is stale (cell build/values changed)" in (
        render_verdicts(tiny, [verdict])
    )
    assert verdict.passed
    append_code(folder, "print('more')")
    verdict = run(tiny)["numbers-01"]
    assert told(verdict) == [("build/added", "cell", 0, None, "a cell", True)]


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (None, "there is no cpu record"),
        ('{"schema": 1', "records/cpu.json: not a record"),
        ('{"schema": 7}', "schema 7, but this version reads 1"),
        ('<<<<<<< HEAD\n{"schema": 1}', "records/cpu.json: not a record"),
    ],
)
def test_a_record_that_cannot_be_used_is_named(tiny: Path, damage, words) -> None:
    """Absent, truncated, of another schema, with merge marks: never a crash."""
    folder = lesson_folder(tiny)
    if damage is not None:
        (folder / "records").mkdir()
        (folder / "records/cpu.json").write_text(damage)
    verdict = run(tiny)["numbers-01"]
    assert verdict.outcome == "not compared" and not verdict.passed
    assert verdict.run is None and words in verdict.error
    assert words in render_verdicts(tiny, [verdict])
    assert str(tiny) not in verdict.error
    verdict = run(tiny, accept=True)["numbers-01"]
    assert verdict.outcome == "adopted" and verdict.passed and not verdict.error
    assert run(tiny)["numbers-01"].outcome == "equal"


def test_accepting_adopts_what_differs_and_nothing_else(tiny: Path) -> None:
    """An equal record that is fresh stays as it is, to the byte."""
    folder, other = lesson_folder(tiny), add_lesson(tiny, 2)
    execute(tiny)
    before = read_record(other)
    change_record(folder, "Mean: 4.0", "Mean: 4.5")
    verdicts = run(tiny, accept=True)
    assert [v.outcome for v in verdicts.values()] == ["adopted", "equal"]
    assert all(v.passed for v in verdicts.values())
    record = load_record(record_path(folder, "cpu"))
    assert record.find_cell("build/mean").stdout.text == "Mean: 4.0\n"
    assert read_record(other) == before
    assert all(v.outcome == "equal" for v in run(tiny).values())


def test_accepting_makes_a_stale_record_fresh(tiny: Path) -> None:
    """Although it shows the same."""
    folder = lesson_folder(tiny)
    execute(tiny)
    edit(folder / "code/main.py", "[3, 4, 5]", "[5, 4, 3]")
    assert run(tiny, accept=True)["numbers-01"].outcome == "adopted"
    assert find_state(folder, "cpu", {}).kind == "fresh"


def test_what_is_not_reproducible_is_no_pass_although_adopted(tiny: Path) -> None:
    """The next run would differ again."""
    append_code(lesson_folder(tiny), UNSEEDED)
    execute(tiny)
    verdict = run(tiny, accept=True)["numbers-01"]
    assert verdict.outcome == "adopted" and not verdict.passed


def test_a_full_disk_is_one_sentence(tiny: Path, monkeypatch) -> None:
    """The old record stays."""
    folder = lesson_folder(tiny)
    execute(tiny)
    change_record(folder, "Mean: 4.0", "Mean: 4.5")
    before = read_record(folder)

    def fill(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(verify, "write_record", fill)
    verdict = run(tiny, accept=True)["numbers-01"]
    assert not verdict.passed and verdict.outcome == "not compared"
    assert verdict.error.endswith("could not be written: No space left on device")
    assert read_record(folder) == before


def test_figures_are_compared_by_their_data(tiny: Path) -> None:
    """A picture may be other bytes; data that is gone is a difference."""
    folder = lesson_folder(tiny)
    plot = "import matplotlib.pyplot as plt\nplt.plot([1, 2], [3, 4.5])"
    append_code(folder, plot, kind="figure: line")
    execute(tiny)
    (folder / "records/cpu/line.svg").write_text("<svg/>")
    assert run(tiny)["numbers-01"].passed
    data = folder / "records/cpu/line.json"
    edit(data, "4.5", "4.50000001")
    assert run(tiny)["numbers-01"].passed
    edit(data, "4.50000001", "4.6")
    place = "figure line: axes[0].series[0].y[1]"
    assert told(run(tiny)["numbers-01"]) == [
        ("figure/line", place, 0, "4.6", "4.5", True)
    ]
    data.unlink()
    assert told(run(tiny)["numbers-01"])[0][1:4] == ("figure line", 0, "nothing")


def test_two_commands_at_once_are_refused(tiny: Path) -> None:
    """They would disturb each other's times."""
    execute(tiny)
    with hold_lock(tiny), pytest.raises(UsageError, match="already"):
        run(tiny)


def test_compiled_programs_are_kept_for_the_next_time(tiny: Path) -> None:
    """By verify, never by execute, nor for a lesson that shows times; and a cache
    that spoils a run is no difference: it is thrown away."""
    edit(tiny / "phases/course.yml", "runtime: plain", "runtime: jax\npreload: [jax]")
    folder, timed = lesson_folder(tiny), add_lesson(tiny, 2)
    for place in (folder, timed):
        append_code(place, "import jax\nprint(jax.jit(lambda x: x * 2.5)(2.0))")
    edit(timed / "lesson.yml", "quiz:", 'volatile: {lines: ["Seconds:"]}\nquiz:')
    execute(tiny)
    cache = tiny / ".lessonkit" / "cache"
    assert not cache.exists()
    assert all(verdict.passed for verdict in run(tiny).values())
    assert [path.name for path in cache.iterdir()] == ["numbers-01"]
    entries = list((cache / "numbers-01").iterdir())
    assert entries
    for entry in entries:
        entry.write_bytes(b"broken")
    events: list[Event] = []
    assert run(tiny, "numbers-01", events=events)["numbers-01"].passed
    starts = [event for event in events if event.kind == "started"]
    assert len(starts) == 3
    assert not find_cache(tiny, load_course(tiny).course.lessons[0]).exists()


def test_results_can_be_read_by_machines(tiny: Path) -> None:
    """A difference survives JSON."""
    execute(tiny)
    change_record(lesson_folder(tiny), "Mean: 4.0", "Mean: 4.5")
    (difference,) = run(tiny)["numbers-01"].differences
    assert json.loads(json.dumps(vars(difference))) == vars(difference)
