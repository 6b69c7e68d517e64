"""Comparing runs: what counts as the same, and how a difference is told."""

import math

import pytest

from lessonkit.course.entries import (
    LessonMetadata,
    Tolerance,
    Volatile,
)
from lessonkit.execute.compare import (
    Allowance,
    Shown,
    are_alike,
    build_allowance,
    compare_lines,
    compare_outputs,
    compare_runs,
    compare_values,
)
from lessonkit.records import CellRun, Figure, Output

USUAL = Allowance(relative=1e-5, absolute=1e-6)
EXACT = Allowance(relative=0.0, absolute=0.0)


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ("Loss: 0.460000", "Loss: 0.460001"),
        ("Loss: 0.46", "Loss: 0.4600000083446502"),
        ("New loss: 0.948437", "New loss: 0.948438"),
        ("tiny 1e-7 and 0", "tiny -3e-08 and 0"),
        ("nan [nan inf -inf] 0.5", "nan [nan inf -inf] 0.5000001"),
        ("[ 0.36  0.34 -0.  ]", "[0.36000001 0.34 0.]"),
        ("shortest 1", "shortest 1.00001"),
        ("(0.46+1e-9j)", "(0.46-1e-9j)"),
        ("took 1.5x", "took 1.500001x"),
        ("an old\n", "an old"),
    ],
)
def test_numbers_within_tolerance_are_the_same(expected, got):
    """Whatever form they are written in, and however wide."""
    assert are_alike(expected, got, USUAL)
    assert are_alike(got, expected, USUAL)


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ("Loss: 0.46", "Loss: 0.47"),
        ("Shape: (4, 3)", "Shape: (4, 4)"),
        ("Shape: (100000,)", "Shape: (100001,)"),
        ("count 3", "count 3.0"),
        ("[0 1]", "[0. 1.]"),
        ("True", "False"),
        ("dtype float32", "dtype float64"),
        ("version 2.4.6", "version 2.4.60001"),
        ("jaxlib 2.4000000.6", "jaxlib 2.4000001.6"),
        ("nan", "0.0"),
        ("inf", "-inf"),
        ("loss 0.46 ok", "loss 0.46 bad"),
        ("two  spaces", "two spaces"),
        ("1 2", "12"),
        ("1 2", "1 2 3"),
    ],
)
def test_everything_else_is_a_difference(expected, got):
    """Words, counts, shapes, dtypes and versions are exact."""
    assert not are_alike(expected, got, USUAL)
    assert not are_alike(got, expected, USUAL)


def test_the_tolerance_is_the_lesson_s_own():
    """Both tolerances are read from the metadata; either is enough."""
    metadata = LessonMetadata.model_construct(
        tolerance=Tolerance(relative=0.1, absolute=0.0),
        volatile=Volatile(lines=("Time:",), figures=("a",), cells=("build/b",)),
    )
    allowance = build_allowance(metadata)
    assert allowance == Allowance(0.1, 0.0, ("Time:",), ("a",), ("build/b",))
    assert are_alike("1.0", "1.09", allowance)
    assert not are_alike("1.0", "1.2", allowance)
    assert not are_alike("0.0", "1e-9", allowance)
    assert are_alike("0.5", "0.50", EXACT)
    # One millionth apart, although binary fractions say a little more.
    assert are_alike("0.948437", "0.948438", Allowance(0.0, 1e-6))
    assert not are_alike("0.948437", "0.948439", Allowance(0.0, 1e-6))


def test_volatile_lines_must_be_there_on_both_sides():
    """What follows the words is free, the place of the line is not."""
    allowance = Allowance(0, 0, lines=("Seconds:",))
    assert not list(compare_lines(["a", "Seconds: 1"], ["a", "Seconds: 9"], allowance))
    missing = list(compare_lines(["a", "Seconds: 1"], ["a"], allowance))
    assert missing == [(2, "Seconds: 1", None)]
    moved = list(compare_lines(["Seconds: 1", "a"], ["a", "Seconds: 1"], allowance))
    assert [line for line, _, _ in moved] == [1, 2]


def test_volatile_words_stand_at_the_beginning():
    """A line that merely holds the words is compared like any other."""
    allowance = Allowance(0, 0, lines=("Seconds:",))
    assert not are_alike("My Seconds: 1", "My Seconds: 2", allowance)


def test_an_added_line_is_one_difference():
    """The lines after it are not reported along with it."""
    lines = ["a 1", "b 2", "c 3"]
    added = list(compare_lines(lines, ["a 1", "new", "b 2", "c 3"], USUAL))
    assert added == [(2, None, "new")]
    lost = list(compare_lines(lines, ["a 1", "c 3"], USUAL))
    assert lost == [(2, "b 2", None)]
    repeated = list(compare_lines(["a", "a"], ["a"], USUAL))
    assert repeated == [(2, "a", None)]


def test_shortened_output_is_compared_at_both_ends_and_by_its_length():
    """How many lines each side kept depends on their widths, so it does not count."""
    wide = Output(tuple(f"{n}\n" for n in (1, 2, 3, 98, 99, 100)), 94, 3)
    narrow = Output(tuple(f"{n}\n" for n in (1, 2, 99, 100)), 96, 2)
    assert not list(compare_outputs("stdout", wide, narrow, USUAL))
    other = Output(("1\n", "7\n", "99\n", "0\n"), 97, 2)
    told = list(compare_outputs("stdout", wide, other, USUAL))
    assert [(d.line, d.expected, d.got) for d in told] == [
        (0, "100 lines", "101 lines"),
        (2, "2", "7"),
        (100, "100", "0"),
    ]


def cell(name: str, out: str = "", err: str = "", figures=(), status="passed"):
    kind, id = name.split("/")
    streams = (Output(tuple(text.splitlines(True))) for text in (out, err))
    shown = tuple(Figure(f, f"cpu/{f}.svg", "", f"cpu/{f}.json") for f in figures)
    return CellRun(kind, id, status, 0.1, *streams, shown)


def compare(expected, got, allowance=USUAL, before=None, after=None):
    sides = (Shown(tuple(expected), before or {}), Shown(tuple(got), after or {}))
    return [
        (d.cell, d.where, d.line, d.expected, d.got)
        for d in compare_runs(*sides, allowance)
    ]


def test_a_difference_names_cell_stream_and_line():
    """stderr counts as stdout does."""
    told = compare(
        [cell("build/a", "x\ny 1\n"), cell("build/b", err="warn\n")],
        [cell("build/a", "x\ny 2\n"), cell("build/b")],
    )
    assert told == [
        ("build/a", "stdout", 2, "y 1", "y 2"),
        ("build/b", "stderr", 1, "warn", None),
    ]


def test_cells_that_only_one_side_has_are_differences():
    """A stale record may know others."""
    told = compare([cell("build/a"), cell("build/b")], [cell("build/b"), cell("x/c")])
    assert told == [
        ("build/a", "cell", 0, "a cell", None),
        ("x/c", "cell", 0, None, "a cell"),
    ]


def test_a_cell_that_did_not_pass_is_left_to_the_whole_run():
    """What it printed before it failed says nothing."""
    assert not compare([cell("build/a", "1\n")], [cell("build/a", status="not run")])


def test_volatile_cells_and_figures_only_have_to_exist():
    """Their content is free; a figure that is gone is still a difference."""
    allowance = Allowance(0, 0, figures=("g",), cells=("figure/f",))
    before = [cell("figure/f", "1\n", figures=["f"]), cell("figure/g", figures=["g"])]
    after = [cell("figure/f", "2\n", figures=["f"]), cell("figure/g", figures=["g"])]
    assert not compare(before, after, allowance, {"f": 1, "g": 1}, {"f": 2, "g": 2})
    gone = compare(before, [after[0], cell("figure/g")], allowance)
    assert gone == [("figure/g", "figure g", 0, "a figure", None)]


def test_figures_are_compared_by_their_numbers():
    """Within tolerance; of a list the first difference stands for all."""

    def draw(title, x, y):
        return {"axes": [{"title": title, "series": [{"x": x, "y": y}]}]}

    data = draw("t 0.5", ["a", "b"], [1, 2.5])
    near = draw("t 0.5", ["a", "b"], [1.000001, 2.5])
    far = draw("u", ["a", "c"], [3, 4.5])
    drawn = [cell("figure/f", figures=["f"])]
    assert not compare(drawn, drawn, USUAL, {"f": data}, {"f": near})
    assert compare(drawn, drawn, USUAL, {"f": data}, {"f": far}) == [
        ("figure/f", "figure f: axes[0].title", 0, "t 0.5", "u"),
        ("figure/f", "figure f: axes[0].series[0].x[1]", 0, "b", "c"),
        ("figure/f", "figure f: axes[0].series[0].y[0] and 1 more", 0, "1", "3"),
    ]
    assert compare(drawn, drawn, USUAL, {"f": None}, {"f": data}) == [
        ("figure/f", "figure f", 0, "nothing", "1 keys")
    ]


def test_shapes_counts_and_gaps_of_figures_are_exact():
    """Only what is measured has a tolerance."""
    wide = Allowance(relative=0.5, absolute=0)

    def places(expected, got):
        return [place for place, *_ in compare_values(expected, got, wide)]

    assert places({"shape": [10, 10]}, {"shape": [10, 11]}) == ["shape[1]"]
    assert places({"a": {"omitted": 4}}, {"a": {"omitted": 5}}) == ["a.omitted"]
    assert places({"y": [1, None]}, {"y": [1, None]}) == []
    assert places({"y": [1, None]}, {"y": [1, 2]}) == ["y[1]"]
    assert places({"y": [1]}, {"y": [1, 2]}) == ["y"]
    assert places({"y": [math.inf]}, {"y": [math.inf]}) == []
