"""The repository as a ZIP: what lessons tell a reader to use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from pathspec import GitIgnoreSpec

from lessonkit.files import build_zip
from lessonkit.site.links import archive_name

# Never part of the archive, whatever .gitignore says.
EXCLUDED = frozenset(
    {".git", ".venv", "site", ".lessonkit", "practice", "__pycache__"},
)


def build_archive(root: Path, title: str) -> bytes:
    """Return the repository's files in one folder, named for the course."""
    folder = archive_name(title)
    files = {f"{folder}/{name}": path for name, path in find_repository_files(root)}
    return build_zip({name: path.read_bytes() for name, path in files.items()})


def find_repository_files(root: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files that Git would keep, by their names from the root."""
    ignore = root / ".gitignore"
    lines = ignore.read_text(encoding="utf-8").splitlines() if ignore.is_file() else []
    spec = GitIgnoreSpec.from_lines(lines)
    for folder, subfolders, names in os.walk(root):
        here = Path(folder)
        subfolders[:] = sorted(
            name
            for name in subfolders
            if not _is_excluded(root, here / name)
            and not spec.match_file(f"{_name(root, here / name)}/")
        )
        for name in sorted(names):
            path = here / name
            if path.is_file() and not spec.match_file(_name(root, path)):
                yield _name(root, path), path


def _is_excluded(root: Path, folder: Path) -> bool:
    """Return whether a folder is left out: the course's own `site` at its root."""
    name = folder.name
    at_root = folder.parent == root
    return name in EXCLUDED and (at_root or name.startswith((".", "__")))


def _name(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix()
