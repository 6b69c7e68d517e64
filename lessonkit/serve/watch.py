"""Hears from the system which sources change; watchfiles asks it."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import suppress
from pathlib import Path

from watchfiles import Change, DefaultFilter, watch

# How long one look waits for news, in milliseconds.
TIMEOUT = 100

Stream = Generator[set[tuple[Change, str]], None, None]


class Watch:
    """Watches files and folders; what they hold when it is made counts as known.

    The system keeps its news until they are asked for, so none is missed while
    something else is done. A file that is saved anew, or a folder that comes back, is
    another one to the system; so the folders around all places are watched too.
    """

    def __init__(self, places: Iterable[Path]) -> None:
        self._places = frozenset(places)
        self._filter = _SourceFilter(self._places)
        around = {place.parent for place in self._places}
        self._around = _open_stream(around, self._filter, recursive=False)
        self._inside = self._open_inside()

    def find_changes(self) -> frozenset[Path]:
        """Return what appeared, changed or vanished since the last time.

        A folder stands for all that it holds, or held.
        """
        news = next(self._inside) | next(self._around)
        changed = frozenset(Path(path) for _, path in news)
        if all(place.is_file() for place in changed & self._places):
            return changed
        self._inside.close()
        self._inside = self._open_inside()
        return changed | self._places

    def wait(self) -> frozenset[Path]:
        """Return the next changes, all those that come in quick succession."""
        while not (changed := self.find_changes()):
            pass
        return changed

    def _open_inside(self) -> Stream:
        while True:
            folders = [place for place in self._places if place.is_dir()]
            with suppress(FileNotFoundError):  # One has gone this very moment.
                return _open_stream(folders, self._filter, recursive=True)


class _SourceFilter(DefaultFilter):
    """Passes sources alone: no editor's files, caches, or names that begin with a dot.

    Where the places lie does not matter. That a folder was modified says nothing: what
    it holds is told by itself, and may be a cache.
    """

    def __init__(self, places: Iterable[Path]) -> None:
        super().__init__()
        self._places = tuple(places)

    def __call__(self, change: Change, path: str) -> bool:
        """Say whether a change is told."""
        found = Path(path)
        place = next((at for at in self._places if found.is_relative_to(at)), None)
        if place is None or (change is Change.modified and found.is_dir()):
            return False
        inside = found.relative_to(place)
        if any(part.startswith(".") for part in inside.parts):
            return False
        return super().__call__(change, str(inside))


def _open_stream(
    folders: Iterable[Path],
    watch_filter: DefaultFilter,
    *,
    recursive: bool,
    polling: bool | None = None,
) -> Stream:
    """Return the changes in folders from now on, each time those since the last.

    Folders are looked at again and again where `polling` says so, where
    WATCHFILES_FORCE_POLLING does, and where the system can watch no more of them.
    """
    stream = watch(
        *folders,
        watch_filter=watch_filter,
        rust_timeout=TIMEOUT,
        yield_on_timeout=True,
        force_polling=polling,
        recursive=recursive,
        ignore_permission_denied=True,
    )
    try:
        next(stream)  # The watching begins with the first question.
    except FileNotFoundError:
        raise
    except (OSError, RuntimeError):  # The latter is what watchfiles raises itself.
        if polling:
            raise
        return _open_stream(folders, watch_filter, recursive=recursive, polling=True)
    return stream
