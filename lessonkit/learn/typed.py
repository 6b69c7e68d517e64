"""Our commands as a learner types them in the folder where they are."""

from __future__ import annotations

import sys
from pathlib import Path


def type_command(*words: str) -> str:
    """Return one of our commands with the Python that runs this.

    An environment below the current folder is named by its path, since a learner
    need not have activated it; elsewhere `python` has to do.
    """
    python, here = Path(sys.executable), Path.cwd()
    shown = str(python.relative_to(here)) if python.is_relative_to(here) else "python"
    return " ".join([shown, "-m", "lessonkit", *words])
