"""A lesson's complete file as a script, which its page loads when a reader opens it.

It repeats the cells that stand on the page already. Without scripts the page leads to
the same file as a download.
"""

from __future__ import annotations

import json


def complete_script(lesson: str) -> str:
    """Return the file of the script that holds a lesson's complete file."""
    return f"assets/complete/{lesson}.js"


def build_complete_script(lesson: str, text: str) -> str:
    """Return the script; pages opened from a disk can load it, too."""
    head = "(lessonkit.files = lessonkit.files || {})"
    return f"{head}[{json.dumps(lesson)}] = {json.dumps(text, ensure_ascii=False)};\n"
