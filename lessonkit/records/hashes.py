"""Hash the inputs of a run, as they are and by what they mean."""

from __future__ import annotations

import ast
import hashlib
import re
from pathlib import Path
from typing import Any

from lessonkit.layout import MAIN
from lessonkit.records.model import SourceHash

# The same words as the reader of main.py, without its dependencies.
_MARKER = re.compile(r"^# %% (?:([a-z]+): ([a-z0-9-]+)|pass)$", re.MULTILINE)


def hash_bytes(content: bytes) -> str:
    """Return the SHA-256 of the content with LF line endings, in hexadecimal."""
    return hashlib.sha256(content.replace(b"\r\n", b"\n")).hexdigest()


def hash_input(folder: Path, path: str) -> str:
    """Return the raw hash of an input: a file, or the names in a listed folder.

    `path` is relative to `folder`. Raises OSError where it cannot be read.
    """
    if path.endswith("/"):
        names = sorted(p.name for p in (folder / path).iterdir() if _is_source(p))
        return hash_bytes("\n".join(names).encode())
    return hash_bytes((folder / path).read_bytes())


def _is_source(path: Path) -> bool:
    """Say whether a name in a listed folder counts: hidden and cached ones do not."""
    return not path.name.startswith((".", "__pycache__"))


def hash_source(path: str, content: bytes) -> SourceHash:
    """Return both hashes of a file's content; `path` tells what kind of file it is."""
    raw = hash_bytes(content)
    if not path.endswith(".py"):
        return SourceHash(path, raw, raw)
    code = content.decode("utf-8", "replace").replace("\r\n", "\n")
    if path == MAIN:
        return SourceHash(path, raw, hash_order(hash_cells(code)))
    return SourceHash(path, raw, hash_code(code))


def hash_cells(code: str) -> dict[str, str]:
    """Return the normalised hash of each cell of a main.py, by name, in order."""
    markers = list(_MARKER.finditer(code))
    ends = [marker.start() for marker in markers[1:]] + [len(code)]
    return {
        f"{marker[1]}/{marker[2]}" if marker[1] else "pass/pass": hash_code(
            code[marker.end() : end]
        )
        for marker, end in zip(markers, ends, strict=False)
    }


def hash_order(cells: dict[str, str]) -> str:
    """Return one hash over the cells' names and hashes, in their order."""
    return hash_bytes("\n".join(f"{name} {cells[name]}" for name in cells).encode())


def hash_code(code: str) -> str:
    """Return a hash of Python code that no comment, layout or Python version moves."""
    try:
        return hash_bytes(_dump(ast.parse(code)).encode())
    except (SyntaxError, ValueError):
        return hash_bytes(code.encode())


def _dump(node: Any) -> str:
    """Write a syntax tree as text.

    Empty fields are left out: each Python adds some, and `ast.dump` shows them.
    """
    if isinstance(node, list):
        return f"[{', '.join(map(_dump, node))}]"
    if not hasattr(node, "_fields"):
        return repr(node)
    given = {name: getattr(node, name, None) for name in node._fields}
    shown = [f"{k}={_dump(v)}" for k, v in given.items() if v is not None and v != []]
    return f"{type(node).__name__}({', '.join(shown)})"
