"""Scrub texts of what belongs to one machine: paths, a user's and a host's name."""

from __future__ import annotations

import getpass
import os
import re
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

# Names that are words first: replacing them would garble what a lesson says.
_COMMON = re.compile(
    "admin|box|build|builder|computer|container|debian|default|desktop|dev|docker|"
    "fedora|home|host|jax|laptop|linux|local|localhost|localdomain|mac|machine|"
    "macbook|main|mean|node|numpy|pc|pip|python|root|runner|server|square|test|ubuntu|"
    "user|usr|vm|windows|work|worker|workstation",
    re.IGNORECASE,
)

_PACKAGE = str(Path(__file__).parents[1])


def build_scrub(root: Path, run: Path, home: Path | None = None) -> Callable:
    """Return a function that scrubs a text.

    `root` is the repository and vanishes from paths; `run` is the folder of the run
    and becomes [run]; Python's own folder becomes [python], the user's home ~.
    """
    home = home or Path.home()
    python = {sys.prefix, sys.base_prefix}
    places = [(str(run), "[run]"), *((prefix, "[python]") for prefix in python)]
    for folder in {root, root.resolve()}:
        places += [(f"{folder}{os.sep}", ""), (str(folder), ".")]
    places += [(str(home), "~"), (_PACKAGE, "lessonkit")]
    return build_replacement(places, _find_user(), socket.gethostname())


def build_replacement(
    places: Sequence[tuple[str, str]], user: str, host: str
) -> Callable[[str], str]:
    """Return a function that replaces places, then the user and the host.

    Longer paths go first. A user's name counts only as a part of a path, a host's
    only as a whole word, and neither where it is a common word.
    """
    rules = []
    for path, word in sorted(places, key=lambda place: -len(place[0])):
        if len(path.rstrip("/\\")) > 1:
            rules.append((_path_pattern(path), word))
    if user and not _COMMON.fullmatch(user):
        rules.append((re.compile(rf"(?<=[/\\]){re.escape(user)}(?=[/\\])"), "user"))
    if len(host) > 1 and not _COMMON.fullmatch(host):
        rules.append((re.compile(rf"(?<![\w-]){re.escape(host)}(?![\w-])"), "host"))

    def scrub(text: str) -> str:
        for pattern, word in rules:
            text = pattern.sub(lambda _, word=word: word, text)
        return text

    return scrub


def _path_pattern(path: str) -> re.Pattern[str]:
    """Return a pattern for a path that does not begin or end within a name."""
    end = "" if path.endswith(("/", "\\")) else r"(?![\w-])"
    return re.compile(rf"(?<![\w./-]){re.escape(path)}{end}")


def _find_user() -> str:
    """Return the user's name, or nothing where the system knows none."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return ""
