"""Stale means that a run would give something else, and the reason is named."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lessonkit.stale import State, find_state, find_states, load_pins
from tests.execute.course import append_code, edit, execute, lesson_folder

REPOSITORY = Path(__file__).parents[1]
PINS = {"numpy": "2.4.6", "jax": "0.10.2"}


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course whose lesson read a helper, data and a listing, and was recorded."""
    root = tmp_path_factory.mktemp("stale") / "tiny"
    shutil.copytree(Path(__file__).parent / "tiny-course", root)
    folder = lesson_folder(root)
    (folder / "code" / "helper.py").write_text("VALUE = 1  # one\n")
    (folder / "code" / "data.csv").write_text("1,2\n")
    (folder / "code" / "unread.csv").write_text("1,2\n")
    (folder / "code" / "in").mkdir()
    (folder / "code" / "in" / "a.txt").write_text("a")
    code = (
        "import helper\nfrom pathlib import Path\n"
        "here = Path(__file__).parent\n"
        "print((here / 'data.csv').read_text(), [*(here / 'in').iterdir()] != [])"
    )
    append_code(folder, code)
    (root / "requirements-cpu.txt").write_text("numpy==2.4.6\njax==0.10.2\n")
    assert execute(root)["numbers-01"].passed
    record = folder / "records" / "cpu.json"
    edit(record, '"packages": {}', '"packages": {"jax": "0.10.2"}')
    return root


@pytest.fixture
def folder(recorded: Path, tmp_path: Path) -> Path:
    """The recorded lesson's folder, free to be changed."""
    return lesson_folder(shutil.copytree(recorded, tmp_path / "course"))


def test_nothing_changed_is_fresh(folder: Path) -> None:
    """A copy of the repository anywhere else is fresh, too."""
    assert find_state(folder, "cpu", PINS) == State("fresh")


@pytest.mark.parametrize(
    "change",
    [
        lambda f: edit(f / "code/main.py", "# %% build: mean", "# %% build: mean\n# m"),
        lambda f: edit(f / "code/main.py", "[3, 4, 5]", "[3,  4,\n    5]"),
        lambda f: edit(f / "code/main.py", '"""Average a list', '"""Mean of a list'),
        lambda f: edit(f / "code/helper.py", "# one", "# the first number"),
        lambda f: edit(f / "code/unread.csv", "1", "7"),
        lambda f: edit(f / "code/in/a.txt", "a", "b"),
        lambda f: (f / "code/__pycache__").mkdir(),
        lambda f: edit(f / "lesson.md", "mean", "average"),
        lambda f: edit(f / "lesson.yml", "revision: 1.0.0", "revision: 1.0.1"),
        lambda f: [
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
            for path in (f / "code").rglob("*.*")
        ],
        lambda f: [path.touch() for path in f.rglob("*")],
        lambda f: f.rename(f.parent / "07-renumbered"),
    ],
    ids=[
        "comment",
        "layout",
        "docstring",
        "helper comment",
        "unread file",
        "content of a listed file",
        "cache",
        "prose",
        "revision",
        "line endings",
        "time stamps",
        "folder name",
    ],
)
def test_what_changes_no_result_is_fresh(folder: Path, change) -> None:
    """Prose, comments, layout, line endings, time stamps, order of lessons."""
    change(folder)
    (now,) = folder.parent.glob("[0-9]*")
    assert find_state(now, "cpu", PINS) == State("fresh")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            lambda f: edit(f / "code/main.py", "[3, 4, 5]", "[3, 4, 6]"),
            "cell build/values changed",
        ),
        (
            lambda f: append_code(f, "print('more')", "build: more"),
            "cell build/more added",
        ),
        (
            lambda f: edit(f / "code/main.py", "# %% build: mean\n", ""),
            "cell build/mean removed",
        ),
        (lambda f: edit(f / "code/helper.py", "1  #", "2  #"), "helper.py changed"),
        (lambda f: (f / "code/helper.py").unlink(), "helper.py changed"),
        (lambda f: edit(f / "code/data.csv", "2", "3"), "data.csv changed"),
        (lambda f: (f / "code/data.csv").unlink(), "data.csv changed"),
        (lambda f: (f / "code/in/b.txt").touch(), "in/ changed"),
    ],
)
def test_what_changes_a_result_is_named(folder: Path, change, reason: str) -> None:
    """Cell, module, data file or listing."""
    change(folder)
    state = find_state(folder, "cpu", PINS)
    assert state.kind == "stale"
    assert reason in state.reasons


def test_the_order_of_cells_counts(folder: Path) -> None:
    """Cells that change places print in another order."""
    main = folder / "code/main.py"
    head, values, mean, *rest = main.read_text().split("# %% ")
    main.write_text("# %% ".join([head, mean, values, *rest]))
    assert find_state(folder, "cpu", PINS) == State("stale", ("cells reordered",))


def test_a_new_pin_is_named_with_both_versions(folder: Path) -> None:
    """Only for packages that the lesson uses."""
    pins = {"numpy": "3.0.0", "jax": "0.12.0"}
    assert find_state(folder, "cpu", pins) == State("stale", ("jax 0.10.2 → 0.12.0",))


def test_another_schema_is_named(folder: Path) -> None:
    """A record of another lessonkit is stale, not broken."""
    edit(folder / "records/cpu.json", '"schema": 1', '"schema": 0')
    assert find_state(folder, "cpu", PINS).reasons == ("record schema 0 → 1",)


def test_a_missing_figure_is_named(folder: Path) -> None:
    """A record whose figure was deleted shows less than its run."""
    path = folder / "records/cpu.json"
    content = json.loads(path.read_text())
    content["cells"][0]["figures"] = [
        {"id": "f", "file": "cpu/f.svg", "sha256": "", "data": "cpu/f.json"}
    ]
    path.write_text(json.dumps(content))
    assert find_state(folder, "cpu", PINS).reasons == ("cpu/f.svg is missing",)


def test_a_failed_run_is_never_fresh(folder: Path) -> None:
    """Whatever else holds, it failed; the reason comes first."""
    path = folder / "records/cpu.json"
    content = json.loads(path.read_text())
    content["status"] = "failed"
    content["failure"] = {
        "reason": "error",
        "cell": "build/mean",
        "line": 9,
        "message": "ValueError: no",
    }
    path.write_text(json.dumps(content))
    state = find_state(folder, "cpu", {"jax": "1"})
    assert state.kind == "failed"
    assert state.reasons == ("ValueError: no in build/mean", "jax 0.10.2 → 1")


def test_a_spoilt_record_is_unreadable_and_named(folder: Path) -> None:
    """By file, so that its author finds the merge marks."""
    path = folder / "records/cpu.json"
    path.write_text("<<<<<<< HEAD\n" + path.read_text())
    state = find_state(folder, "cpu", PINS)
    assert state.kind == "unreadable"
    assert state.reasons[0].startswith("records/cpu.json: not a record")


def test_states_are_told_for_each_backend(folder: Path) -> None:
    """Those with a record, and the CPU always."""
    shutil.copy(folder / "records/cpu.json", folder / "records/gpu.json")
    (folder / "records/cpu.json").unlink()
    states = find_states(folder, PINS)
    assert {name: state.kind for name, state in states.items()} == {
        "cpu": "never",
        "gpu": "fresh",
    }


def test_pins_are_those_that_a_lesson_may_import(tmp_path: Path) -> None:
    """The section under its comment; everything where no comment says so."""
    file = tmp_path / "requirements-cpu.txt"
    file.write_text(
        "# Intro.\n# What a lesson may import:\njax==1.0\nml_dtypes==0.6\n"
        "# What the site needs:\nmkdocs==2.0\n-e .\n"
    )
    assert load_pins(tmp_path) == {"jax": "1.0", "ml_dtypes": "0.6"}
    file.write_text("# All.\njax==1.0\n# Others.\nmkdocs==2.0\n")
    assert load_pins(tmp_path) == {"jax": "1.0", "mkdocs": "2.0"}
    file.unlink()
    assert load_pins(tmp_path) == {}


def test_a_hundred_fresh_lessons_cost_little_and_import_less(recorded: Path) -> None:
    """Nothing to do at 100 lessons: below half a second, and no heavy module."""
    code = (
        "import sys, time\nfrom pathlib import Path\n"
        "from lessonkit.stale import find_state, load_pins\n"
        "root, folder = map(Path, sys.argv[1:])\npins = load_pins(root)\n"
        "states = [find_state(folder, 'cpu', pins) for _ in range(100)]\n"
        "assert {state.kind for state in states} == {'fresh'}\n"
        "heavy = 'yaml pydantic jupytext rich jax numpy markdown_it psutil'\n"
        "assert not set(heavy.split()) & set(sys.modules)\n"
        # The processor's time: the clock would also measure a busy machine.
        "print(time.process_time())"
    )
    command = [sys.executable, "-c", code, str(recorded), str(lesson_folder(recorded))]
    ran = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True)
    assert ran.stderr == ""
    assert float(ran.stdout) < 0.5
