"""One run at a time: two would disturb each other's timings and records."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from lessonkit.errors import UsageError


@contextmanager
def hold_lock(root: Path) -> Iterator[None]:
    """Hold the repository's lock; raises UsageError where another process has it.

    The system frees the lock when its holder ends, however that happens, so none
    can be left behind.
    """
    path = root / ".lessonkit" / "execute.lock"
    with _open_lock(path) as stream:
        if not _try_lock(stream.fileno()):
            stream.seek(0)
            holder = stream.read().strip() or "unknown"
            raise UsageError(
                f"lessons are being executed already, by process {holder}.",
                "wait for it to end, or stop it.",
            )
        # On a full disk nobody learns who holds it, but it is held.
        with contextlib.suppress(OSError):
            stream.truncate(0)
            os.write(stream.fileno(), b"%d\n" % os.getpid())
        yield


def _open_lock(path: Path) -> TextIO:
    """Open the file of a lock; raises UsageError where it cannot be made."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("a+", encoding="ascii")
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror}.",
            "run the command where you may write, and with room on the disk.",
        ) from error


def _try_lock(descriptor: int) -> bool:
    """Lock an open file for this process; return whether that worked."""
    try:
        if os.name == "nt":
            import msvcrt

            # A byte beyond the text, which others still have to read.
            os.lseek(descriptor, 1 << 20, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
