"""Making starters of solutions by their marks."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from lessonkit.course.cells import parse_program
from lessonkit.course.model import CellKind
from lessonkit.course.starters import (
    build_complete,
    build_cumulative,
    build_starter,
    build_starter_cell,
    check_marks,
)

HEAD = '"""Doc."""\n\n# %% build: a\nx = 1\n\n\n# %% exercise: e\n'
TAIL = "\n# %% check: e\nassert value == 2\n# %% pass\nprint('PASS')\n"


def program(exercise: str):
    found, problems = parse_program(Path("main.py"), HEAD + exercise + TAIL)
    assert problems == ()
    return found


def starter(exercise: str, kind: CellKind = CellKind.EXERCISE) -> str:
    parsed = program(exercise)
    return build_starter_cell(parsed, parsed.find_cell(kind, "e"))


@pytest.mark.parametrize(
    ("solution", "blank"),
    [
        ("value = x + 1  # SOLUTION: add", "value = ...  # TODO: add"),
        ("value = (\n    x + 1\n)  # SOLUTION: add", "value = ...  # TODO: add"),
        ("value = f(\n    a=1,\n)  # SOLUTION: f", "value = ...  # TODO: f"),
        ("v, g = f(x)  # SOLUTION: both", "v, g = ..., ...  # TODO: both"),
        ("value['ä='] = x  # SOLUTION: key", "value['ä='] = ...  # TODO: key"),
        ("value: int = x  # SOLUTION: typed", "value: int = ...  # TODO: typed"),
        (
            "# SOLUTION: work\ny = x\nvalue = y\n# END SOLUTION",
            "value = ...  # TODO: work",
        ),
        (
            "def f(a):\n    b = a\n    # SOLUTION: work\n    for i in b:\n"
            "        b += i\n    return b\n    # END SOLUTION\n\n\nvalue = 2",
            "def f(a):\n    b = a\n"
            '    raise NotImplementedError("TODO: work")\n\n\nvalue = 2',
        ),
        (
            "def f(a):\n    b = a  # SOLUTION: one\n    return b\n\n\n"
            "value = f(2)  # SOLUTION: two",
            "def f(a):\n    b = ...  # TODO: one\n    return b\n\n\n"
            "value = ...  # TODO: two",
        ),
        (
            "class M:\n    def f(self):\n        # SOLUTION: work\n"
            "        return 1\n        # END SOLUTION\n\n\nvalue = 2",
            "class M:\n    def f(self):\n"
            '        raise NotImplementedError("TODO: work")\n\n\nvalue = 2',
        ),
        (
            "def f(a):\n    def g(b):\n        # SOLUTION: work\n        return b\n"
            "        # END SOLUTION\n\n    return g(a)\n\n\nvalue = 2",
            "def f(a):\n    def g(b):\n"
            '        raise NotImplementedError("TODO: work")\n'
            "\n    return g(a)\n\n\nvalue = 2",
        ),
        (
            "# SOLUTION: count\nvalue = 0\nfor i in range(3):\n    value += i\n"
            "n = [j for j in 'ab']\n# END SOLUTION\n"
            "for i in 'xy':\n    print(n, value)",
            "value = ...  # TODO: count\nn = ...  # TODO: count\n"
            "for i in 'xy':\n    print(n, value)",
        ),
        (
            "value, (\n    rest\n) = (\n    1,\n    2,\n)  # SOLUTION: wrapped targets",
            "value, ( rest ) = ..., ...  # TODO: wrapped targets",
        ),
        (
            "@jax.jit\ndef f(a):\n    b, c = g(\n        a, a\n    )  # SOLUTION: g\n"
            "    return b\n\n\nvalue = 2",
            "@jax.jit\ndef f(a):\n    b, c = ..., ...  # TODO: g\n    return b"
            "\n\n\nvalue = 2",
        ),
    ],
)
def test_marks_become_blanks(solution, blank):
    assert starter(solution) == blank


def test_the_complete_file_has_no_marks_and_the_same_code():
    marked = (
        "y = x  # SOLUTION: y\n# SOLUTION: work\nvalue = y + 1\n# END SOLUTION\nz = 1"
    )
    expected = HEAD + "y = x\nvalue = y + 1\nz = 1" + TAIL
    assert build_complete(program(marked)) == expected


def test_the_cumulative_build_is_the_build_cells():
    assert build_cumulative(program("value = 1  # SOLUTION: v")) == "x = 1\n"


def test_a_check_opens_with_a_sentence_for_each_blank():
    text = starter("v, g = 1, 2  # SOLUTION: both", CellKind.CHECK)
    assert text.splitlines() == [
        'assert v is not ..., "e: `v` is still `...`"',
        'assert g is not ..., "e: `g` is still `...`"',
        "assert value == 2",
    ]


def test_a_blank_inside_a_method_answers_in_words():
    solution = "class M:\n    def f(self):\n        b = 1  # SOLUTION: one\n"
    guards = starter(solution, CellKind.CHECK).splitlines()[:2]
    names: dict = {}
    exec(starter(solution), names)
    with pytest.raises(AssertionError, match=r"a blank in `M\.f` is left"):
        exec("\n".join(guards), names)
    exec(solution, names)
    exec("\n".join(guards), names)


@pytest.mark.parametrize(
    "wrap",
    ["f", "wrap(f)", "wrap(wrap(f))"],
)
def test_a_blank_inside_a_function_answers_in_words(wrap):
    solution = "def f(a):\n    b = a + 1  # SOLUTION: one\n    return b"
    exercise = starter(solution)
    guard = "\n".join(starter(solution, CellKind.CHECK).splitlines()[:2])
    names: dict = {"wrap": lambda f: SimpleNamespace(__wrapped__=f)}
    exec(f"{exercise}\nf = {wrap}", names)
    with pytest.raises(AssertionError, match="a blank in `f` is left"):
        exec(guard, names)
    exec(solution, names)
    exec(guard, names)


@pytest.mark.parametrize(
    ("solution", "line", "words"),
    [
        ("value = 1", 7, "no SOLUTION mark"),
        ("value = 1  # SOLUTION:", 8, "wrong form"),
        ("value = 1  # Solution: one", 8, "wrong form"),
        (f"value = 1  # SOLUTION: {'x' * 41}", 8, "has 41 characters, not 40 or fewer"),
        ("print(x)  # SOLUTION: show", 8, "one assignment"),
        ("value += 1  # SOLUTION: more", 8, "one assignment"),
        ("a = value = 1  # SOLUTION: both", 8, "one name"),
        ("x.y = 1  # SOLUTION: attribute", 8, "names or subscripts"),
        ("# SOLUTION: open\nvalue = 1", 8, "no `# END SOLUTION`"),
        ("value = 1\n# END SOLUTION", 9, "wrong form or place"),
        (
            "def f():\n    def g():\n        b = 1  # SOLUTION: b\n",
            10,
            "mark a block",
        ),
        ("if x:\n    # SOLUTION: a\n    value = 1\n    # END SOLUTION", 9, "column 0"),
        ("# SOLUTION: unused\nunused = 1\n# END SOLUTION", 8, "used later"),
    ],
)
def test_a_wrong_mark_is_a_problem_at_its_line(solution, line, words):
    problems = list(check_marks(Path("main.py"), program(solution)))
    assert [(p.line, p.code) for p in problems] == [(line, "LK207")]
    assert words in problems[0].message


def test_a_mark_outside_an_exercise_is_a_problem():
    text = (HEAD + "value = 2  # SOLUTION: v" + TAIL).replace(
        "x = 1", "x = 1  # SOLUTION: x"
    )
    parsed, _ = parse_program(Path("main.py"), text)
    problems = list(check_marks(Path("main.py"), parsed))
    assert [(p.line, p.code) for p in problems] == [(4, "LK207")]


def test_no_mark_of_a_real_lesson_reaches_a_reader(course):
    for lesson in course.lessons:
        starter, complete = build_starter(lesson), build_complete(lesson.program)
        for text in (starter, complete):
            assert not re.search(r"#\s*(END )?SOLUTION", text)
            compile(text, "starter", "exec")
        assert complete != starter
