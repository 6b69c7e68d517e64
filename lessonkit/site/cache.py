"""What building has worked out before, kept by a hash of all that it depends on.

A cache is never in the way: an entry that is missing, damaged or of another version
counts as absent, and one that cannot be written is left out. Two builds at a time may
share a folder, since an entry appears whole and says the same whoever wrote it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, TypeVar

from jinja2.bccache import Bucket, BytecodeCache

from lessonkit import BEGUN
from lessonkit.files import remove_files, write_file

PACKAGE = Path(__file__).parents[1]
# Below the folder of a course's repository; deleting it costs time and nothing else.
CACHE = Path(".lessonkit/cache/site")
# What a page is made with, besides this package and Python.
LIBRARIES = (
    "Jinja2",
    "Markdown",
    "Pygments",
    "math-core",
    "mkdocs",
    "mkdocs-material",
    "pydantic",
    "pymdown-extensions",
)
DAY = 24 * 60 * 60
# An entry that no build has asked for in this time is removed.
LONGEST_IDLE = 7 * DAY

Value = TypeVar("Value")


class Cache:
    """Entries in a folder. Only what this package itself worked out is kept in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find(self, kind: str, key: str) -> Any | None:
        """Return an entry's value, or None where there is none to trust."""
        return _find_entry(self.folder / kind / key)

    def keep(self, kind: str, key: str, value: object) -> None:
        """Keep a value, which is never None."""
        data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
        content = hashlib.sha256(data).digest() + data
        with contextlib.suppress(OSError):
            write_file(self.folder / kind / key, content, durable=False)

    def work_out(self, kind: str, key: str, build: Callable[[], Value]) -> Value:
        """Return an entry's value; where there is none, build and keep it."""
        found = self.find(kind, key)
        if found is None:
            found = build()
            self.keep(kind, key, found)
        return found

    def reuse(self, name: str, build: Callable[[], Value]) -> Value:
        """Return what is built, or what a preview may take for it from before."""
        return build()

    def hash_folder(self, folder: Path) -> str:
        """Return a hash of the names and contents of all files below a folder."""
        return hash_files(list_files(folder))

    def end_build(self) -> None:
        """Remove what no build has asked for in a long time."""
        oldest = time.time() - LONGEST_IDLE
        paths = list(self.folder.glob("*/*"))
        remove_files(path for path in paths if _is_older(path, oldest))


class Memory(Cache):
    """A cache for many builds by one process: the last one's entries stay at hand.

    Only the first build writes entries, since an author's every step would fill the
    disk. A file counts as unchanged while its time and size are. What nobody looks at
    in a preview stays as the first build made it.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._entries: dict[tuple[str, str], Any] = {}
        self._asked: dict[tuple[str, str], Any] = {}
        self._hashes: dict[Path, tuple[object, str]] = {}
        self._reused: dict[str, Any] = {}
        self._first = True

    def find(self, kind: str, key: str) -> Any | None:
        """Return an entry's value, or None where there is none to trust."""
        found = self._asked.get((kind, key))
        if found is None:
            found = self._entries.get((kind, key))
        if found is None:
            found = super().find(kind, key)
        if found is not None:
            self._asked[kind, key] = found
        return found

    def keep(self, kind: str, key: str, value: object) -> None:
        """Keep a value, which is never None."""
        self._asked[kind, key] = value
        if self._first:
            super().keep(kind, key, value)

    def reuse(self, name: str, build: Callable[[], Value]) -> Value:
        """Return what the first build made."""
        if name not in self._reused:
            self._reused[name] = build()
        return self._reused[name]

    def hash_folder(self, folder: Path) -> str:
        """Return a hash of the names and contents of all files below a folder."""
        files = list_files(folder)
        state = [(name, _find_state(path)) for name, path in sorted(files.items())]
        known = self._hashes.get(folder)
        if known and known[0] == state:
            return known[1]
        self._hashes[folder] = state, hash_files(files)
        return self._hashes[folder][1]

    def end_build(self) -> None:
        """Forget what this build did not ask for."""
        if self._first:
            super().end_build()
        self._first = False
        self._entries, self._asked = self._asked, {}


def _find_state(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


class TemplateCache(BytecodeCache):
    """Keeps what the template engine makes of templates."""

    def __init__(self, cache: Cache) -> None:
        self.cache = cache

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill a bucket, where its template was compiled before."""
        code = self.cache.find("templates", self._key(bucket))
        if code:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what a template was compiled to."""
        self.cache.keep("templates", self._key(bucket), bucket.bytecode_to_string())

    def _key(self, bucket: Bucket) -> str:
        return hash_parts([hash_tools(), bucket.key, bucket.checksum])


def _is_older(path: Path, oldest: float) -> bool:
    try:
        return path.stat().st_mtime < oldest
    except OSError:
        return False


def _find_entry(path: Path) -> Any | None:
    """Return the value in a file whose checksum is right; note that it was of use."""
    try:
        content = path.read_bytes()
        if time.time() - path.stat().st_mtime > DAY:
            os.utime(path)
    except OSError:
        return None
    digest, data = content[:32], content[32:]
    if hashlib.sha256(data).digest() != digest:
        return None
    try:
        return pickle.loads(data)
    except Exception:  # Whatever a class of another version raises.
        return None


def hash_parts(parts: Iterable[str | bytes]) -> str:
    """Return one hash of several parts, each with its length."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(b"%d:" % len(data))
        digest.update(data)
    return digest.hexdigest()


def hash_files(files: Mapping[str, Path]) -> str:
    """Return one hash of the names and contents of files that may vanish meanwhile."""
    parts: list[str | bytes] = []
    for name, path in sorted(files.items()):
        try:
            parts += [name, path.read_bytes()]
        except OSError:
            continue
    return hash_parts(parts)


def list_files(folder: Path) -> dict[str, Path]:
    """Return the files below a folder by their names in it, caches left out."""
    found = {}
    for here, subfolders, names in os.walk(folder):
        subfolders[:] = [name for name in subfolders if name != "__pycache__"]
        place = Path(here)
        inside = place.relative_to(folder).as_posix()
        for name in names:
            found[name if inside == "." else f"{inside}/{name}"] = place / name
    return found


@cache
def hash_tools() -> str:
    """Return one hash of what makes the pages: this package, Python, its libraries.

    Where a file changed after this process had begun to read them, nobody knows which
    form is in use. Then the hash is one that no other process will ever ask for.
    """
    files = list_files(PACKAGE)
    versions = [f"{name} {_find_version(name)}" for name in LIBRARIES]
    parts = [hash_files(files), sys.version, *versions]
    changed = any(path.stat().st_mtime > BEGUN for path in files.values())
    return hash_parts([*parts, os.urandom(16) if changed else b""])


def _find_version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
