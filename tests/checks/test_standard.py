"""The full standard: the model lesson meets it, each mistake gives its own problem."""

import json
import re
import shutil
from pathlib import Path

import pytest

from lessonkit.checks.standard import check_standard
from lessonkit.course.load import load_course
from lessonkit.problems import RULES
from tests.checks.model_course import (
    COURSE,
    LESSON,
    MAIN,
    MD,
    PUBLISHED,
    RECORD,
    REVIEWS,
    YML,
    Edit,
    after,
    copy_model,
    edit_file,
    edited,
    find_problems,
    sub,
)

CELL = r"# %% {}\n"
LONG = "x = 1\n" * 60
OPTIONS = r"    options:\n(      - text:.*?\n)(?=  - id:|\w)"


def lengthen_right(text: str) -> str:
    """Make the right option of every question the longest."""
    more = " Beyond that there is more to say, in many more words than elsewhere"
    pattern = r"- text: (\"?)([^\n\"]*)\"?\n        right: true"
    return re.sub(pattern, rf'- text: "\2{more}"\n        right: true', text)


def move_right_first(text: str) -> str:
    """Put the right option of every question first."""

    def reorder(match: re.Match[str]) -> str:
        options = re.split(r"(?=^      - text:)", match[1], flags=re.M)[1:]
        options.sort(key=lambda option: "right: true" not in option)
        return "    options:\n" + "".join(options)

    return re.sub(OPTIONS, reorder, text, flags=re.M | re.S)


def keep(key: str, count: int) -> Edit:
    """Return an edit that keeps the first items of a list in lesson.yml."""
    pattern = rf"^({key}:\n(?:  - .*?\n(?=  - |\w)){{{count}}}).*?(?=^\w|\Z)"
    return sub(pattern, r"\1")


def drop_asserts(text: str) -> str:
    """Leave out what the build and the experiments assert."""
    head, mark, tail = text.partition("# %% exercise")
    return re.sub(r"^assert ([^\n]*)$", r"print(\1)", head, flags=re.M) + mark + tail


def slow_down(text: str) -> str:
    return json.dumps(json.loads(text) | {"seconds": 21.0})


# code, file, edits, where the problem stands, part of its message
MISTAKES = [
    ("LK110", YML, [keep("objectives", 2)], YML, "2 objectives"),
    ("LK111", YML, [sub("text: Explain what", "text: Explane what")], YML, "“explane”"),
    ("LK112", YML, [sub("text: Explain what", f"text: Explain {'so ' * 20}what")], YML,
     "words"),
    ("LK113", YML, [sub(r", question/break-even\]", "]")], YML, "break-even`"),
    ("LK114", YML, [sub("minutes: {understand: ", "minutes: {understand: 9")], YML,
     "minutes together"),
    ("LK115", RECORD, [slow_down], MAIN, "took 21 seconds"),
    ("LK116", YML, [sub("value: 0.46", "value: 0.52")], YML, "within 1e-06 of 0.52"),
    ("LK117", YML, [sub(r"  - \{id: limits.*?\n", "")], YML, "a limitation"),
    ("LK118", YML, [keep("references", 2)], YML, "2 of three"),
    ("LK119", YML, [sub("https://openxla.org/xla",
     "https://docs.jax.dev/en/latest/201/jit.html")], YML, "stands twice"),
    ("LK120", REVIEWS, [sub("reading: truth", "reading: cold")], REVIEWS,
     "not read for truth"),
    ("LK209", MAIN, [after(CELL.format("build: compile"), LONG)], MAIN, "68 lines"),
    ("LK209", MAIN, [after(CELL.format("experiment: early-return"), LONG)], MAIN,
     "`experiment/early-return`"),
    ("LK210", MAIN, [after(CELL.format(f"build: {id}"), "x = 1\n" * 7)
     for id in ("inputs", "compile", "verify")], MAIN, "in the middle"),
    ("LK211", MAIN, [after(CELL.format("figure: agreement"), "shade = 1\n"),
     after(CELL.format("experiment: analytic-check"),
           "# %% build: later\nprint(shade)\n\n# %% experiment: moved\n")],
     MAIN, "needs `shade`, which `figure/agreement` gives"),
    ("LK212", MAIN, [after(CELL.format("experiment: analytic-check"),
     "try:\n    loss(w)\nexcept TypeError as error:\n    print(error)\n\n")], MAIN,
     "an `else` that raises"),
    ("LK212", MAIN, [after(CELL.format("experiment: analytic-check"),
     "try:\n    loss(w)\nexcept Exception:\n    pass\nelse:\n    assert False\n")],
     MAIN, "its own class and a line that prints, or keeps"),
    ("LK213", MAIN, [after(CELL.format("build: verify"),
     "gap = time.perf_counter() - start\n"), sub(r"\nstart = time.perf_counter\(\)\n"
     r"repeat_loss", "\nrepeat_loss")], MAIN, "`start` was read in `build/compile`"),
    ("LK214", MAIN, [sub(r"range\(7\)", "range(2)"), sub(r"range\(20\)", "range(3)"),
     sub("repeats=20", "repeats=2")], MAIN, "without five repeats"),
    ("LK214", MAIN, [sub("statistics.median", "sum", 9)], MAIN, "without a median"),
    ("LK215", MAIN, [after(CELL.format("build: verify"), "rng = 1\n")], MAIN,
     "`rng` is called `key`"),
    ("LK216", MAIN, [sub("import jax.numpy as jnp", "import jax.numpy as jn")], MAIN,
     "another form"),
    ("LK216", MAIN, [after("import jax\n", "from jax import grad\n")], MAIN,
     "`from jax import"),
    ("LK217", MAIN, [after(CELL.format("build: verify"), f"# {'x' * 79}\n")], MAIN,
     "81 columns"),
    ("LK218", MAIN, [drop_asserts], MAIN, "asserts anything"),
    ("LK219", MAIN, [after("eager_loss = loss[^\n]*\n", "eager_loss\n")], MAIN,
     "`eager_loss` stands alone"),
    ("LK220", MAIN, [sub(r"plt.xlabel[^\n]*\n", "")], MAIN, "lacks xlabel"),
    ("LK220", MAIN, [sub(r"plt.show\(\)\n", "")], MAIN, "lacks show"),
    ("LK221", MAIN, [after(CELL.format("experiment: analytic-check"),
     "x2 = 1\n\n# %% experiment: silent\nx3 = 2\n\n# %% experiment: more\n")], MAIN,
     "`experiment/silent` prints nothing"),
    ("LK222", MAIN, [sub(r"# %% experiment: (?!latency)", "# %% build: ", 9)], MAIN,
     "1 of two experiments"),
    ("LK310", MAIN, [sub("# %% figure: agreement", "# %% build: agreement")], MAIN,
     "no figure cell"),
    ("LK311", MD, [sub(r"!\[[^\]]*\]", "![A chart of bars]")], MD, "4 words"),
    ("LK311", MD, [sub(r"!\[", "![Figure of the ")], MD, "opens with “Figure”"),
    ("LK311", MD, [sub(r"(!\[[^\]]*)\]", r"\1 $x^2$]")], MD, "TeX"),
    ("LK312", f"{LESSON}/records/cpu/agreement.json", [sub(".*", '{"axes": []}')], MD,
     "no data of `agreement`"),
    ("LK313", MD, [after("## Build\n\n[^\n]*\n", "\n```text\nLoss: 0.460000\n```\n")],
     MD, "`Loss: 0.460000` is a recorded line"),
    ("LK313", MD, [after("```text\n", ">>> loss(w, x, y)\n")], MD, "typed Python"),
    ("LK314", MAIN, [sub("statistics.median", "sum", 9)], MD, "“ten times faster”"),
    ("LK315", YML, [sub(r"  - \{[^\n]*value: 0.9484375[^\n]*\n", "")], MD,
     "0.9484375 is what the cell"),
    ("LK316", MD, [sub("You now compile", "You just compile")], MD, "“just”"),
    ("LK316", YML, [sub("You leave with", "You simply leave with")], YML, "“simply”"),
    ("LK316", "phases/glossary.yml", [sub("definition: ", "definition: Obviously ")],
     "phases/glossary.yml", "“Obviously”"),
    ("LK317", MD, [sub("You now compile", "One. Two. Three. Four. You now compile")],
     MD, "sentences"),
    ("LK318", MD, [sub("You now compile", f"{'Many words. ' * 3}{'word ' * 200}.")], MD,
     "not 1,200 to 2,200"),
    ("LK318", MD, [sub("^(?=### )", "<!-- -->", 0), sub("(?<=[a-z]) [a-z]+", "", 0)],
     MD, "not 1,200 to 2,200"),
    ("LK319", MD, [sub("Conclusion: two", "Two")], MD, "draws no conclusion"),
    ("LK320", MD, [after("### Decide whether it pays\n", "\n*Write here: why.*\n")], MD,
     "“Write here: why.…”"),
    ("LK405", YML, [sub("id: first-call", "id: first-calls"),
     sub("question/first-call", "question/first-calls")], YML,
     "renamed to `question/first-calls`?"),
    ("LK405", PUBLISHED, [sub("lesson: transforms-04", "lesson: transforms-40")],
     PUBLISHED, "`transforms-40` is published and gone"),
    ("LK405", PUBLISHED, [lambda text: text +
     "  retired:\n    - question/waiting\n", sub("    - question/waiting\n", "")], YML,
     "`question/waiting` is retired"),
    ("LK406", PUBLISHED, [sub("    - question/waiting\n", "")], PUBLISHED,
     "not listed: question/waiting"),
    ("LK407", YML, [lengthen_right], COURSE, "in 5 of 5 questions"),
    ("LK504", YML, [sub("        misconception: [^\n]*\n", "")], YML, "no miscon"),
    ("LK511", MAIN, [sub("# %% challenge:", "# %% practice:")], MAIN, "no challenge"),
    ("LK512", MAIN, [sub("Revisit the order", "Look at the order")], MAIN, "“Revisit"),
    ("LK512", MAIN, [after(CELL.format("check: runtime-data"), "assert new_loss\n")],
     MAIN, "no message"),
    ("LK513", YML, [keep("quiz", 3)], YML, "3 of four"),
    ("LK514", YML, [sub("feedback: >-\n          You may fear.*?`result`.",
     "feedback: No.")], YML, "1 words"),
    ("LK515", YML, [lengthen_right], YML, "in 5 of 5 questions: waiting"),
    ("LK516", YML, [lengthen_right], YML, "options' mean length"),
    ("LK517", YML, [move_right_first], YML, "5 of 5 right options stand in place 1"),
    ("LK518", YML, [sub("text: Nothing does, since a call that has returned has also "
     "finished.", "text: All of the above options are things that can go wrong.")], YML,
     "speaks of the other"),
    ("LK519", YML, [sub("What can go wrong\\?", "Which of these does not go wrong?")],
     YML, "asks “Which of these does not”"),
]  # fmt: skip

# What one of the mistakes needs besides, to be its own alone.
BESIDES = {"LK314": (MD, [sub("You now compile", "It is ten times faster. Compile")])}


@pytest.fixture(scope="session")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_model(tmp_path_factory.mktemp("model") / "course")


@pytest.fixture
def model(pristine: Path, tmp_path: Path) -> Path:
    shutil.copytree(pristine, tmp_path / "course")
    return tmp_path / "course"


def test_the_model_lesson_meets_the_full_standard(model):
    assert [str(problem) for problem in find_problems(model)] == []


@pytest.mark.parametrize(
    ("code", "file", "edits", "where", "words"),
    MISTAKES,
    ids=[f"{code}-{number}" for number, (code, *_) in enumerate(MISTAKES)],
)
def test_a_mistake_gives_its_problem(pristine, code, file, edits, where, words):
    changes = [BESIDES[code]] if code in BESIDES else []
    with edited(pristine, *changes, (file, edits)):
        problems = check_standard(load_course(pristine).course)
    found = [
        p
        for p in problems
        if p.code == code and p.path.as_posix() == where and words in p.message
    ]
    assert found, "\n".join(map(str, problems))


def test_every_rule_of_the_standard_has_a_mistake():
    standard = {code for code, rule in RULES.items() if rule.standard}
    assert {code for code, *_ in MISTAKES} == standard


@pytest.mark.parametrize(("name", "old", "new"), [
    (YML, "revision: 1.0.0", "revision: 0.9.0"),
    (COURSE, "standard: full", "standard: basic"),
])  # fmt: skip
def test_drafts_and_other_courses_are_not_asked(model, name, old, new):
    edit_file(model, YML, keep("objectives", 2), keep("quiz", 3))
    codes = {problem.code for problem in find_problems(model)}
    assert codes >= {"LK110", "LK513"}
    edit_file(model, name, sub(old, new, 0))
    codes = {problem.code for problem in find_problems(model)}
    assert not codes & {code for code, rule in RULES.items() if rule.standard}


def test_drafts_are_asked_on_request(model):
    edit_file(model, YML, sub("revision: 1.0.0", "revision: 0.9.0", 0))
    edit_file(model, YML, keep("objectives", 2))
    codes = {problem.code for problem in find_problems(model, drafts=True)}
    assert "LK110" in codes


def test_a_project_is_asked_for_less(model):
    edit_file(model, YML, sub("kind: lesson", "kind: project"))
    edit_file(model, YML, keep("objectives", 2), keep("references", 2))
    codes = {problem.code for problem in find_problems(model)}
    assert "LK118" in codes and "LK110" not in codes


def test_a_reading_of_the_same_minor_revision_counts(model):
    edit_file(model, YML, sub("revision: 1.0.0", "revision: 1.0.1"))
    edit_file(
        model,
        YML,
        after("changes:\n", "  - {revision: 1.0.1, date: 2026-11-29, what: A typo.}\n"),
    )
    assert [str(problem) for problem in find_problems(model)] == []
    edit_file(model, YML, sub("revision: 1.0.1", "revision: 1.1.0", 2))
    codes = [problem.code for problem in find_problems(model)]
    assert codes == ["LK120", "LK120"]


def test_a_reading_of_a_revision_that_never_was_is_a_problem(model):
    edit_file(model, REVIEWS, sub("revision: 1.0.0", "revision: 3.0.0"))
    (problem,) = find_problems(model)
    assert problem.code == "LK107" and problem.path.as_posix() == REVIEWS
