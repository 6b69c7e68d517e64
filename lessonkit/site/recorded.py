"""Recorded output is untrusted text: what is shown of it has no hidden powers."""

from __future__ import annotations

import re
import unicodedata

# Sequences that colour a terminal or move its cursor: CSI, OSC and short escapes.
ANSI = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-~])"
)
# Line breaks aside, these change how text around them is shown.
CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
)


def clean_output(text: str) -> str:
    """Return recorded text without terminal colours, its controls made visible."""
    text = ANSI.sub("", text).replace("\r\n", "\n").expandtabs(8)
    return CONTROL.sub(_show_control, text)


def _show_control(match: re.Match[str]) -> str:
    """Return a control character as its name or number, in brackets."""
    character = match[0]
    name = unicodedata.name(character, "")
    return f"[{name or f'U+{ord(character):04X}'}]"
