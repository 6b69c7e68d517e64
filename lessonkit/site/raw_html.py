"""Sets raw HTML aside while the rest of a page is read as Markdown.

Python-Markdown looks at every tag of a raw block only to hand the block on as it is,
and MkDocs does so once more. Most of a lesson's page is such blocks.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from markdown.util import BLOCK_LEVEL_ELEMENTS

TAB = 4
FENCE = re.compile(r"\s*(?P<fence>```+|~~~+)")
BLOCK = re.compile(r"<(?P<tag>[a-z][a-z0-9]*)(?=[\s>])")
# A processing instruction is a raw block too, whatever its name.
MARK = "<?set-aside {}?>"
MARKED = re.compile(r"<\?set-aside (\d+)\?>")
ANCHOR = re.compile(r"""<[a-zA-Z][^<>]*?\s(?:id|name)=(?:"([^"]*)"|'([^']*)')""")


def set_aside(text: str) -> tuple[str, list[str]]:
    """Return a page's Markdown with a mark for each raw block, and the blocks.

    Only a block that cannot be read in another way counts: it begins a line after an
    empty one, ends a line before an empty one, and holds no fence of code.
    """
    lines = _normalise(text).split("\n")
    kept: list[str] = []
    blocks: list[str] = []
    fence = ""
    place = 0
    while place < len(lines):
        end = 0 if fence else _find_end(lines, place)
        if end:
            kept.append(MARK.format(len(blocks)))
            blocks.append("\n".join(lines[place:end]))
            place = end
            continue
        fence = _follow_fence(lines[place], fence)
        kept.append(lines[place])
        place += 1
    return "\n".join(kept), blocks


def put_back(content: str, blocks: list[str]) -> str | None:
    """Return a page's HTML with its raw blocks; None if one of them has no place."""
    found = [int(number) for number in MARKED.findall(content)]
    if found != list(range(len(blocks))):
        return None
    return MARKED.sub(lambda match: blocks[int(match[1])], content)


def list_anchors(blocks: list[str]) -> frozenset[str]:
    """Return the ids and names of elements in raw blocks."""
    found = (match for block in blocks for match in ANCHOR.finditer(block))
    return frozenset(html.unescape(match[1] or match[2] or "") for match in found)


def _normalise(text: str) -> str:
    """Return a text with the white space that Python-Markdown works with."""
    text = text.replace("\x02", "").replace("\x03", "")
    text = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(TAB)
    return re.sub(r"(?<=\n) +\n", "\n", text)


def _follow_fence(line: str, fence: str) -> str:
    """Return the fence that is open after a line."""
    match = FENCE.match(line)
    if not match:
        return fence
    if not fence:
        return match["fence"]
    closes = match["fence"].startswith(fence) and line.strip() == match["fence"]
    return "" if closes else fence


def _find_end(lines: list[str], place: int) -> int:
    """Return the line after the raw block that begins at a line, or 0."""
    start = BLOCK.match(lines[place])
    if not start or (place and lines[place - 1]):
        return 0
    tag = start["tag"]
    if tag not in BLOCK_LEVEL_ELEMENTS:
        return 0
    depth = 0
    for number, line in enumerate(lines[place:], place):
        if FENCE.match(line):
            return 0
        for step, rest in _find_steps(tag, line):
            depth += step
            if not depth:
                last = number + 1 == len(lines) or not lines[number + 1]
                return number + 1 if last and rest == ">" else 0
    return 0


def _find_steps(tag: str, line: str) -> Iterator[tuple[int, str]]:
    """Yield for each tag of this name whether it opens, and what follows its name."""
    for match in re.finditer(rf"<(/?){tag}(?=[\s>/])", line):
        yield (-1 if match[1] else 1), line[match.end() :]
