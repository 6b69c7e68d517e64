"""Keys of what a reader chooses: they outlive another order of the choices."""

from __future__ import annotations

import hashlib


def build_option_key(text: str) -> str:
    """Return the key of an option or choice: its Markdown text decides, not its place.

    What a reader answered stays true when options are put into another order.
    """
    return hashlib.sha256(text.encode()).hexdigest()[:8]
