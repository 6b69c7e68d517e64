"""Take the air out of a page's HTML: the templates' indentation and empty lines.

They are a fifth of what the theme's frame weighs. Nothing that a reader sees changes:
where there was white space, one character of it stays.
"""

from __future__ import annotations

import re

# Where white space counts, it is kept as it is.
KEPT = re.compile(
    r"<(?P<tag>pre|textarea|script|style)\b.*?</(?P=tag)\s*>|<!--.*?-->",
    re.DOTALL | re.IGNORECASE,
)
LINE_BREAK = re.compile(r"[ \t\r\n]*\n[ \t\r\n]*")


def compact_page(text: str) -> str:
    """Return the same page with runs of white space that hold a line break as one."""
    pieces, done = [], 0
    for kept in KEPT.finditer(text):
        pieces += [LINE_BREAK.sub("\n", text[done : kept.start()]), kept[0]]
        done = kept.end()
    return "".join([*pieces, LINE_BREAK.sub("\n", text[done:])])
