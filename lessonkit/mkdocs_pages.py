"""Saves MkDocs what it worked out before of each page: its HTML and its words.

An entry is found by a hash of all that it was made from. Where a site uses an extension
whose results may depend on something else, nothing is kept.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, get_toc

from lessonkit.site.cache import (
    Cache,
    hash_parts,
    hash_tools,
)
from lessonkit.site.parallel import run_shared
from lessonkit.site.raw_html import list_anchors, put_back, set_aside
from lessonkit.site.search import Section as Words
from lessonkit.site.search import build_sections

# What a page becomes with these depends on its text and on their options alone.
PURE_EXTENSIONS = re.compile(
    r"abbr|admonition|attr_list|def_list|fenced_code|footnotes|markdown_in_html"
    r"|md_in_html|meta|nl2br|sane_lists|smarty|tables|toc|lessonkit\.site\..*"
    r"|markdown\.extensions\.(?!codehilite).*"
    r"|pymdownx\.(?!snippets|b64|pathconverter|extra|magiclink).*"
)
# With these, a raw block is what stands on the page, whatever stands around it.
PLAIN_EXTENSIONS = {
    *("attr_list", "fenced_code", "sane_lists", "tables", "toc"),
    *("pymdownx.highlight", "pymdownx.superfences"),
    "lessonkit.site.maths:MathsExtension",
}
ADDRESS = re.compile(r" at 0x[0-9a-f]+")
PAGE_LOG = logging.getLogger("mkdocs.structure.pages")

Lookup = tuple[str, bool] | None


@dataclass(frozen=True)
class Rendered:
    """A page's HTML and all that MkDocs learns on the way.

    `lookups` are the files that links were looked up in, with their address and whether
    they are excluded, None where there is no such file: another answer makes the entry
    useless. `said` are the warnings, which each build repeats.
    """

    content: str
    toc: list[Any]
    title: str | None
    anchors: frozenset[str]
    links: Mapping[str, Mapping[str, str]]
    lookups: Mapping[str, Lookup]
    said: tuple[tuple[int, str], ...]


@dataclass
class PageCache:
    """What one build of a site takes from the cache."""

    config: MkDocsConfig
    cache: Cache
    _settings: str = field(init=False)

    def __post_init__(self) -> None:
        self._settings = hash_settings(self.config)

    @property
    def is_pure(self) -> bool:
        """Whether pages depend on nothing but their text and the configuration."""
        names = self.config.markdown_extensions
        return all(PURE_EXTENSIONS.fullmatch(name.split(":")[0]) for name in names)

    def prepare(self, files: Files) -> None:
        """Render what is missing in the cache, by all the cores."""
        if not self.is_pure:
            return
        pages = [
            file.page or Page(None, file, self.config)
            for file in files.documentation_pages()
        ]
        for page in pages:
            page.read_source(self.config)
        missing = [page for page in pages if self._find(page, files) is None]

        def render(page: Page) -> tuple[Rendered, str, tuple[Words, ...]]:
            rendered = render_page(page, self.config, files)
            _fill(page, replace(rendered, said=()), files)
            title = find_title(page)
            words = () if is_unsearched(page) else build_sections(page.content, title)
            return rendered, title, words

        found = zip(missing, run_shared(render, missing), strict=True)
        for page, (rendered, title, words) in found:
            self.cache.keep("pages", self._key(page), rendered)
            if not is_unsearched(page):
                self.cache.keep("words", _word_key(rendered.content, title), words)

    def attach(self, page: Page) -> None:
        """Let a page take its HTML from the cache when MkDocs asks for it."""

        def fill(config: MkDocsConfig, files: Files) -> None:
            found = self._find(page, files)
            if found is None:
                found = render_page(page, config, files)
                self.cache.keep("pages", self._key(page), found)
            _fill(page, found, files)

        if self.is_pure:
            page.render = fill  # type: ignore[method-assign]

    def _find(self, page: Page, files: Files) -> Rendered | None:
        """Return what is known of a page, if its links still lead where they led."""
        known = self.cache.find("pages", self._key(page))
        lookups = known.lookups.items() if known else ()
        held = all(_look_up(files, uri) == found for uri, found in lookups)
        return known if held else None

    def _key(self, page: Page) -> str:
        file = page.file
        place = f"{file.src_uri} {file.url} {file.inclusion}"
        return hash_parts([self._settings, place, page.markdown or ""])

    def list_words(self, page: Page) -> tuple[Words, ...]:
        """Return the words of a page, section by section, for the search."""
        if is_unsearched(page):
            return ()
        content, title = page.content or "", find_title(page)
        key = _word_key(content, title)
        return self.cache.work_out("words", key, lambda: build_sections(content, title))


def _word_key(content: str, title: str) -> str:
    return hash_parts([hash_tools(), content, title])


def find_title(page: Page) -> str:
    """Return what a page is called in the search."""
    return str(page.meta.get("title", page.title))


def is_unsearched(page: Page) -> bool:
    """Return whether a page is kept out of the search."""
    return bool((page.meta.get("search") or {}).get("exclude"))


def hash_settings(config: MkDocsConfig) -> str:
    """Return a hash of the site's configuration, as far as it reaches a page."""
    settings = {
        name: value
        for name, value in config.items()
        if name not in ("config_file_path", "docs_dir", "nav", "plugins", "site_dir")
    }
    settings["theme"] = dict(config.theme.items())
    shown = (f"{name}={value!r}" for name, value in sorted(settings.items()))
    return hash_parts([hash_tools(), ADDRESS.sub("", "\n".join(shown))])


def _look_up(files: Files, uri: str) -> Lookup:
    file = files.get_file_from_path(uri)
    return None if file is None else (file.url, file.inclusion.is_excluded())


def _fill(page: Page, known: Rendered, files: Files) -> None:
    """Give a page what it would have got by rendering itself."""
    page.content = known.content
    page.toc = get_toc(known.toc)
    page._title_from_render = known.title
    page.present_anchor_ids = set(known.anchors)
    found = {files.get_file_from_path(uri): links for uri, links in known.links.items()}
    page.links_to_anchors = {file: dict(found[file]) for file in found if file}
    for level, message in known.said:
        PAGE_LOG.log(level, message)


def render_page(page: Page, config: MkDocsConfig, files: Files) -> Rendered:
    """Return what MkDocs makes of a page, raw HTML passed by where that is sure."""
    text, blocks = page.markdown or "", []
    if set(config.markdown_extensions) <= PLAIN_EXTENSIONS:
        page.markdown, blocks = set_aside(text)
    try:
        rendered = note_page(page, config, files)
    finally:
        page.markdown = text
    content = put_back(rendered.content, blocks)
    if content is None:
        return note_page(page, config, files)
    anchors = rendered.anchors | list_anchors(blocks)
    return replace(rendered, content=content, anchors=anchors)


def note_page(page: Page, config: MkDocsConfig, files: Files) -> Rendered:
    """Have a page rendered by MkDocs and note all that came of it."""
    noted = _NotedFiles(files)
    said = NotedWords()
    PAGE_LOG.addHandler(said)
    # What is said is repeated when the page is filled, in whatever process that is.
    PAGE_LOG.propagate = False
    try:
        Page.render(page, config, noted)  # type: ignore[arg-type]
    finally:
        PAGE_LOG.propagate = True
        PAGE_LOG.removeHandler(said)
    links = page.links_to_anchors or {}
    return Rendered(
        content=page.content or "",
        toc=[describe_heading(heading) for heading in page.toc],
        title=page._title_from_render,
        anchors=frozenset(page.present_anchor_ids or ()),
        links={file.src_uri: dict(found) for file, found in links.items()},
        lookups={uri: _look_up(files, uri) for uri in sorted(noted.asked)},
        said=tuple(said.words),
    )


def describe_heading(heading: AnchorLink) -> dict[str, Any]:
    """Return a heading in the form that MkDocs makes headings of."""
    return {
        "level": heading.level,
        "id": heading.id,
        "name": heading.title,
        "children": [describe_heading(child) for child in heading.children],
    }


class _NotedFiles:
    """The site's files; notes which ones are asked for."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self.asked: set[str] = set()

    def get_file_from_path(self, path: str) -> File | None:
        """Return the file of this name."""
        self.asked.add(path)
        return self.files.get_file_from_path(path)


class NotedWords(logging.Handler):
    """Notes what is logged at a level or above, each message with its own."""

    def __init__(self, level: int = logging.NOTSET) -> None:
        super().__init__(level)
        self.words: list[tuple[int, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Note a message."""
        self.words.append((record.levelno, record.getMessage()))
