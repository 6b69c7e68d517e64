"""Every rule: a good course has no problem, one mistake gives the right one."""

import re
from pathlib import Path

import pytest

from lessonkit.checks import check_course
from lessonkit.course.load import load_course
from lessonkit.course.starters import build_starter
from lessonkit.layout import starter_path
from lessonkit.problems import RULES, Problem
from tests.checks.model_course import find_problems
from tests.checks.test_standard import MISTAKES as STANDARD_MISTAKES
from tests.conftest import TINY
from tests.learn.test_proofs import MISTAKES as PROOF_MISTAKES

LESSON = "phases/01-numbers/01-average-a-list"
YML, MD, MAIN = f"{LESSON}/lesson.yml", f"{LESSON}/lesson.md", f"{LESSON}/code/main.py"
STARTER = f"{LESSON}/exercises/numbers-01.py"
WRONG = f"{LESSON}/exercises/wrong/mean-of--sum.py"
PHASE, GUIDE = "phases/01-numbers/phase.yml", "phases/01-numbers/guide.md"
COURSE, BELIEFS = "phases/course.yml", "phases/misconceptions.yml"

# file, old text (None: the file is removed), new text, code, where, part of the message
MISTAKES = [
    (YML, "title: Average", "title: [Average", "LK101", YML, "not valid YAML"),
    (COURSE, None, "", "LK102", COURSE, "is missing"),
    (MD, None, "", "LK102", MD, "is missing"),
    (YML, "minutes:", "minuts:", "LK103", YML, "`minuts`"),
    (YML, "  - {id: line, text", "  - {text", "LK104", YML, "`id` is missing"),
    (YML, "understand: 5", "understand: x", "LK105", YML, "minutes.understand"),
    (YML, "changes:\n  - {revision: 1.0.0", "changes:\n  - {revision: 0.9.0", "LK105",
     YML, "first entry of `changes`"),
    (YML, "id: compare-median", "id: compute-mean", "LK106", YML, "stands twice"),
    (BELIEFS, "id: mean-is-common", "id: mean-is-middle", "LK106", BELIEFS, "twice"),
    (YML, "experiment/outlier", "experiment/outlir", "LK107", YML, "outlir"),
    (YML, "misconception: mean-is-common", "misconception: mean-is-comon", "LK107",
     YML, "mean-is-comon"),
    (YML, "hardware: Any", "needs: [numbers-09]\nhardware: Any", "LK107", YML,
     "numbers-09"),
    (YML, "quiz:", "volatile: {figures: [x]}\nquiz:", "LK107", YML, "no `x`"),
    (YML, "cell: build/mean", "cell: build/maen", "LK107", YML, "build/maen"),
    (COURSE, "planned:", "beginner: [numbrs]\nplanned:", "LK107", COURSE, "numbrs"),
    (PHASE, "track: main", "track: man", "LK107", PHASE, "no track `man`"),
    (YML, "says: the mean is 4", "says: the mean is 5", "LK108", YML, "does not say"),
    (MAIN, "values = [3, 4, 5]", "values = [3, 4", "LK201", MAIN, "syntax error"),
    (MAIN, "# %% build: mean\nmean", "if values:\n# %% build: mean\n    mean", "LK201",
     MAIN, "`build/values` is cut inside a statement"),
    (MAIN, "# %% build: mean", "# %% bild: mean", "LK202", MAIN, "unknown kind"),
    (MAIN, "# %% build: mean", "# %% build: values", "LK203", MAIN, "second cell"),
    (MAIN, 'print("PASS: numbers-01")', 'print("PASS")', "LK204", MAIN, "PASS"),
    (MAIN, "# %% build: values", "x = 1\n# %% build: values", "LK205", MAIN, "before"),
    (MAIN, "# %% check: mean-of", "# %% check: man-of", "LK206", MAIN, "man-of"),
    (MAIN, "# END SOLUTION", "", "LK207", MAIN, "no `# END SOLUTION`"),
    (MAIN, "statistics.median(values)", "statistics.median(values).average()", "LK208",
     MAIN, "`.average`"),
    (MD, "## Experiment", "## Experimnt", "LK301", MD, "`## Experimnt`"),
    (MD, "### Divide the sum <!-- mean -->", "### Divide", "LK302", MAIN, "build/mean"),
    (MD, "<!-- mean -->", "<!-- maen -->", "LK303", MD, "`maen`"),
    (MD, "## Build\n", "### X\n\n> **Predict:** Y?\n\n![z](records/cpu/no.svg)\n\n"
     "#### Read the figure\n\nA.\n\n#### Connect it to the computation\n\nB.\n\n"
     "## Build\n", "LK304", MD, "no figure `no`"),
    (MAIN, "# %% experiment", "# %% figure: bars\nprint()\n\n# %% experiment", "LK304",
     MAIN, "does not place"),
    (MD, r"\frac{1}{n}", r"\frac{1}{n", "LK305", MD, "column"),
    (MD, "$$\\bar", "$$ $$\\bar", "LK305", MD, "`$$`"),
    (GUIDE, r"$\bar x$", r"$\baar x$", "LK305", GUIDE, "baar"),
    (YML, "text: Compute a mean.", r"text: Compute $\maen$.", "LK305", YML, "maen"),
    (MD, "## Build\n", "### X\n\n![](records/cpu/no.svg)\n\n## Build\n", "LK306", MD,
     "alternative"),
    (MD, "1. Add", "Text.\n1. Add", "LK307", MD, "blank line"),
    (MD, "#### Steps", "#### Stesp", "LK308", MD, "`#### Stesp`"),
    (MD, "#### Hint\n\nUse `sum` and `len`.\n", "", "LK308", MD, "2 hints"),
    (MD, "**Expected:** the", "Expected: the", "LK308", MD, "**Expected:**"),
    (MD, "> **Predict:** What is the mean of one value?", "", "LK308", MD, "Predict"),
    (MD, "### Diagnose the result", "### Diagnose", "LK308", MD, "stands 0 times"),
    (GUIDE, "## Project", "## Projects", "LK308", GUIDE, "Projects"),
    (MD, "Three numbers are", "<b>Three</b> numbers are", "LK309", MD, "raw HTML"),
    (PHASE, "id: numbers-01", "id: numbers-03", "LK401", YML, "does not list"),
    (PHASE, "title: Average a list", "title: Average", "LK401", YML, "`Average`"),
    (COURSE, "number: 2", "number: 1", "LK401", COURSE, "planned but has a folder"),
    (YML, "hardware: Any", "needs: [numbers-01]\nhardware: Any", "LK402", YML,
     "itself"),
    (YML, "hardware: Any", "needs: [numbers-02]\nhardware: Any", "LK404", YML,
     "`numbers-02` comes after `numbers-01`"),
    ("phases/words/x.txt", "", "", "LK403", "phases/words", "no phase folder"),
    (STARTER, "TODO", "TO DO", "LK501", STARTER, "not what main.py gives"),
    (STARTER, None, "", "LK501", STARTER, "missing"),
    (YML, "right: true, ", "misconception: mean-is-middle, ", "LK502", YML, "0 right"),
    (WRONG, "# caught by:", "# caught:", "LK503", WRONG, "line 1"),
    (WRONG, None, "", "LK503", MAIN, "1 known wrong answers"),
]  # fmt: skip


def all_problems(root: Path) -> tuple[Problem, ...]:
    loaded = load_course(root)
    found = loaded.problems
    return found + check_course(loaded.course) if loaded.course else found


def break_file(root: Path, name: str, old: str | None, new: str) -> None:
    path = root / name
    if old is None:
        path.unlink()
    elif old == "":
        path.parent.mkdir(parents=True)
        path.write_text(new, encoding="utf-8")
    else:
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture
def good(tiny: Path) -> Path:
    """The tiny course with its derived starter."""
    lesson = load_course(tiny).course.lessons[0]
    path = starter_path(lesson.folder, lesson.id)
    path.write_text(build_starter(lesson), encoding="utf-8")
    return tiny


def test_a_good_course_has_no_problem(good):
    assert all_problems(good) == ()


@pytest.mark.parametrize(
    ("name", "old", "new", "code", "where", "words"),
    MISTAKES,
    ids=[f"{mistake[3]}-{number}" for number, mistake in enumerate(MISTAKES)],
)
def test_a_mistake_gives_its_problem(good, name, old, new, code, where, words):
    break_file(good, name, old, new)
    problems = all_problems(good)
    matching = [
        p
        for p in problems
        if p.code == code and p.path.as_posix() == where and words in p.message
    ]
    assert matching, [str(p) for p in problems]
    for problem in matching:
        assert re.fullmatch(
            rf"{where}:\d+: {code} .+\n    help: .+", str(problem), re.DOTALL
        )


def test_a_problem_points_at_the_line_of_the_mistake(good):
    break_file(good, YML, "misconception: mean-is-common", "misconception: nothing")
    (problem,) = all_problems(good)
    lines = (good / YML).read_text(encoding="utf-8").splitlines()
    assert "misconception: nothing" in lines[problem.line - 1]


def list_sources() -> list[str]:
    """Return what a person writes of the tiny course, and its derived starter."""
    paths = [path for path in TINY.rglob("*") if path.suffix in (".yml", ".md", ".py")]
    names = {path.relative_to(TINY).as_posix() for path in paths}
    return sorted(names | {STARTER})


@pytest.mark.parametrize("name", list_sources())
def test_a_file_that_is_cut_gives_problems_and_an_empty_one_its_own(good, name):
    content = (good / name).read_bytes()
    for quarter in (3, 2, 1, 0):
        (good / name).write_bytes(content[: len(content) * quarter // 4])
        problems = all_problems(good)
    assert name in {problem.path.as_posix() for problem in problems}


def test_many_mistakes_come_at_once_and_sorted(good):
    break_file(good, YML, "minutes:", "minuts:")
    break_file(good, MD, "#### Steps", "#### Stesp")
    break_file(good, MAIN, "# %% build: mean", "# %% bild: mean")
    problems = all_problems(good)
    assert {p.path.name for p in problems} == {"lesson.yml", "lesson.md", "main.py"}
    assert list(problems) == sorted(problems)


def test_every_rule_has_a_mistake_and_every_mistake_a_rule():
    mistakes = {code for _, _, _, code, _, _ in [*MISTAKES, *PROOF_MISTAKES]}
    mistakes |= {code for code, *_ in STANDARD_MISTAKES}
    assert mistakes == set(RULES)


@pytest.mark.parametrize("code", RULES)
def test_every_rule_says_what_why_and_what_to_do(code):
    rule = RULES[code]
    assert rule.meaning and not rule.meaning.endswith(".")
    assert rule.why.endswith(".")
    assert rule.help and rule.help[0].islower() and not rule.help.endswith(".")


def test_the_real_course_has_no_problem(repository):
    assert [str(problem) for problem in find_problems(repository)] == []
