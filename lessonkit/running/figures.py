"""Figures: save what a figure cell leaves open, and close everything at its end."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

from lessonkit.files import write_file
from lessonkit.running.job import RunFolder

# A page shows each figure as it is.
MOST_BYTES = 4 << 20

# Control characters, which Matplotlib takes over from a lesson's texts.
_NOT_IN_XML = bytes({*range(32)} - {*b"\t\n\r"})


def save_figures(folder: RunFolder, cell_id: str) -> list[str]:
    """Save each open figure and its numbers; return their ids, in order.

    The first is called like its cell, the others `id-2`, `id-3` and so on.
    """
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is None:
        return []
    from lessonkit.running.figure_data import extract_figure

    ids = []
    for number in pyplot.get_fignums():
        id = f"{cell_id}-{len(ids) + 1}" if ids else cell_id
        figure = pyplot.figure(number)
        image = _draw(figure)
        if len(image) > MOST_BYTES:
            raise ValueError(
                f"figure `{id}` takes {len(image) >> 20} MiB as SVG: draw fewer "
                "points, or pass `rasterized=True` for those"
            )
        write_file(folder.figure(id, "svg"), image, durable=False)
        numbers = json.dumps(extract_figure(figure, id), ensure_ascii=False, indent=1)
        write_file(folder.figure(id, "json"), numbers + "\n", durable=False)
        ids.append(id)
    return ids


def _draw(figure: Any) -> bytes:
    """Return a figure as SVG."""
    stream = io.BytesIO()
    # Without a date, so that an equal figure is an equal file.
    figure.savefig(stream, format="svg", metadata={"Date": None})
    return stream.getvalue().translate(None, delete=_NOT_IN_XML)


def close_figures() -> None:
    """Close every open figure, so that none leaks into a later cell."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot.close("all")
