"""The benchmark's pure parts: the courses it makes, its limits, its table and page."""

import importlib
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from lessonkit.checks import check_course
from lessonkit.checks.code import write_starters
from lessonkit.course.load import load_course
from lessonkit.stale import find_state

SCRIPTS = Path(__file__).resolve().parent.parent / "scripts"
NAMES = (
    "_setup",
    "_bench_course",
    "_bench_environment",
    "_bench_records",
    "_bench_report",
    "_bench_sides",
    "_bench_site",
    "bench",
)


@pytest.fixture
def scripts(monkeypatch):
    """Import the scripts as they import each other, and forget them afterwards."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    for name in NAMES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    loaded = {name.lstrip("_"): importlib.import_module(name) for name in NAMES}
    yield SimpleNamespace(**loaded)
    for name in NAMES:
        sys.modules.pop(name, None)


@pytest.fixture
def row(scripts):
    """A comparison of three rounds in which lessonkit was 5, 4 and 6 times as fast."""
    report = scripts.bench_report
    return report.Row(
        "24 short",
        "execute",
        "nbclient",
        [1.0, 2.0, 1.0],
        [5.0, 8.0, 6.0],
        floor=0.5,
        limit=report.LIMITS["nbclient"],
    )


# --- courses -----------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["as written", "untimed", "short"])
def test_a_generated_course_loads_without_problems(scripts, repository, tmp_path, kind):
    folders = scripts.bench_course.write_course(repository, tmp_path / "c", kind, 3)
    loaded = load_course(tmp_path / "c")
    assert loaded.problems == ()
    assert [lesson.folder for lesson in loaded.course.lessons] == folders
    ids = [lesson.id for lesson in loaded.course.lessons]
    assert ids == ["copies-001", "copies-002", "copies-003"]
    for lesson in loaded.course.lessons:
        assert f"PASS: {lesson.id}" in lesson.program.text
        assert not (lesson.folder / "records").exists()


def test_more_lessons_than_a_phase_holds_fill_the_next(scripts, repository, tmp_path):
    most = scripts.bench_course.MOST_PER_PHASE
    scripts.bench_course.write_course(repository, tmp_path / "c", "short", most + 2)
    course = load_course(tmp_path / "c").course
    assert [len(phase.lessons) for phase in course.phases] == [most, 2]
    assert len({lesson.id for lesson in course.lessons}) == most + 2


def test_only_the_copies_as_written_show_times(scripts, repository, tmp_path):
    for kind in scripts.bench_course.KINDS:
        folder = tmp_path / kind
        scripts.bench_course.write_course(repository, folder, kind, 1)
        (lesson,) = load_course(folder).course.lessons
        shown = any(word in lesson.program.text for word in ("seconds:", "Break-even"))
        assert shown == (kind == "as written")
        assert bool(lesson.metadata.volatile.lines) == (kind == "as written")


def test_short_copies_keep_build_and_figure(scripts, repository, tmp_path):
    scripts.bench_course.write_course(repository, tmp_path / "c", "short", 1)
    (lesson,) = load_course(tmp_path / "c").course.lessons
    kinds = {cell.kind.value for cell in lesson.program.cells}
    assert kinds == {"build", "figure", "pass"}


def test_a_timed_cell_goes_with_its_check(scripts):
    text = (
        '"""Doc."""\n\n'
        "# %% build: inputs\nprint('Seconds:', 1)\nx = 1\n\n"
        "# %% challenge: clock\nprint('Seconds:', x)\n\n"
        "# %% check: clock\nassert x\n\n"
        "# %% pass\nprint('PASS')\n"
    )
    cut = scripts.bench_course.cut_program(text, "untimed", ["Seconds:"])
    assert (
        cut == '"""Doc."""\n\n# %% build: inputs\nx = 1\n\n# %% pass\nprint(\'PASS\')\n'
    )


def test_copied_records_are_fresh(scripts, repository, tmp_path):
    seed = scripts.bench_course.find_seed(repository)
    folders = scripts.bench_course.write_course(repository, tmp_path, "as written", 2)
    scripts.bench_records.main([str(path) for path in (seed, *folders)])
    states = [find_state(folder, "cpu", {}).kind for folder in folders]
    assert states == ["fresh", "fresh"]


def test_without_the_lesson_to_copy_there_is_a_sentence(scripts, tmp_path):
    with pytest.raises(scripts.setup.SetupFault) as fault:
        scripts.bench_course.find_seed(tmp_path)
    assert "no lesson" in fault.value.sentence


# --- limits ------------------------------------------------------------------------


def test_ratios_belong_to_rounds(scripts, row):
    assert scripts.bench_report.compute_ratios(row) == [5.0, 4.0, 6.0]


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({}, "pass"),
        ({"other_seconds": [3.9, 7.8, 3.9]}, "FAIL"),
        ({"limit": None}, ""),
        ({"seconds": [], "other_seconds": []}, "not measured"),
        ({"note": "not measured: nbclient not installed"}, "not measured"),
        ({"judged": False}, "not judged: fewer than 24 lessons"),
        ({"broken": "JAX was imported"}, "FAIL: JAX was imported"),
    ],
)
def test_verdicts(scripts, row, changes, verdict):
    assert scripts.bench_report.judge(row._replace(**changes)) == verdict


@pytest.mark.parametrize(("seconds", "verdict"), [(0.4, "pass"), (0.5, "FAIL")])
def test_nothing_to_do_is_judged_by_its_seconds(scripts, row, seconds, verdict):
    report = scripts.bench_report
    limit = report.LIMITS["nothing to do"]
    changed = row._replace(seconds=[seconds], other_seconds=[0.02], limit=limit)
    assert report.judge(changed) == verdict


def test_failures_are_counted_and_told(scripts, row):
    report = scripts.bench_report
    rows = [row, row._replace(seconds=[9.0] * 3), row._replace(limit=None)]
    assert report.count_failures(rows) == 1
    assert report.describe(rows) == "Of 2 limits, 1 hold, 1 do not hold."


def test_an_import_of_jax_is_found(scripts):
    line = "import time:       123 |        456 |   {}\n"
    assert scripts.bench.find_jax(line.format("click") + line.format("jax.numpy"))
    assert not scripts.bench.find_jax(line.format("click") + line.format("ajax"))


# --- table and page ------------------------------------------------------------------


def test_the_table_shows_median_and_extremes(scripts, row):
    lines = scripts.bench_report.render_table([row]).splitlines()
    assert len({line.count("|") for line in lines}) == 1
    assert lines[2] == (
        "| 24 short | execute | nbclient | 1.00 (1.00 – 2.00) | 6.00 (5.00 – 8.00) "
        "| 0.50 | 5.00 (4.00 – 6.00) | at least 4 | pass |"
    )


def test_one_round_has_no_spread(scripts):
    assert scripts.bench_report.render_spread([1.5]) == "1.50"


def test_a_missing_peer_is_told_in_its_row(scripts, row):
    note = "not measured: nbclient not installed"
    missing = row._replace(seconds=[], other_seconds=[], note=note)
    table = scripts.bench_report.render_table([missing])
    assert f"| {note} | at least 4 | not measured |" in table


def test_the_page_has_table_and_facts(scripts, row):
    facts = {
        "date": "2026-11-29",
        "machine": "a processor, 2 cores",
        "load": "0.1",
        "lessons": 24,
        "rounds": 3,
        "versions": {"jax": "0.10.2"},
        "shown": ["jax"],
    }
    page = scripts.bench_report.render_page("lessons", [row], facts)
    assert page.startswith("# Performance\n")
    for part in ("jax 0.10.2", "a processor, 2 cores", "rounds: 3", "| 24 short |"):
        assert part in page
    assert "$" not in page


# --- the environment -----------------------------------------------------------------


def test_what_can_be_installed_is(scripts):
    commands = []

    def run(command):
        commands.append([str(part) for part in command])
        return int(any("requirements-bench" in part for part in commands[-1]))

    assert not scripts.bench_environment.install_packages(Path("python"), run)
    asked = [part for part in commands[-1] if "==" in part]
    assert [part.partition("==")[0] for part in asked] == [
        "sphinx",
        "sphinx-gallery",
        "joblib",
    ]


def test_without_the_tested_packages_there_is_a_sentence(scripts):
    with pytest.raises(scripts.setup.SetupFault):
        scripts.bench_environment.install_packages(Path("python"), lambda command: 1)


def test_an_absent_peer_is_named(scripts, tmp_path, monkeypatch):
    sides = scripts.bench_sides
    monkeypatch.setattr(sides, "find_versions", lambda python: {"sphinx": "9"})
    bench = sides.Bench(Path("python"), tmp_path)
    assert bench.find_absence("nbclient").startswith(
        "not measured: nbclient, ipykernel"
    )


# --- the command line ----------------------------------------------------------------


def test_quick_measures_less(scripts):
    options = scripts.bench.parse_arguments(["--quick"])
    usual = scripts.bench.parse_arguments([])
    assert options.lessons < usual.lessons == 24
    assert options.rounds < usual.rounds


@pytest.mark.parametrize("value", ["0", "-1", "many", "1000"])
def test_a_wrong_number_is_one_sentence(scripts, capsys, value):
    with pytest.raises(SystemExit) as exit:
        scripts.bench.parse_arguments([f"--rounds={value}"])
    assert exit.value.code == 2
    assert "is no number from 1 to 999" in capsys.readouterr().err


# --- the site ------------------------------------------------------------------------


def test_the_site_of_copies_is_built_without_problems(scripts, repository, tmp_path):
    lessons = scripts.bench_site.write_site_course(
        tmp_path / "course", 3, own_words=True
    )
    course = load_course(tmp_path / "course").course
    list(write_starters(course))
    assert [lesson.folder for lesson in course.lessons] == lessons
    assert check_course(course) == ()


def test_copies_with_own_words_differ_in_every_cell_and_paragraph(scripts, tmp_path):
    write = scripts.bench_site.write_site_course
    write(tmp_path / "course", 2, own_words=True)
    one, other = load_course(tmp_path / "course").course.lessons
    shared = {cell.source for cell in one.program.cells if cell.kind != "pass"} & {
        cell.source for cell in other.program.cells
    }
    assert shared == set()
    assert "copies-001" in one.prose.stage("Understand").sections[0].blocks[0].markdown


def test_a_block_of_yaml_is_replaced_to_its_end(scripts):
    text = "a: 1\nnav:\n  - x\n\n  # more\n  - y\nb:\n- z\nc: 2\n"
    replace = scripts.bench_site.replace_block
    assert replace(text, "nav", "nav: []\n") == "a: 1\nnav: []\nb:\n- z\nc: 2\n"
    assert replace(text, "c", "") == "a: 1\nnav:\n  - x\n\n  # more\n  - y\nb:\n- z\n"


def test_rows_of_the_site_are_judged_by_its_limits(scripts):
    names = ("mkdocs", "cold", "host", "changed", "zensical", "zensical changed")
    seconds = {name: [2.0] for name in (*names, "preview")}
    seconds["mkdocs"] = [3.0]
    build = scripts.bench_site.build_rows
    rows = build(seconds, dict(seconds), "100", judged=True)
    verdicts = [scripts.bench_report.judge(row) for row in rows]
    # 1.5 times as fast is too little, two seconds are less than three but not than two.
    assert verdicts == ["FAIL", "pass", "FAIL", "FAIL", *[""] * 5]
    few = build(seconds, dict(seconds), "4", judged=False)
    assert scripts.bench_report.describe(few) == "No limit was checked."


def test_a_run_of_one_part_keeps_the_other(scripts, row):
    facts = dict.fromkeys(("date", "machine", "load", "lessons", "rounds"), "x")
    facts |= {"versions": {}, "shown": []}
    render = scripts.bench_report.render_page
    first = render("site", [row._replace(lessons="the site")], facts)
    both = render("lessons", [row], facts, first)
    assert both.index("| 24 short |") < both.index("| the site |")
    again = render("lessons", [row._replace(lessons="newer")], facts, both)
    assert "| 24 short |" not in again and "| the site |" in again
