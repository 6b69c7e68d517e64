"""What authors do wrong most often is told at its line, with words that help."""

from pathlib import Path

import pytest

from tests.checks.model_course import (
    MAIN,
    MD,
    PHASE,
    YML,
    Edit,
    after,
    copy_model,
    edited,
    find_problems,
    sub,
)
from tests.checks.test_standard import lengthen_right

# what is done, the file, the edit, the code, what the line holds, words of the help
DONE = [
    ("delete a key", YML, sub("hardware: Laptop CPU\n", ""), "LK104",
     "id: transforms-04", "add the key"),
    ("delete a key inside", YML, sub("        feedback: >-\n.*?(?=      - )", ""),
     "LK104", "- text: The outputs hold", "add the key"),
    ("misspell a key", YML, sub("^takeaways:", "takeaway:"), "LK103", "takeaway:",
     "did you mean `takeaways`?"),
    ("unbalance TeX", MD, sub(r"\\sum_\{i=1\}", r"\\sum_{i=1"), "LK305", "$$L(w)",
     "correct the formula"),
    ("unbalance TeX in YAML", YML, sub("outcome: >-\n", "outcome: >-\n  $x^{2$ "),
     "LK305", "outcome:", "correct the formula"),
    ("add an unknown call", MAIN, sub("jnp.mean", "jnp.maen"), "LK208",
     "return jnp.maen", "did you mean `jax.numpy.mean`?"),
    ("make the right option the longest everywhere", YML, lengthen_right, "LK515",
     "quiz:", "shorten right options"),
    ("break a prerequisite", YML, sub("transforms-03", "tranforms-03"), "LK107",
     "needs: [tranforms-03]", "did you mean `transforms-03`?"),
    ("need a later lesson", YML, sub("transforms-03", "transforms-05"), "LK404",
     "needs: [transforms-05]", "move one of the lessons"),
    ("need itself", YML, sub("transforms-03", "transforms-04"), "LK402",
     "needs: [transforms-04]", "remove one of the needs"),
    ("leave a text alternative out", MD, sub(r"!\[[^\]]*\]", "![]"), "LK306",
     "![](records", "say in words what the figure shows"),
    ("make a cell 60 lines long", MAIN, after("# %% build: compile\n", "x = 1\n" * 52),
     "LK209", "# %% build: compile", "divide it where one idea ends"),
    ("rename a cell in the code only", MAIN, sub("build: verify", "build: repeat"),
     "LK302", "# %% build: repeat", "add `### Title <!-- repeat -->`"),
    ("claim another number", MD, sub("the loss is 0.46", "the loss is 0.47"), "LK108",
     "value: 0.46", "correct the words or the value"),
    ("edit the starter", f"{PHASE}/04-compile-a-function-with-jit/exercises/"
     "transforms-04.py", sub("TODO: every weight", "TODO: each weight"), "LK501",
     "TODO: each weight", "validate --fix"),
    ("list a lesson under another title", f"{PHASE}/phase.yml",
     sub("Compile a function with jit", "Compile functions"), "LK401",
     "title: Compile a function", "correct lesson.yml or phase.yml"),
]  # fmt: skip


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_model(tmp_path_factory.mktemp("model") / "course")


@pytest.mark.parametrize(
    ("file", "edit", "code", "line", "help"),
    [pytest.param(*done[1:], id=done[0].replace(" ", "-")) for done in DONE],
)
def test_it_is_told_at_its_line_with_help(
    pristine: Path, file: str, edit: Edit, code: str, line: str, help: str
):
    with edited(pristine, (file, (edit,))):
        problems = [p for p in find_problems(pristine) if p.code == code]
        shown = problems[0].path if problems else file
        text = (pristine / shown).read_text(encoding="utf-8")
    assert len(problems) == 1, "\n".join(map(str, problems))
    (problem,) = problems
    assert line in text.splitlines()[problem.line - 1]
    assert help in problem.remedy
