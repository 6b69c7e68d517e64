"""Our search index in the place of the theme's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from mkdocs.structure.pages import Page

from lessonkit.site.search import Entry, Section, render_index

# The theme's search would take these out when the frame is made.
SEARCH_MARK = re.compile(r" data-search-\w+=\"[^\"]+\"")


class SearchIndex:
    """Takes the place of the theme's search index, with entries of our own."""

    def __init__(self, settings: Any, words: Mapping[str, tuple[Section, ...]]) -> None:
        self.words = words
        names = ("lang", "separator", "pipeline", "fields")
        self.settings = {name: settings[name] for name in names}
        self.entries: list[Entry] = []

    def add_entry_from_context(self, page: Page) -> None:
        """Add the sections of a page, unless the page is kept out."""
        found = self.words.get(page.url, ())
        self.entries += [Entry(page.url, section) for section in found]

    def generate_search_index(self, previous: object) -> str:
        """Return the index; each build makes the whole of it, so none is joined."""
        return render_index(self.entries, self.settings)
