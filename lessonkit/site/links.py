"""Where pages and downloads live, and how one page points to another.

Addresses are made of ids, which never change once published.
"""

from __future__ import annotations

import functools
import posixpath
import re
from dataclasses import dataclass

PATH_PAGE = "phases/index.md"
# Pages that lead on in raw HTML are an index.md, which each host reads alike.
MAP_PAGE = "map/index.md"
# Pages that scripts lead to.
LEARNING_PAGE = "my-learning.md"
# Hand-written pages that a lesson refers to, where a course has them.
GUIDES = ("setup/cpu.md", "setup/tpu.md")
REVIEW_PAGE = "review.md"
# What lies in such a folder is a file to take along, never a page.
DOWNLOADS = "/downloads/"
STATUS_PAGE = "about/status/index.md"
API_PAGE = "reference/api/index.md"
GLOSSARY_PAGE = "reference/glossary/index.md"
ERRATA_PAGE = "reference/errata/index.md"
ERRORS_PAGE = "reference/errors/index.md"


def lesson_page(lesson: str) -> str:
    """Return the file of a lesson's page."""
    return f"lessons/{lesson}/index.md"


def notebook_page(lesson: str) -> str:
    """Return the file of the page that shows the executed notebook."""
    return f"lessons/{lesson}/notebook/index.md"


def lesson_download(lesson: str, name: str) -> str:
    """Return the file of one of a lesson's downloads."""
    return f"lessons/{lesson}/downloads/{name}"


def phase_page(phase: str) -> str:
    """Return the file of a phase's page."""
    return f"phases/{phase}/index.md"


def phase_review_page(phase: str) -> str:
    """Return the file of the page that mixes the questions of a phase."""
    return f"phases/{phase}/review/index.md"


def archive_name(title: str) -> str:
    """Return the name of the repository's folder inside its archive."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def archive_file(title: str) -> str:
    """Return the file of the repository's archive."""
    return f"downloads/{archive_name(title)}.zip"


def beginner_file(title: str) -> str:
    """Return the file of the archive for beginners."""
    return f"downloads/{archive_name(title)}-beginner.zip"


def offline_file(title: str) -> str:
    """Return the file of the offline edition's archive."""
    return f"downloads/{archive_name(title)}-offline.zip"


@functools.lru_cache(maxsize=1 << 14)
def _find_way(target: str, start: str) -> str:
    """Return the path from one place to another; working it out asks the system."""
    return posixpath.relpath(target, start)


@dataclass(frozen=True)
class Links:
    """Makes the links of one page.

    `page` is the page's file in the pages folder. `directory_urls` tells whether
    the host shows `setup/cpu.md` as `setup/cpu/` or as `setup/cpu.html`.
    """

    page: str
    directory_urls: bool = True

    def to(self, target: str, anchor: str = "") -> str:
        """Return the address of a file for raw HTML, which no host rewrites."""
        fragment = f"#{anchor}" if anchor else ""
        if target == self.page:
            return fragment or "#"
        here = posixpath.dirname(self.address(self.page))
        there = self.address(target)
        relative = _find_way(there, here or ".")
        slash = "/" if there.endswith("/") else ""
        return f"{relative}{slash}{fragment}"

    def markdown(self, target: str, anchor: str = "") -> str:
        """Return the address of a file for a Markdown link, which hosts rewrite."""
        fragment = f"#{anchor}" if anchor else ""
        return _find_way(target, posixpath.dirname(self.page) or ".") + fragment

    def address(self, file: str) -> str:
        """Return where the host shows a file, from the site's root."""
        stem, extension = posixpath.splitext(file)
        if extension != ".md" or DOWNLOADS in file:
            return file
        folder, name = posixpath.split(stem)
        if not self.directory_urls:
            return f"{stem}.html"
        if name == "index":
            return f"{folder}/" if folder else "./"
        return f"{stem}/"
