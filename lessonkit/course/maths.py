"""TeX formulas: where they stand in Markdown, and the MathML they become."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it import MarkdownIt
from math_core import LatexError, LatexToMathML

# A display formula may span lines. An inline one begins and ends with a character
# that is no space, so that prices ("$5 and $6") stay text. `\$` is a dollar sign.
DISPLAY = r"(?<!\\)\$\$(?P<display>[^$]+?)\$\$"
INLINE = r"(?<![\\$])\$(?!\s)(?P<inline>[^$\n]+?)(?<![\s\\])\$(?![\d$])"
FORMULA = re.compile(f"{DISPLAY}|{INLINE}")
# A price is a number and ends with it.
LEFTOVER = re.compile(r"(?<!\\)\$(?:\$|(?!\d+(?:[.,]\d+)*\b))")
CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)


class TexError(Exception):
    """A formula cannot be read; `column` counts its characters from 1."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.column = column


@dataclass(frozen=True)
class Formula:
    """A formula in a Markdown text; `line` counts the text's lines from 1."""

    tex: str
    display: bool
    line: int


def render_mathml(tex: str, *, display: bool) -> str:
    """Turn TeX into MathML Core.

    Raises TexError where the TeX cannot be read.
    """
    converter = LatexToMathML(fancy_error=False)
    try:
        return converter.convert_with_local_state(tex.strip(), displaystyle=display)
    except LatexError as error:
        place = re.match(r"(\d+): (.*)", str(error), re.DOTALL)
        column, message = (int(place[1]) + 1, place[2]) if place else (1, str(error))
        raise TexError(message, column) from error


def find_formulas(text: str) -> Iterator[Formula]:
    """Yield the formulas of a Markdown text; what stands in code is none."""
    for line, content in _inline_texts(text):
        for match in FORMULA.finditer(content):
            tex = match["display"] or match["inline"]
            place = line + content.count("\n", 0, match.start())
            yield Formula(tex, match["display"] is not None, place)


def find_leftovers(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each `$$` or `$` that belongs to no formula or price."""
    for line, content in _inline_texts(text):
        rest = FORMULA.sub(lambda match: "\n" * match[0].count("\n"), content)
        for match in LEFTOVER.finditer(rest):
            yield line + rest.count("\n", 0, match.start()), match[0]


@functools.lru_cache(maxsize=16)
def _inline_texts(text: str) -> tuple[tuple[int, str], ...]:
    """Return first line and text of each Markdown block, code spans blanked out."""
    return tuple(
        (token.map[0] + 1, CODE_SPAN.sub(_blank_out, token.content))
        for token in MarkdownIt("commonmark").parse(text)
        if token.type == "inline" and token.map
    )


def _blank_out(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])
