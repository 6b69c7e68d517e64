"""The live preview: shows the site while its sources change, and runs changed lessons.

One process watches, builds and serves. It keeps what earlier builds worked out, so a
change costs little more than what it touches. Lessons run in other processes.
"""

from __future__ import annotations

import os
import signal
import time
import traceback
from pathlib import Path

import psutil

from lessonkit.files import remove_tree
from lessonkit.layout import PHASES
from lessonkit.mkdocs_preview import PreviewFault, build_preview
from lessonkit.serve.board import Board
from lessonkit.serve.runs import LessonRuns
from lessonkit.serve.server import run_server
from lessonkit.serve.watch import Watch
from lessonkit.site.cache import CACHE, Memory, hash_tools
from lessonkit.site.cache_lessons import LessonCache
from lessonkit.site.host import find_config
from lessonkit.site.pages import DOCS
from lessonkit.site.templates import FOLDER
from lessonkit.stale import REQUIREMENTS

PORT = 8000
WORK = Path(".lessonkit/preview")


def serve(root: Path, *, port: int = PORT) -> int:
    """Show the site at a local address until Ctrl-C, and changes as they are made."""
    config = find_config(root)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end)
    board = Board()
    folder = _make_folder(root)
    places = [root / DOCS, root / PHASES, config, root / REQUIREMENTS, FOLDER]
    try:
        with run_server(board, port) as address, LessonRuns(root, board) as runs:
            print(f"preview at {address} (Ctrl-C ends it)", flush=True)
            watch = Watch(places)
            builder = Builder(root, board, folder, address)
            builder.build()
            while True:
                changed = watch.wait()
                runs.consider(changed)
                if any(path.is_relative_to(FOLDER) for path in changed):
                    hash_tools.cache_clear()
                builder.build()
    except KeyboardInterrupt:
        return 0
    finally:
        remove_tree(folder)


def _end(number: int, frame: object) -> None:
    raise KeyboardInterrupt


def _make_folder(root: Path) -> Path:
    """Return a folder for this preview alone; those of previews that died go."""
    for other in (root / WORK).glob("*"):
        if not (other.name.isdigit() and psutil.pid_exists(int(other.name))):
            remove_tree(other)
    return root / WORK / str(os.getpid())


class Builder:
    """Builds the site again and again; the last one that worked stays to be shown."""

    def __init__(self, root: Path, board: Board, folder: Path, address: str) -> None:
        self._root = root
        self._board = board
        self._folder = folder
        self._address = address
        self._memory = Memory(root / CACHE)
        self._count = 0
        self._printed: tuple[str, ...] = ()

    def build(self) -> None:
        """Load the course and build the site; what is in the way is told in words."""
        begun = time.monotonic()
        problems: tuple[str, ...] = ()
        try:
            lessons = LessonCache(self._memory)
            site = lessons.load_site(self._root)
            problems = tuple(str(problem) for problem in site.problems)
            self._print_problems(problems)
            if site.loaded.problems or site.loaded.course is None:
                self._hold_back(problems)
                return
            target = self._folder / f"site-{(self._count + 1) % 2}"
            build_preview(
                self._root,
                site,
                lessons,
                target=target,
                pages=self._folder / "pages",
                address=self._address,
            )
        except PreviewFault as fault:
            self._hold_back(problems, str(fault))
        except Exception as error:  # A page that fails must not end the preview.
            fault = f"{type(error).__name__}: {error}"
            if problems:  # They are the reason, as far as anybody knows.
                fault = f"the site cannot be built with these problems ({fault})"
            else:
                traceback.print_exc()
            self._hold_back(problems, fault)
        else:
            self._count += 1
            self._memory.end_build()
            self._board.post_site(target, problems)
            print(f"built in {time.monotonic() - begun:.1f} s", flush=True)

    def _print_problems(self, problems: tuple[str, ...]) -> None:
        """Show the problems in the terminal, unless they stand there already."""
        if problems != self._printed:
            print("\n".join(problems or ["no problems are left"]), flush=True)
        self._printed = problems

    def _hold_back(self, problems: tuple[str, ...], fault: str = "") -> None:
        """Tell what keeps the site from being built; the last one stays."""
        self._board.post_problems(problems, fault)
        told = [fault] if fault else []
        told.append("the preview stays as it was until this is mended")
        print("\n".join(told), flush=True)
