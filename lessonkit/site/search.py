"""What the search of the site finds: the words of its pages, section by section.

Code, and what every lesson repeats, are left out: they would bury what a reader looks
for. Hints, solutions and feedback are left out too, since an excerpt would tell them.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element, tostring


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


# A tag, or the text up to the next one. An attribute's value may hold `>`.
PIECE = re.compile(
    r"""<(?P<end>/?)(?P<tag>[a-zA-Z][\w:-]*)(?P<rest>(?:[^>"']|"[^"]*"|'[^']*')*)>"""
    r"""|<!--.*?-->|(?P<text>[^<]+|<)""",
    re.DOTALL,
)
CLASS = re.compile(r"""\bclass=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
ID = re.compile(r"""\bid=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")

EXCLUDED = "data-search-exclude"
EXCLUDED_TAGS = _names(
    "button dialog math nav noscript pre script select style svg table template "
    "textarea"
)
# What is not marked in its template because other hosts may well find it.
EXCLUDED_CLASSES = _names(
    "headerlink lk-about lk-compare lk-crumbs lk-evidence lk-facts lk-feedback "
    "lk-hints lk-level lk-output lk-predict__ask lk-solution lk-start lk-transcript "
    "lk-where"
)
# A longer formula reads as nothing sensible without its layout.
LONGEST_FORMULA = 8
FORMULA = "…"
VOID = _names("area base br col embed hr img input link meta source track wbr")
INLINE = _names(
    "a abbr b bdi cite code del em i ins kbd mark q s samp small span strong sub sup "
    "time u var wbr"
)
# Where the offline edition has its index; the scripts load it by this name.
SEARCH_INDEX = "assets/search.js"
SCRIPT_START = "window.lessonkit = window.lessonkit || {};\n"
# Smaller headings stand in the section of the one above them.
HEADINGS = _names("h1 h2 h3")


@dataclass(frozen=True)
class Section:
    """A heading and the words below it, each block of the page on a line.

    The first section of a page has no anchor.
    """

    anchor: str
    title: str
    text: str


@dataclass(frozen=True)
class Entry:
    """A section with the address of its page, from the root of the site."""

    page: str
    section: Section

    @property
    def location(self) -> str:
        """The address of the section."""
        anchor = self.section.anchor
        return f"{self.page}#{anchor}" if anchor else self.page


@dataclass
class _Draft:
    anchor: str
    title: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)

    def finish(self, fallback: str) -> Section:
        lines = (" ".join(line.split()) for line in "".join(self.text).split("\n"))
        text = "\n".join(line for line in lines if line)
        title = " ".join("".join(self.title).split())
        return Section(self.anchor, title or fallback, text)


def build_sections(content: str, title: str) -> tuple[Section, ...]:
    """Return the sections of a page's HTML; `title` is for words above any heading.

    The HTML is well formed, as a host of Markdown pages makes it.
    """
    drafts = [_Draft("")]
    heading = ""
    pieces = iter(PIECE.finditer(content))
    for piece in pieces:
        tag = (piece["tag"] or "").lower()
        if not tag:
            text = html.unescape(piece["text"] or "")
            _add(drafts[-1], heading, " ".join(text.split("\n")))
        elif piece["end"]:
            heading = "" if tag == heading else heading
        elif _is_excluded(tag, piece["rest"]):
            text = _pass_over(pieces, tag)
            _add(drafts[-1], heading, _shorten(text) if tag == "math" else "\n")
            continue
        elif tag in HEADINGS:
            heading = tag
            _open_section(drafts, _find(ID, piece["rest"]))
        if tag and tag not in INLINE:
            _add(drafts[-1], heading, "\n")
    found = (draft.finish(title) for draft in drafts)
    return tuple(s for s in found if s.text or s.anchor or len(drafts) == 1)


def _open_section(drafts: list[_Draft], anchor: str) -> None:
    """Begin a section; the page's first heading names what stands above it too."""
    first = drafts[0]
    if len(drafts) > 1 or first.title:
        drafts.append(_Draft(anchor))


def _add(draft: _Draft, heading: str, text: str) -> None:
    (draft.title if heading else draft.text).append(text)


def _is_excluded(tag: str, attributes: str) -> bool:
    if tag in EXCLUDED_TAGS or EXCLUDED in attributes:
        return tag not in VOID
    return not EXCLUDED_CLASSES.isdisjoint(_find(CLASS, attributes).split())


def _find(pattern: re.Pattern[str], attributes: str) -> str:
    match = pattern.search(attributes)
    return html.unescape(next(filter(None, match.groups()), "")) if match else ""


def _pass_over(pieces: Iterator[re.Match[str]], tag: str) -> str:
    """Take the pieces of the element that has just begun, and return their text."""
    depth, text = 1, []
    for piece in pieces:
        text.append(piece["text"] or "")
        if (piece["tag"] or "").lower() == tag:
            depth += -1 if piece["end"] else 1
        if not depth:
            break
    return html.unescape("".join(text))


def _shorten(formula: str) -> str:
    """Return a formula that still reads without its layout, or what stands for it."""
    text = "".join(formula.split())
    return text if len(text) <= LONGEST_FORMULA else FORMULA


def render_index(entries: Iterable[Entry], config: Mapping[str, object]) -> str:
    """Return the index that the theme's own search reads, titles and texts as HTML.

    The search shows those blocks of a text that hold a word.
    """
    documents = [
        {
            "location": entry.location,
            "title": html.escape(entry.section.title, quote=False),
            "text": _mark_blocks(entry.section.text),
        }
        for entry in entries
    ]
    return _dump({"config": config, "docs": documents})


def _mark_blocks(text: str) -> str:
    """Return a text as HTML, each of several lines as a paragraph."""
    lines = text.split("\n")
    if len(lines) == 1:
        return html.escape(text, quote=False)
    return "".join(_mark_paragraph(line) for line in lines)


def _mark_paragraph(line: str) -> str:
    element = Element("p")
    element.text = line
    return tostring(element, encoding="unicode")


def render_script(entries: Iterable[Entry]) -> str:
    """Return the index as a classic script, which a page opened from a file can load.

    It holds a list of [address, title of the page, title of the section, text].
    """
    titles: dict[str, str] = {}
    rows = []
    for entry in entries:
        title = titles.setdefault(entry.page, entry.section.title)
        own = entry.section.title if entry.section.anchor else ""
        rows.append([entry.location, title, own, entry.section.text])
    # What ends a script or a line in one may stand in a text.
    text = _dump(rows).replace("<", "\\u003c")
    text = text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f"{SCRIPT_START}lessonkit.entries = {text};\n"


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
