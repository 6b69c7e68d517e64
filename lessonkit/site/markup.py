"""Markdown and code to HTML, by one function each, for what stands in templates."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor
from markupsafe import Markup
from pygments import highlight
from pygments.filter import Filter
from pygments.formatters.html import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Token

from lessonkit.site.maths import MathsExtension

# mkdocs.yml lists the same, so that a text looks alike wherever it stands.
EXTENSIONS = (
    "attr_list",
    "tables",
    "sane_lists",
    "pymdownx.highlight",
    "pymdownx.superfences",
)
EXTENSION_OPTIONS = {"pymdownx.highlight": {"pygments_lang_class": True}}

# A line that begins like this inside raw HTML would open a fenced code block.
FENCES = {"```": "&#96;&#96;&#96;", "~~~": "&#126;&#126;&#126;"}


class FewTokens(Filter):
    """Joins neighbours that look alike: names with punctuation, parts of a string.

    Their marks are most of what highlighting adds to a page's weight.
    """

    plain = frozenset({Token.Name, Token.Punctuation, Token.Operator})

    def filter(
        self, lexer: Lexer, stream: Iterable[tuple[Any, str]]
    ) -> Iterator[tuple[Any, str]]:
        """Yield the tokens with neighbours of one look joined."""
        for kind, tokens in groupby(stream, key=lambda token: self._look(token[0])):
            yield kind, "".join(value for _, value in tokens)

    def _look(self, kind: Any) -> Any:
        """Return the kind of token that looks the same."""
        if kind in self.plain or kind in Token.Text:
            return Token.Text
        return Token.String if kind in Token.String else kind


class UnwrapParagraph(Treeprocessor):
    """Lifts a text of one paragraph out of it, for use inside a sentence."""

    def run(self, root: Element) -> None:
        """Move the paragraph's content to the root."""
        if len(root) == 1 and root[0].tag == "p":
            paragraph = root[0]
            root.text = paragraph.text
            root[:] = list(paragraph)


class Renderer:
    """Turns texts into safe HTML. Raw HTML in them is shown as text.

    A text is turned once, however often it stands on the pages of a build: the cells
    of a lesson appear on its page, in its notebook and in its solutions.
    """

    def __init__(self) -> None:
        self._block = _build_converter()
        self._inline = _build_converter()
        # Last of all, when inline patterns have run.
        self._inline.treeprocessors.register(UnwrapParagraph(), "unwrap", -100)
        self._formatter = HtmlFormatter(cssclass="highlight", wrapcode=True)
        self._lexers: dict[str, Lexer] = {}
        self._done: dict[tuple[str, str], Markup] = {}

    def inline(self, text: str) -> Markup:
        """Return inline Markdown as HTML without a paragraph around it."""
        return self._once("inline", text, self._render_inline)

    def block(self, text: str) -> Markup:
        """Return Markdown of any length as HTML."""
        return self._once("block", text, self._render_block)

    def plain(self, text: str) -> str:
        """Return inline Markdown as text, for titles and attributes."""
        return self.inline(text).striptags()

    def code(self, source: str, language: str = "python") -> Markup:
        """Return highlighted code in the classes that Material styles."""
        return self._once(f"code {language}", source, self._highlight, language)

    def verbatim(self, text: str) -> Markup:
        """Return text as it is, safe as the content of an element."""
        return Markup(keep_fences(html.escape(text, quote=False)))

    def _once(
        self, kind: str, text: str, render: Callable[..., str], *options: str
    ) -> Markup:
        key = (kind, text)
        if key not in self._done:
            self._done[key] = Markup(keep_fences(render(text, *options)))
        return self._done[key]

    def _render_inline(self, text: str) -> str:
        return self._inline.reset().convert(text.strip())

    def _render_block(self, text: str) -> str:
        return self._block.reset().convert(text)

    def _highlight(self, source: str, language: str) -> str:
        if language not in self._lexers:
            lexer = get_lexer_by_name(language, stripnl=False)
            lexer.add_filter(FewTokens())
            self._lexers[language] = lexer
        lexer = self._lexers[language]
        return highlight(source, lexer, self._formatter).rstrip("\n")


def keep_fences(text: str) -> str:
    """Return HTML in which no line can open a fenced code block."""
    for fence, safe in FENCES.items():
        text = text.replace(fence, safe)
    return text


def _build_converter() -> Markdown:
    """Make a converter like the site's, except that it trusts no raw HTML."""
    converter = Markdown(
        extensions=[*EXTENSIONS, MathsExtension()],
        extension_configs=EXTENSION_OPTIONS,
    )
    converter.preprocessors.deregister("html_block")
    converter.inlinePatterns.deregister("html")
    return converter
