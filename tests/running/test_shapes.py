"""A shape comment is compared with the value when a lesson is recorded."""

from dataclasses import replace

import pytest

from lessonkit.running.shapes import find_shape_fault, parse_shapes

# code, the comments that are read, as name and shape
COMMENTS = [
    ("a = 1  # ()", [("a", ())]),
    ("a = 1  # (4,)", [("a", (4,))]),
    ("a = 1  # (4, 3), float32", [("a", (4, 3))]),
    ("a = 1  # (4, 3) rows and columns", [("a", (4, 3))]),
    ("a, b = 1, 2  # (3,), (2, 2)", [("a", (3,)), ("b", (2, 2))]),
    ("a = (\n    1\n)  # (7, 1)", [("a", (7, 1))]),
    ("a: int = 1  # (2,)", [("a", (2,))]),
    ("a = 1  # (4, 3)\na = 2", []),
    ("a = 1  # (4, 3)\nfor a in []:\n    pass", []),
    ("a = 1  # (4, 3) -> (3, 4)", []),
    ("a = 1  # (1)", []),
    ("a = 1  # see (4, 3)", []),
    ("a = 1  # (n, 3)", []),
    ("a[0] = 1  # (4, 3)", []),
    ("def f():\n    a = 1  # (4, 3)", []),
]


class Shaped:
    """A value that has a shape, as arrays of every library do."""

    def __init__(self, *shape: int) -> None:
        self.shape = shape


@pytest.mark.parametrize(("code", "expected"), COMMENTS)
def test_comments_that_name_a_shape_are_read(code, expected):
    assert [(claim.name, claim.shape) for claim in parse_shapes(code)] == expected


def test_a_wrong_comment_is_told_with_its_line():
    names = {"a": Shaped(4, 3), "b": Shaped(3)}
    code = "a = 1  # (4, 3)\n\nb = 2  # (4,)"
    assert find_shape_fault(code, 10, names) == (
        12,
        "the comment says (4,), but `b` has the shape (3,)",
    )


def test_what_has_no_shape_is_left_alone():
    assert find_shape_fault("a = 1  # (4, 3)", 1, {"a": object()}) is None


def test_a_recorded_run_fails_at_the_line_of_a_wrong_comment(bench):
    code = (
        '"""Shapes."""\n\n# %% build: a\nclass Array:\n    shape = (4, 2)\n\n\n'
        'a = Array()  # (4, 3)\nprint("a")\n\n# %% pass\nprint("PASS: a")\n'
    )
    job = bench.build(code)
    asked = replace(job, lesson="asked", shapes=True)
    runs = bench.run_all(job, asked)
    assert runs[job.lesson].failure is None
    failure = runs["asked"].failure
    assert (failure.cell, failure.line) == ("build/a", 8)
    assert "says (4, 3), but `a` has the shape (4, 2)" in failure.message
