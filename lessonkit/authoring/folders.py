"""Titles, the names of folders made of them, and the templates that fill folders."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path

from lessonkit.errors import UsageError

TEMPLATES = Path(__file__).parent / "templates" / "lesson"
# Template files end with this, so that no tool takes them for the package's own.
RAW = ".in"
MOST = 99
SCHEMAS = "docs/contributing/schemas"
LONGEST_SLUG = 60


def check_title(title: str) -> str:
    """Return a title on one line; raises UsageError where no folder can be named."""
    title = " ".join(title.split())
    if not build_slug(title):
        raise UsageError(
            "a title needs letters or digits.",
            'give one, such as "Compile a function with jit".',
        )
    return title


def build_slug(text: str) -> str:
    """Return a text as lower-case letters, digits and single hyphens."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", plain.lower().replace("'", ""))
    return "-".join(words)[:LONGEST_SLUG].strip("-")


def load_template(name: str) -> str:
    """Return the text of a template."""
    return (TEMPLATES / name).read_text(encoding="utf-8")


def fill(root: Path, text: str, words: Mapping[str, str]) -> str:
    """Return a template with its words; without schemas, the line that names one goes.

    Whatever a word brings is not looked at again.
    """
    if not (root / SCHEMAS).is_dir():
        text = re.sub(r"\A# yaml-language-server: .*\n", "", text)
    pattern = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.sub(pattern, lambda match: words[match[0]], text)
