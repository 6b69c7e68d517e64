"""New folders work at once, disturb nothing, and say what comes next."""

import re
import shutil
from pathlib import Path

import pytest

from lessonkit.authoring.yaml_text import append_item, quote, remove_item
from lessonkit.course.load import load_course
from lessonkit.course.metadata import Loader
from lessonkit.learn.proofs import prove_exercises
from lessonkit.problems import RULES
from lessonkit.site.pages import build_site, load_site
from tests.checks.model_course import copy_model, edit_file, find_problems, sub
from tests.command_line import lessonkit
from tests.conftest import REPOSITORY

PHASE = "phases/01-numbers"


@pytest.fixture
def course(tiny: Path) -> Path:
    """The tiny course, without problems."""
    (tiny / "requirements-cpu.txt").write_text("numpy==2.4.6\n")
    assert lessonkit(tiny, "validate", "--fix").returncode == 0
    return tiny


def read(root: Path, name: str) -> str:
    return (root / name).read_text(encoding="utf-8")


def snapshot(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file()
    }


def test_a_new_lesson_validates_runs_renders_and_is_proved(course):
    run = lessonkit(course, "new", "lesson", "numbers", "Spread of a list")
    assert run.returncode == 0, run.stderr
    folder = f"{PHASE}/02-spread-of-a-list"
    assert f"written: {folder}/, 10 files" in run.stdout
    assert "lessonkit execute numbers-02 --backend cpu" in run.stdout
    assert lessonkit(course, "validate").stdout == "no problems in 2 lessons\n"
    run = lessonkit(course, "execute", "numbers-02")
    assert run.returncode == 0 and "numbers-02" in run.stdout
    loaded = load_course(course).course
    lesson = next(x for x in loaded.lessons if x.id == "numbers-02")
    assert lesson.metadata.needs == ("numbers-01",)
    assert prove_exercises(loaded, [lesson], 2) == ()
    assert [str(p) for p in find_problems(course)] == []
    site = load_site(course)
    assert site.problems == ()
    page = build_site(site)["lessons/numbers-02/index.md"]
    assert "Spread of a list" in page and "Mean: 5.0" in page


def test_a_new_jax_lesson_validates_and_executes_in_a_course_of_the_full_standard(
    tmp_path,
):
    root = copy_model(tmp_path / "course")
    shutil.copy(REPOSITORY / "requirements-cpu.txt", root)
    edit_file(root, "phases/building-blocks.yml", sub(r"- name: jax.numpy.mean\n", "- "
              "name: jax.numpy.average\n"))  # fmt: skip
    before = read(root, "phases/building-blocks.yml")
    title = "Differentiate a function with grad"
    run = lessonkit(root, "new", "lesson", "02", title)
    assert run.returncode == 0, run.stderr
    assert "written: phases/building-blocks.yml" in run.stdout
    assert read(root, "phases/building-blocks.yml").startswith(before)
    (root / "phases/02-transforms/04-compile-a-function-with-jit").rename(
        tmp_path / "away"
    )
    (root / "phases/published.yml").unlink()
    assert [str(p) for p in find_problems(root)] == []
    run = lessonkit(root, "execute", "transforms-02")
    assert run.returncode == 0, run.stdout + run.stderr
    assert [str(p) for p in find_problems(root)] == []
    codes = {p.code for p in find_problems(root, drafts=True)}
    # What is left for the author to write, and nothing that is wrong.
    assert codes == {"LK110", "LK118", "LK120", "LK318", "LK320", "LK504", "LK513"}
    assert all(RULES[code].standard for code in codes)


def test_a_title_that_is_not_planned_comes_last_and_comments_stay(course):
    listed = read(course, f"{PHASE}/phase.yml")
    commented = listed.replace("lessons:\n", "lessons:  # in order\n  # the first\n")
    (course / f"{PHASE}/phase.yml").write_text(f"{commented}# the end\n")
    before = snapshot(course)
    run = lessonkit(course, "new", "lesson", PHASE, "It's: a #1 list — “really”")
    assert run.returncode == 0, run.stderr
    after = snapshot(course)
    folder = f"{PHASE}/03-its-a-1-list-really/"
    changed = {name for name in after if after[name] != before.get(name)}
    assert {name for name in changed if not name.startswith(folder)} == {
        f"{PHASE}/phase.yml"
    }
    title = '"It\'s: a #1 list — “really”"'
    expected = f"{commented}  - {{id: numbers-03, title: {title}}}\n# the end\n"
    assert read(course, f"{PHASE}/phase.yml") == expected
    assert lessonkit(course, "validate").returncode == 0


def test_an_id_that_was_used_before_is_not_given_again(course):
    text = "- lesson: numbers-03\n  ids: []\n"
    (course / "phases/published.yml").write_text(text)
    run = lessonkit(course, "new", "lesson", "numbers", "Something else")
    assert "execute numbers-04" in run.stdout
    assert (course / f"{PHASE}/03-something-else").is_dir()


def test_a_new_project_has_its_folder_and_no_place_in_the_list(course):
    run = lessonkit(course, "new", "project", "numbers", "Average the world")
    assert run.returncode == 0, run.stderr
    assert "id: numbers-project\nkind: project\n" in read(
        course, f"{PHASE}/project/lesson.yml"
    )
    assert lessonkit(course, "validate").returncode == 0
    pages = build_site(load_site(course))
    page = pages["lessons/numbers-project/index.md"]
    assert "# Average the world" in page and "Beside the lessons of Phase 01" in page


def test_a_planned_phase_takes_its_place_and_is_planned_no_longer(course):
    run = lessonkit(course, "new", "phase", "words")
    assert run.returncode == 0, run.stderr
    assert "planned" not in read(course, "phases/course.yml")
    phase = read(course, "phases/02-words/phase.yml")
    assert "id: words\n" in phase and "track: extra\n" in phase
    (command,) = re.findall(r'lessonkit (new lesson words) "([^"]+)"', run.stdout)
    assert lessonkit(course, *command[0].split(), command[1]).returncode == 0
    assert lessonkit(course, "validate").stdout == "no problems in 2 lessons\n"
    assert (course / "phases/02-words/01-take-the-first-step").is_dir()


def test_another_phase_comes_last(course):
    assert lessonkit(course, "new", "phase", "Tables & trees").returncode == 0
    phase = read(course, "phases/03-tables-trees/phase.yml")
    assert 'title: "Tables & trees"\n' in phase and "track: main\n" in phase
    assert lessonkit(course, "validate").returncode == 0


@pytest.mark.parametrize(
    ("words", "sentence", "help"),
    [
        (["lesson", "numbres", "X"], "no phase `numbres`", "mean `numbers`?"),
        (["lesson", "words", "X"], "planned and has no folder", "new phase"),
        (["lesson", "numbers", "Average a list"], "`numbers-01` is written", "edit"),
        (["lesson", "numbers", "—"], "letters or digits", "such as"),
        (["phase", "numbers"], "a phase `numbers` already", "another title"),
        (["phase", "?!"], "letters or digits", "such as"),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_writes_nothing(
    course, words, sentence, help
):
    before = snapshot(course)
    run = lessonkit(course, "new", *words)
    assert run.returncode == 2
    assert sentence in run.stderr and help in run.stderr
    assert snapshot(course) == before


def test_a_folder_in_the_way_is_named(course):
    (course / f"{PHASE}/02-something-of-mine").mkdir()
    before = snapshot(course)
    run = lessonkit(course, "new", "lesson", "numbers", "Spread of a list")
    assert run.returncode == 2 and "02-something-of-mine" in run.stderr
    assert snapshot(course) == before


def test_a_list_on_one_line_is_refused_in_words(course):
    path = course / f"{PHASE}/phase.yml"
    text = path.read_text(encoding="utf-8")
    head = text[: text.index("lessons:")]
    path.write_text(f"{head}lessons: [{{id: numbers-01, title: Average a list}}]\n")
    before = snapshot(course)
    run = lessonkit(course, "new", "lesson", "numbers", "One more")
    assert run.returncode == 2 and "phase.yml" in run.stderr
    assert snapshot(course) == before


@pytest.mark.parametrize(
    "text",
    [
        "Plain",
        "a: b",
        "a #b",
        "yes",
        "1.0",
        "null",
        "- a",
        "it's",
        '"x"',
        "[a",
        "ü “x”",
    ],
)
def test_a_quoted_text_is_read_back(text):
    assert Loader(f"- {quote(text)}\n").get_data() == [text]


BLOCK = """\
a: 1
items:  # all
  # first
  - id: a
    text: >-
      b
      c

  # second
  - {id: d}  # why

# the end
z: 3
"""


def test_an_item_is_appended_where_the_list_ends():
    changed = append_item(BLOCK, "items", "{id: e}")
    assert changed == BLOCK.replace("# why\n", "# why\n  - {id: e}\n")


def test_an_item_is_removed_and_comments_stay():
    changed = remove_item(BLOCK, "items", 0)
    assert Loader(changed).get_data()["items"] == [{"id": "d"}]
    assert "# first" in changed and "# second" in changed
    assert "items" not in Loader(remove_item(changed, "items", 0)).get_data()


@pytest.mark.parametrize(
    "words", [["new", "lesson", "a", "b"], ["new", "phase", "b"], ["reference"]]
)
def test_outside_a_course_it_says_so(tmp_path, words):
    run = lessonkit(tmp_path, *words)
    assert run.returncode == 2 and run.stderr.startswith("error: no course here")
