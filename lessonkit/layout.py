"""Where things lie in a course's repository, found without reading any of them."""

from __future__ import annotations

import re
from pathlib import Path

PHASES = "phases"
DOCS = "docs"
ERRATA = "errata.yml"
NUMBERED = re.compile(r"(?P<number>\d\d)-[a-z0-9]+(?:-[a-z0-9]+)*")
PROJECT = "project"
PRACTICE = "practice"
MAIN = "code/main.py"
ID_LINE = re.compile(r"^id:\s*(?P<id>[a-z0-9-]+)\s*(?:#.*)?$", re.MULTILINE)


def find_phase_folders(root: Path) -> tuple[Path, ...]:
    """Return the folders phases/NN-slug that hold a phase.yml, in order."""
    found = (root / PHASES).glob("[0-9][0-9]-*/phase.yml")
    return tuple(sorted(file.parent for file in found))


def find_lesson_folders(phase: Path) -> tuple[Path, ...]:
    """Return a phase's lesson folders, in order, its project last.

    A folder counts as a lesson when it holds a lesson.yml or a code/main.py, so
    that one whose other half is missing is reported rather than overlooked.
    """
    folders = [*sorted(phase.glob("[0-9][0-9]-*")), phase / PROJECT]
    return tuple(
        folder
        for folder in folders
        if (folder / "lesson.yml").is_file() or (folder / MAIN).is_file()
    )


def find_all_lesson_folders(root: Path) -> tuple[Path, ...]:
    """Return the lesson folders of every phase, in reading order."""
    phases = find_phase_folders(root)
    return tuple(folder for phase in phases for folder in find_lesson_folders(phase))


def read_id(folder: Path) -> str:
    """Return the id in a lesson's lesson.yml, or the folder's name without one.

    Reads one line by its form, because loading YAML would cost more than all else
    that is done where nothing has to be run.
    """
    try:
        match = ID_LINE.search((folder / "lesson.yml").read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        match = None
    return match["id"] if match else folder.name


def starter_path(folder: Path, id: str) -> Path:
    """Return where a lesson's derived starter lies."""
    return folder / "exercises" / f"{id}.py"


def practice_folder(root: Path, id: str) -> Path:
    """Return the folder of a learner's own files for a lesson."""
    return root / PRACTICE / id
