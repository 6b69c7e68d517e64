"""Reading code/main.py into cells."""

from pathlib import Path

import jupytext
import pytest

from lessonkit.course.cells import parse_program
from lessonkit.course.model import CellKind

PATH = Path("main.py")
SMALL = '''"""Show a sum."""

# %% build: sum
total = 1 + 1
print(total)


# %% exercise: more
def more(x):
    text = """
# %% build: inside a string
"""
    return x + 1  # %% not a marker of its own line


# %% check: more
assert more(1) == 2
# %% pass
print("PASS: x-01")
'''


def mains(repository: Path) -> list[Path]:
    return sorted(repository.glob("**/phases/*/*/code/main.py"))


def test_cells_have_their_kind_id_and_true_lines():
    program, problems = parse_program(PATH, SMALL)
    assert problems == ()
    cells = [(c.kind, c.id, c.marker, c.line) for c in program.cells]
    assert cells == [
        ("build", "sum", 3, 4),
        ("exercise", "more", 8, 9),
        ("check", "more", 16, 17),
        ("pass", "pass", 18, 19),
    ]
    lines = SMALL.splitlines()
    for cell in program.cells:
        assert cell.source.splitlines()[0] == lines[cell.line - 1]


def test_a_marker_in_a_string_is_text():
    program, _ = parse_program(PATH, SMALL)
    assert "inside a string" in program.find_cell(CellKind.EXERCISE, "more").source


def test_cells_are_what_jupytext_reads(repository):
    for path in mains(repository):
        text = path.read_text(encoding="utf-8")
        program, problems = parse_program(PATH, text)
        assert problems == ()
        notebook = jupytext.reads(text, fmt="py:percent")
        theirs = [(c.metadata["title"], c.source) for c in notebook.cells[1:]]
        ours = [
            ("pass" if c.kind == "pass" else f"{c.kind}: {c.id}", c.source)
            for c in program.cells
        ]
        assert ours == theirs
    assert len(mains(repository)) >= 2


def test_crlf_reads_as_lf():
    assert parse_program(PATH, SMALL.replace("\n", "\r\n")) == parse_program(
        PATH, SMALL
    )


@pytest.mark.parametrize(
    ("old", "new", "line", "code", "words"),
    [
        ("total = 1 + 1", "total = = 1", 4, "LK201", "syntax error"),
        ("# %% build: sum", "# %% bild: sum", 3, "LK202", "unknown kind `bild`"),
        ("# %% build: sum", "# %% build: Sum", 3, "LK202", "no cell marker"),
        ("# %% build: sum", "#%% build: sum", 3, "LK202", "no cell marker"),
        ("# %% build: sum", "# %% build: sum [x]", 3, "LK202", "no cell marker"),
        ("# %% pass", "# %% build: sum\npass\n# %% pass", 18, "LK203", "second"),
        ("# %% pass", "# %% build: end", 18, "LK204", "last cell"),
        ("# %% pass", "# %% build: end\n# %% pass", 18, "LK204", "empty"),
        ('"""Show a sum."""', "x = 1", 1, "LK205", "before the first cell"),
        ("# %% check: more", "# %% check: mor", 8, "LK206", "no `# %% check: more`"),
        ("# %% check: more", "# %% check: mor", 16, "LK206", "checks no exercise"),
    ],
)
def test_a_mistake_is_a_problem_at_its_line(old, new, line, code, words):
    _, problems = parse_program(PATH, SMALL.replace(old, new))
    assert any(
        (p.line, p.code) == (line, code) and words in p.message for p in problems
    ), problems


def test_an_indented_marker_is_a_problem():
    _, problems = parse_program(
        PATH, SMALL.replace("print(total)", "if 1:\n    # %% x")
    )
    assert [p.code for p in problems] == ["LK201"]  # an empty `if`
    text = SMALL.replace("print(total)", "if 1:\n    # %% x\n    print(total)")
    _, problems = parse_program(PATH, text)
    assert [(p.line, p.code) for p in problems] == [(6, "LK202")]
