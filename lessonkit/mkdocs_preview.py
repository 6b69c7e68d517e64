"""Builds the site for the live preview: in this process, into a folder of its own."""

from __future__ import annotations

import logging
import os
from pathlib import Path

from mkdocs.commands.build import build as run_mkdocs
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, MkDocsException

from lessonkit.site.cache_lessons import LessonCache
from lessonkit.site.host import QUIET, find_config
from lessonkit.site.pages import Site

log = logging.getLogger("mkdocs")


class PreviewFault(Exception):
    """The site cannot be built; its text says why."""


def build_preview(
    root: Path,
    site: Site,
    lessons: LessonCache,
    *,
    target: Path,
    pages: Path,
    address: str,
) -> None:
    """Build the pages of a loaded course, its problems aside, into an empty folder.

    `pages` is the folder of the generated Markdown, `address` that of the preview.
    Raises PreviewFault with what MkDocs said where it does not build the site.
    """
    os.environ.update(QUIET)
    noted = _NotedErrors(logging.ERROR)
    log.addHandler(noted)
    try:
        config = load_config(
            str(find_config(root)), site_dir=str(target), site_url=address
        )
        plugin = config.plugins["lessonkit"]
        plugin.loaded, plugin.lessons, plugin.cache = site, lessons, lessons.cache
        plugin.folder, plugin.is_preview = pages, True
        config.plugins.on_startup(command="serve", dirty=False)
        try:
            run_mkdocs(config)
        finally:
            config.plugins.on_shutdown()
    except (Abort, MkDocsException) as error:
        words = "\n".join(noted.words) or str(error) or "mkdocs.yml cannot be used"
        raise PreviewFault(words) from error
    finally:
        log.removeHandler(noted)


class _NotedErrors(logging.Handler):
    """Notes what is logged at its level or above."""

    def __init__(self, level: int) -> None:
        super().__init__(level)
        self.words: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Note a message."""
        self.words.append(record.getMessage())
