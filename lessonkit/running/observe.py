"""Observe what a lesson reads, and keep it out of everyone else's files."""

from __future__ import annotations

import functools
import importlib.machinery
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import CodeType

import lessonkit
from lessonkit.running.job import Job

# Python looks through every folder of sys.path; no lesson learns what it saw.
_IMPORT_SYSTEM = ("_frozen_importlib", "importlib", "pkgutil")
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

# Events that change files: where their paths stand, and for each the descriptor of
# the folder that it is relative to.
_CHANGES = {
    "os.chmod": {0: 2},
    "os.chown": {0: 3},
    "os.link": {0: 2, 1: 3},
    "os.mkdir": {0: 2},
    "os.remove": {0: 1},
    "os.rename": {0: 2, 1: 3},
    "os.rmdir": {0: 1},
    "os.symlink": {1: 2},
    "os.truncate": {0: 2},
    "shutil.rmtree": {0: 1},
}


class Observer:
    """Notes the files and listings that a lesson reads from its own folder.

    A read elsewhere in the repository, or a write anywhere in it, is refused: the
    first would make records stale without anyone knowing, the second would make
    one lesson's run change another's.
    """

    def __init__(self, job: Job, reads: Path) -> None:
        self._root = _folder_prefix(job.root)
        self._lesson = _folder_prefix(job.folder)
        self._free = tuple(
            _folder_prefix(folder)
            for folder in (
                sys.prefix,
                Path(lessonkit.__file__).parent,
                Path(job.root) / ".lessonkit",
            )
        )
        self._paths: set[str] = set()
        self._reads = reads
        self._owner = os.getpid()

    def audit(self, event: str, arguments: tuple[object, ...]) -> None:
        """Look at one audit event; see sys.addaudithook."""
        if event == "open":
            path, _, flags = arguments
            self._note(path, writes=bool(flags & _WRITES))
        elif event in _CHANGES:
            for path, folder in _CHANGES[event].items():
                parent = arguments[folder] if folder < len(arguments) else None
                self._note(_join(parent, arguments[path]), writes=True)
        elif event == "sqlite3.connect":
            # It opens the file by itself, and makes one where there is none.
            path = arguments[0]
            self._note(path, writes=path != ":memory:" and not os.path.exists(path))
        elif event in ("os.listdir", "os.scandir"):
            lister = sys._getframe(1).f_globals.get("__name__", "")
            if not lister.startswith(_IMPORT_SYSTEM):
                self._note(arguments[0] or ".", listing=True)
        elif event == "subprocess.Popen":
            # Another program reads its script unseen, so what it is given counts.
            for argument in arguments[1]:
                if os.path.isfile(argument):
                    self._note(argument)

    def _note(
        self, path: object, *, writes: bool = False, listing: bool = False
    ) -> None:
        """Keep a path that the lesson reads in its folder; refuse what may not be."""
        if not isinstance(path, str | bytes | os.PathLike):
            return  # A file descriptor, which was opened before.
        try:
            real = os.path.realpath(os.fsdecode(path))
        except FileNotFoundError:
            return  # The working directory is gone, and with it what lay there.
        if listing:
            real += os.sep
        if not real.startswith(self._root) or real.startswith(self._free):
            return
        shown = Path(real).relative_to(self._root).as_posix()
        if writes:
            raise PermissionError(
                f"a lesson may not write {shown}: use the working directory"
            )
        if not real.startswith(self._lesson):
            raise PermissionError(
                f"a lesson may not read {shown}: it lies outside the lesson's folder"
            )
        if real not in self._paths:
            self._paths.add(real)
            if os.getpid() != self._owner:
                self._tell(real)

    def _tell(self, path: str) -> None:
        """Tell the lesson's process of a path that one forked from it reads."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        file = os.open(self._reads, flags, 0o600)
        os.write(file, os.fsencode(path) + b"\0")
        os.close(file)

    def find_inputs(self, modules: Iterable[str], main: str) -> list[str]:
        """Return the data read so far, relative to the lesson's folder, sorted.

        What a lesson tried to open in vain is no data.
        """
        code = {*modules, os.path.realpath(main)}
        told = self._reads.read_bytes() if self._reads.exists() else b""
        paths = self._paths.union(os.fsdecode(told).split("\0")) - code
        return [
            self._name(path)
            for path in sorted(paths)
            if (os.path.isdir if path.endswith(os.sep) else os.path.isfile)(path)
        ]

    def find_modules(self, main: str) -> list[str]:
        """Return the files of the imported modules that lie beside the lesson."""
        # A thousand modules share few folders: each is resolved once.
        resolve = functools.cache(os.path.realpath)
        files = {
            os.path.join(resolve(os.path.dirname(file)), os.path.basename(file))
            for module in list(sys.modules.values())
            if isinstance(file := getattr(module, "__dict__", {}).get("__file__"), str)
        }
        beside = {resolve(file) for file in files if file.startswith(self._lesson)}
        beside -= {resolve(main)}
        return sorted(file for file in beside if file.startswith(self._lesson))

    def _name(self, path: str) -> str:
        """Return a path relative to the lesson's folder; a folder keeps its slash."""
        name = os.path.relpath(path, self._lesson).replace(os.sep, "/")
        return f"{name}/" if path.endswith(os.sep) else name

    def name_all(self, paths: Iterable[str]) -> list[str]:
        """Return paths relative to the lesson's folder."""
        return [self._name(path) for path in paths]


def _join(parent: object, path: object) -> object:
    """Return a path that may be relative to the folder of a descriptor."""
    if not isinstance(parent, int) or parent < 0 or isinstance(path, int):
        return path
    try:
        return os.path.join(os.readlink(f"/proc/self/fd/{parent}"), os.fsdecode(path))
    except OSError:  # No such file system here, or no such descriptor.
        return path


def _folder_prefix(folder: str | Path) -> str:
    """Return the real path of a folder with a separator at its end."""
    return os.path.realpath(folder) + os.sep


class _SourceLoader(importlib.machinery.SourceFileLoader):
    """Loads a module from its source, however fresh its cached bytecode looks."""

    def get_code(self, fullname: str) -> CodeType:
        """Compile the source; a cache is trusted by its second and its size only."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def build_import_hook(folder: str) -> Callable[[str], importlib.machinery.FileFinder]:
    """Return a path hook that imports modules under `folder` from their sources."""
    prefix = _folder_prefix(folder)

    def hook(path: str) -> importlib.machinery.FileFinder:
        if not _folder_prefix(path).startswith(prefix):
            raise ImportError(f"{path} is not under {folder}")
        return importlib.machinery.FileFinder(path, (_SourceLoader, [".py"]))

    return hook
