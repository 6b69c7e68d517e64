"""Run lessons with nbclient, a fresh kernel for each, one after the other.

Run by scripts/bench.py in its own environment: the arguments are main.py files.
"""

import re
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

MARKER = re.compile(r"^# %%.*\n", re.MULTILINE)


def build_notebook(main: Path) -> nbformat.NotebookNode:
    """Return the notebook of a program's cells, with `__file__` set first."""
    cells = [f"__file__ = {str(main)!r}", *MARKER.split(main.read_text("utf-8"))]
    return nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(cell) for cell in cells]
    )


def main(arguments: list) -> None:
    """Execute each notebook; an error in a cell ends it all."""
    for name in arguments:
        path = Path(name)
        where = {"metadata": {"path": str(path.parent)}}
        client = NotebookClient(
            build_notebook(path), kernel_name="python3", timeout=600, resources=where
        )
        client.execute()


if __name__ == "__main__":
    main(sys.argv[1:])
