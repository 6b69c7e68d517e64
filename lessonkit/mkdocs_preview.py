"""Builds the site for the live preview: in this process, into a folder of its own."""

from __future__ import annotations

import logging
import os
from pathlib import Path

from mkdocs.config import load_config
from mkdocs.exceptions import Abort, MkDocsException

from lessonkit.mkdocs_pages import NotedWords
from lessonkit.mkdocs_plugin import run_build
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
    noted = NotedWords(logging.ERROR)
    log.addHandler(noted)
    try:
        config = load_config(
            str(find_config(root)), site_dir=str(target), site_url=address
        )
        plugin = config.plugins["lessonkit"]
        plugin.folder, plugin.is_preview = pages, True
        run_build(config, site, lessons, "serve")
    except (Abort, MkDocsException) as error:
        words = (
            "\n".join(message for _, message in noted.words)
            or str(error)
            or "mkdocs.yml cannot be used"
        )
        raise PreviewFault(words) from error
    finally:
        log.removeHandler(noted)
