"""Extract the numbers of a Matplotlib figure: lines, bars, points and images.

Only artists in data coordinates count: a guide line across the axes or an arrow
between two labels is decoration. Imported only where Matplotlib is loaded.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import PathCollection, QuadMesh
from matplotlib.container import BarContainer
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D

# The most numbers that one series keeps for each of x and y, and one image.
MOST_NUMBERS = 1000


def extract_figure(figure: Figure, id: str) -> dict[str, Any]:
    """Return what a figure plots, as plain JSON values.

    `omitted` counts the points of a series that were left out; those that are kept
    are spread evenly from the first to the last.
    """
    bars = [m.colorbar.ax for axes in figure.axes for m in _list_colored(axes)]
    plotted = [
        axes
        for axes in figure.axes
        # What three dimensions keep as data are places on the paper.
        if axes not in bars and axes.name != "3d" and _has_data(axes)
    ]
    axes = [_extract_axes(axes) for axes in plotted]
    return {"figure": id, "title": figure.get_suptitle(), "axes": axes}


def _list_colored(axes: Axes) -> list[ScalarMappable]:
    """Return what has a colour bar, which has axes of its own but only explains."""
    return [m for m in (*axes.images, *axes.collections) if m.colorbar]


def _has_data(axes: Axes) -> bool:
    """Say whether axes plot something."""
    return any(_extract_series(axes))


def _extract_axes(axes: Axes) -> dict[str, Any]:
    """Return the texts of one pair of axes, and its series."""
    titles = [axes.get_title(place) for place in ("left", "center", "right")]
    return {
        "title": " ".join(title for title in titles if title),
        "x_label": axes.get_xlabel(),
        "y_label": axes.get_ylabel(),
        "x_scale": axes.get_xscale(),
        "y_scale": axes.get_yscale(),
        "series": list(_extract_series(axes)),
    }


def _extract_series(axes: Axes) -> Iterator[dict[str, Any]]:
    """Yield every series of the axes: bars, lines, points, images."""
    labels = {
        id(artist): container.get_label()
        for container in axes.containers
        for artist in container.get_children()
    }
    for container in axes.containers:
        if isinstance(container, BarContainer):
            yield _extract_bars(axes, container)
    for line in axes.lines:
        if line.get_transform() == axes.transData and len(line.get_xdata()):
            yield _extract_line(line, labels.get(id(line), line.get_label()))
    for collection in axes.collections:
        if isinstance(collection, QuadMesh):
            yield _extract_grid(collection)
        elif (
            isinstance(collection, PathCollection)
            and collection.get_offset_transform() == axes.transData
        ):
            x, y = _fill(collection.get_offsets()).T
            yield _build_series("points", collection.get_label(), x, y)
    for image in axes.images:
        if image.get_transform() == axes.transData or isinstance(image, AxesImage):
            yield _extract_grid(image)


def _extract_bars(axes: Axes, bars: BarContainer) -> dict[str, Any]:
    """Return bars: categories or centres on one axis, lengths on the other."""
    sideways = bars.orientation == "horizontal"
    if sideways:
        places = [float(bar.get_y() + bar.get_height() / 2) for bar in bars]
        lengths = [bar.get_width() for bar in bars]
    else:
        places = [float(bar.get_x() + bar.get_width() / 2) for bar in bars]
        lengths = [bar.get_height() for bar in bars]
    places = _find_names(axes.yaxis if sideways else axes.xaxis, places) or places
    x, y = (lengths, places) if sideways else (places, lengths)
    return _build_series("bar", bars.get_label(), x, y)


def _find_names(axis: Any, centres: Sequence[float]) -> list[str]:
    """Return the tick label under each bar, or nothing where one has none."""
    ticks = zip(axis.get_majorticklocs(), axis.get_majorticklabels(), strict=False)
    labels = {float(place): text.get_text() for place, text in ticks}
    if all(_is_number(text) for text in labels.values()):
        return []
    names = [
        next((text for at, text in labels.items() if math.isclose(at, c)), "")
        for c in centres
    ]
    return names if all(names) else []


def _is_number(text: str) -> bool:
    """Say whether a tick label only repeats its place as a number."""
    try:
        float(text.replace("\N{MINUS SIGN}", "-") or "0")
    except ValueError:
        return False
    return True


def _extract_line(line: Line2D, label: str) -> dict[str, Any]:
    """Return a line, or its points where no line joins them."""
    joined = line.get_linestyle() not in ("None", "none", " ", "")
    x, y = line.get_data(orig=True)
    return _build_series("line" if joined else "points", label, x, y)


def _extract_grid(artist: Artist) -> dict[str, Any]:
    """Return an image's values by rows, or only its size where it is too large."""
    values = _fill(artist.get_array())
    shape = values.shape
    kept = values.size <= MOST_NUMBERS
    return {
        "kind": "image",
        "label": _clean(artist.get_label()),
        "shape": list(shape),
        "values": _shorten_all(values.ravel()) if kept else [],
        "omitted": 0 if kept else int(values.size),
    }


def _fill(values: Any) -> Any:
    """Return an array whose masked values are no numbers."""
    values = numpy.ma.asarray(values)
    if not numpy.ma.is_masked(values):
        return values.data
    return values.astype(float).filled(numpy.nan)


def _build_series(kind: str, label: Any, x: Any, y: Any) -> dict[str, Any]:
    """Return one series, thinned evenly where it has too many points."""
    x, y = numpy.ravel(x), numpy.ravel(y)
    count = min(len(x), len(y))
    chosen = numpy.arange(count)
    if count > MOST_NUMBERS:
        chosen = numpy.linspace(0, count - 1, MOST_NUMBERS).round().astype(int)
    return {
        "kind": kind,
        "label": _clean(label),
        "x": _shorten_all(x[chosen]),
        "y": _shorten_all(y[chosen]),
        "omitted": count - len(chosen),
    }


def _clean(label: Any) -> str:
    """Return a label that a legend would show; Matplotlib's own begin with `_`."""
    text = str(label or "")
    return "" if text.startswith("_") else text


def _shorten_all(values: Iterable[Any]) -> list[Any]:
    """Return values as JSON: numbers in their shortest form, others as text."""
    return [_shorten(value) for value in values]


def _shorten(value: Any) -> Any:
    """Return a number with the digits that tell it from its neighbours.

    A value that float32 holds exactly is written as float32 would be: 0.46 and not
    0.46000000834465027. What is not finite has no number in JSON.
    """
    if isinstance(value, bool | numpy.bool_):
        return int(value)
    if isinstance(value, int | numpy.integer):
        return int(value)
    if not isinstance(value, float | numpy.floating):
        return str(value)
    if not math.isfinite(value):
        return None
    number = float(value)
    with numpy.errstate(over="ignore"):
        single = numpy.float32(number)
    short = float(str(single)) if float(single) == number else number
    return int(short) if short.is_integer() and abs(short) < 2**53 else short
