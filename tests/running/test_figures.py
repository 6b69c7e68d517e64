"""Figures are saved once, alike every time, with the numbers that they show."""

import json
from xml.etree import ElementTree

import pytest

from lessonkit.running.collect import Run
from tests.running.conftest import Bench

HEAD = (
    '"""Doc."""\n# %% build: one\nimport matplotlib.pyplot as plt\nimport numpy as np\n'
)
TAIL = '\n\n# %% pass\nprint("PASS: x")\n'


def draw(bench: Bench, code: str) -> Run:
    """Run code in a figure cell; the run has passed."""
    run = bench.run(HEAD + "\n# %% figure: shown\n" + code + TAIL)
    assert run.failure is None, run.failure
    assert run.cells[1].stderr.text == ""
    return run


def draw_series(bench: Bench, code: str) -> list[dict]:
    """Run code in a figure cell; return the series of its first axes."""
    numbers = json.loads(draw(bench, code).files["shown.json"])
    return numbers["axes"][0]["series"]


def test_each_open_figure_is_saved_once(jax_bench: Bench) -> None:
    """Several in one cell get numbers; one that was closed is not saved."""
    code = (
        "plt.plot([1, 2]); plt.figure(); plt.plot([3])\n"
        "plt.figure(); plt.close(); plt.show()"
    )
    run = draw(jax_bench, code)
    assert [f.id for f in run.cells[1].figures] == ["shown", "shown-2"]
    assert sorted(run.files) == [
        "shown-2.json",
        "shown-2.svg",
        "shown.json",
        "shown.svg",
    ]
    first = run.cells[1].figures[0]
    assert (first.file, first.data) == ("cpu/shown.svg", "cpu/shown.json")


def test_a_figure_belongs_to_a_figure_cell(jax_bench: Bench) -> None:
    """What another cell leaves open is closed, and no later cell saves it."""
    code = (
        HEAD + "plt.plot([1, 2])\n"
        "\n# %% figure: shown\nprint(plt.get_fignums())\nplt.plot([5])"
    )
    run = jax_bench.run(code + TAIL)
    assert run.cells[1].stdout.text == "[]\n"
    assert [f.id for cell in run.cells for f in cell.figures] == ["shown"]
    assert json.loads(run.files["shown.json"])["axes"][0]["series"][0]["y"] == [5]


def test_equal_figures_are_equal_files(jax_bench: Bench) -> None:
    """Nothing in an SVG depends on the time, the process or earlier figures."""
    code = HEAD + "\n# %% figure: shown\nplt.plot([1, 3, 2], label='a'); plt.legend()"
    noise = HEAD + "plt.plot([1]); plt.savefig('x.svg'); plt.rcParams['font.size'] = 30"
    jobs = [jax_bench.build(c + TAIL) for c in (code, noise, code)]
    first, _, third = jax_bench.run_all(*jobs, workers=1).values()
    assert first.files["shown.svg"] == third.files["shown.svg"]
    assert b"<dc:date>" not in first.files["shown.svg"]


def test_a_line_keeps_its_numbers_and_texts(jax_bench: Bench) -> None:
    """float32 numbers come in their shortest form; labels come along."""
    code = (
        "import jax.numpy as jnp\n"
        "plt.plot(jnp.array([0.1, 0.2]), jnp.array([0.46, jnp.nan]), label='loss')\n"
        "plt.plot([0, 1], [1e-9, 123456789.125], 'o', label='_hidden')\n"
        "plt.axhline(0.5)\n"
        "plt.title('T'); plt.xlabel('step'); plt.ylabel('loss (1)'); plt.yscale('log')"
    )
    run = draw(jax_bench, code)
    numbers = json.loads(run.files["shown.json"])
    axes = numbers["axes"][0]
    assert numbers["figure"] == "shown"
    assert (axes["title"], axes["x_label"], axes["y_label"]) == (
        "T",
        "step",
        "loss (1)",
    )
    assert axes["y_scale"] == "log"
    line, points = axes["series"]
    assert line == {
        "kind": "line",
        "label": "loss",
        "x": [0.1, 0.2],
        "y": [0.46, None],
        "omitted": 0,
    }
    assert points["kind"] == "points" and points["label"] == ""
    assert points["y"] == [1e-9, 123456789.125]


@pytest.mark.parametrize(
    ("code", "x", "y"),
    [
        ("plt.bar(['a', 'b'], [1.5, 2])", ["a", "b"], [1.5, 2]),
        ("plt.barh(['a', 'b'], [1.5, 2])", [1.5, 2], ["a", "b"]),
        ("plt.bar([1, 2], np.float32([0.1, 2]))", [1, 2], [0.1, 2]),
        ("plt.bar([0, 1], [3, 4]); plt.xticks([0, 1], ['p', 'q'])", ["p", "q"], [3, 4]),
        ("plt.hist([0, 0, 3], bins=2)", [0.75, 2.25], [2, 1]),
    ],
)
def test_bars_are_categories_or_places(
    jax_bench: Bench, code: str, x: list, y: list
) -> None:
    """A tick label is the name of its bar; numbers stay numbers."""
    (bars,) = draw_series(jax_bench, code)
    assert (bars["kind"], bars["x"], bars["y"]) == ("bar", x, y)


def test_points_and_error_bars_are_told_apart(jax_bench: Bench) -> None:
    """A scatter is points; an error bar's line keeps the label of the whole."""
    code = (
        "plt.scatter([1, 2], [3, 4], label='seen')\n"
        "plt.errorbar([1, 2], [5, 6], yerr=1, label='fit')"
    )
    line, points = draw_series(jax_bench, code)
    assert (line["kind"], line["label"], line["y"]) == ("line", "fit", [5, 6])
    assert (points["kind"], points["label"], points["y"]) == ("points", "seen", [3, 4])


def test_an_image_keeps_its_values_while_it_is_small(jax_bench: Bench) -> None:
    """A large one keeps its shape and the number of values left out."""
    code = (
        "plt.imshow(np.float32([[0.1, 2], [3, 4]])); plt.colorbar()\n"
        "plt.figure(); plt.imshow(np.zeros((100, 50)))"
    )
    run = draw(jax_bench, code)
    small = json.loads(run.files["shown.json"])["axes"]
    assert len(small) == 1
    assert small[0]["series"][0]["values"] == [0.1, 2, 3, 4]
    large = json.loads(run.files["shown-2.json"])["axes"][0]["series"][0]
    assert (large["shape"], large["values"], large["omitted"]) == ([100, 50], [], 5000)


def test_a_long_series_is_thinned_and_says_so(jax_bench: Bench) -> None:
    """First and last point stay; the rest is spread evenly."""
    (line,) = draw_series(jax_bench, "plt.plot(np.arange(5000))")
    assert line["omitted"] == 4000
    assert line["y"][0] == 0 and line["y"][-1] == 4999
    assert len(line["x"]) == len(line["y"]) == 1000


def test_a_figure_that_cannot_be_drawn_fails_its_cell(jax_bench: Bench) -> None:
    """An error of Matplotlib while saving is the lesson's failure."""
    code = HEAD + "\n# %% figure: shown\nplt.title('$\\\\frac{$')" + TAIL
    run = jax_bench.run(code)
    assert run.failure.cell == "figure/shown"
    assert (
        "ParseException" in run.failure.message or "ValueError" in run.failure.message
    )


def test_showing_a_figure_says_nothing(jax_bench: Bench) -> None:
    """On a desktop Matplotlib warns that nobody will see it; every page would too."""
    code = (
        "import warnings\nplt.plot([1])\nplt.show()\n"
        "warnings.warn('FigureCanvasAgg is non-interactive, and thus cannot be shown')"
    )
    assert draw(jax_bench, code).cells[1].stderr.text == ""


@pytest.mark.parametrize(
    "code",
    [
        "plt.imshow(np.ma.masked_equal(np.arange(4).reshape(2, 2), 3))",
        "plt.plot([]); plt.scatter([], []); plt.bar([], []); plt.hist([])",
        "plt.plot([np.nan, np.inf]); plt.scatter([np.nan], [1]); plt.bar(0, np.nan)",
        "plt.plot(np.array(['2026-01-01'], dtype='datetime64[D]'), [1])",
        "plt.subplot(projection='polar').plot([0, 1], [1, 2])",
        "plt.pcolormesh(np.eye(2)); plt.contourf(np.eye(2)); plt.fill_between([0], 1)",
        "plt.plot(['a', 'b'], [1, 2]); plt.title('a < b & c')",
    ],
)
def test_odd_figures_are_saved(jax_bench: Bench, code: str) -> None:
    """Masked, empty, without a finite number, dated, round: a valid pair of files."""
    run = draw(jax_bench, code)
    ElementTree.fromstring(run.files["shown.svg"])
    json.loads(run.files["shown.json"])


def test_a_masked_value_is_no_number(jax_bench: Bench) -> None:
    """Also among whole numbers, which have none of their own."""
    code = "plt.imshow(np.ma.masked_equal(np.arange(4).reshape(2, 2), 3))"
    (image,) = draw_series(jax_bench, code)
    assert image["values"] == [0, 1, 2, None]


def test_what_has_three_dimensions_gives_no_false_numbers(jax_bench: Bench) -> None:
    """Matplotlib keeps its places on the paper, which are not what was plotted."""
    code = "plt.subplot(projection='3d').plot([0, 1], [0, 1], [0, 1])"
    assert json.loads(draw(jax_bench, code).files["shown.json"])["axes"] == []


def test_texts_of_a_figure_are_clean(jax_bench: Bench) -> None:
    """No path of the machine, and no character that an image may not have."""
    code = (
        HEAD + "\n# %% figure: shown\nimport os\nplt.plot([1])\n"
        "plt.title(os.getcwd()); plt.xlabel(__file__); plt.ylabel('a\\x00b\\x1b')"
    )
    run = jax_bench.run(code + TAIL)
    assert run.failure is None
    ElementTree.fromstring(run.files["shown.svg"])
    axes = json.loads(run.files["shown.json"])["axes"][0]
    assert axes["title"] == "[run]/work"
    assert axes["x_label"].startswith("phases/")
    assert str(jax_bench.root).encode() not in run.files["shown.svg"]


def test_a_figure_too_large_for_a_page_fails_its_cell(jax_bench: Bench) -> None:
    """With what to do instead."""
    code = (
        HEAD + "\n# %% figure: shown\n"
        "plt.scatter(*np.random.default_rng(0).random((2, 45_000)))"
    )
    run = jax_bench.run(code + TAIL)
    assert run.failure.cell == "figure/shown"
    assert "draw fewer points, or pass `rasterized=True`" in run.failure.message
