"""The one module that knows MkDocs: hands it the generated pages.

It is listed before mkdocs-jupyter in mkdocs.yml, which turns notebooks into pages.
"""

from __future__ import annotations

import hashlib
import logging
import os
from pathlib import Path
from typing import Any

import mkdocs_jupyter.config
from mkdocs.commands.build import build as run_mkdocs
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from lessonkit.course.model import Course
from lessonkit.files import write_tree
from lessonkit.layout import PHASES
from lessonkit.site.host import QUIET, find_config, find_unfit_records
from lessonkit.site.links import DOWNLOADS, PATH_PAGE, lesson_page, phase_page
from lessonkit.site.pages import Site, build_site, load_site
from lessonkit.site.templates import FOLDER

log = logging.getLogger("mkdocs.plugins.lessonkit")

WORK = ".lessonkit"
MATERIAL = FOLDER / "material"
NOTEBOOK_TEMPLATES = FOLDER / "notebook"
NOTEBOOKS = "mkdocs-jupyter"


class LessonkitPlugin(BasePlugin):
    """Loads the course, writes its pages, and adds them to the site."""

    # What our own build has loaded; MkDocs' commands leave the loading to each build.
    loaded: Site | None = None

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Put our templates before those of the theme and of mkdocs-jupyter."""
        config.theme.dirs.insert(0, str(MATERIAL))
        # mkdocs-jupyter has no option for its template, which loads styles of
        # 650 KB and a script from another origin.
        mkdocs_jupyter.config.settings.templates_dir = str(NOTEBOOK_TEMPLATES)
        notebooks = config.plugins.get(NOTEBOOKS)
        if notebooks:
            folder = _root(config) / WORK / f"notebooks-{_hash_templates()}"
            notebooks.config["cache_dir"] = str(folder)
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add every generated file; it takes the place of one of the same name."""
        root = _root(config)
        site = self.loaded or load_site(root)
        _refuse_problems(site)
        tree = build_site(site, directory_urls=config.use_directory_urls)
        folder = root / WORK / "pages"
        write_tree(folder, tree)
        for name in tree:
            present = files.get_file_from_path(name)
            if present:
                files.remove(present)
            files.append(_build_file(name, folder, config))
        config.nav = build_nav(config.nav, site.course)
        return files

    def on_page_markdown(
        self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files
    ) -> str:
        """Keep notebook pages out of the search: the lesson's page says the same."""
        if page.file.src_uri.endswith(".ipynb"):
            page.meta["search"] = {"exclude": True}
        return markdown

    def on_serve(
        self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any
    ) -> LiveReloadServer:
        """Watch the lessons and the theme too; generated files are not watched."""
        for folder in (_root(config) / PHASES, FOLDER):
            server.watch(str(folder))
        return server


def build_with_mkdocs(root: Path, *, strict: bool) -> int:
    """Build the site into site/ and return the exit code.

    `strict` refuses a record that is missing, failed or stale, and MkDocs' warnings.
    """
    os.environ.update(QUIET)
    config = load_config(str(find_config(root)), strict=strict)
    site = load_site(root)
    # Before MkDocs starts, since it begins by emptying the folder of the last site.
    refused = [str(problem) for problem in site.problems]
    if strict and not refused:
        refused = find_unfit_records(site)
    for sentence in refused:
        log.error(sentence)
    if refused:
        return 1
    config.plugins["lessonkit"].loaded = site
    config.plugins.on_startup(command="build", dirty=False)
    try:
        run_mkdocs(config)
    except Abort:
        return 1
    finally:
        config.plugins.on_shutdown()
    print(f"built {config.site_dir}")
    return 0


def build_nav(nav: list[Any] | None, course: Course) -> list[Any] | None:
    """Return the navigation with phases and lessons below the page of the path."""
    if nav is None:
        return None
    phases = [
        {
            f"{phase.number} · {phase.metadata.title}": [
                phase_page(phase.id),
                *(lesson_page(lesson.id) for lesson in phase.lessons),
            ]
        }
        for phase in course.phases
    ]
    return [_extend(entry, phases) for entry in nav]


def _extend(entry: Any, phases: list[Any]) -> Any:
    """Return an entry; the section that is the path's page gets the phases."""
    if isinstance(entry, dict):
        return {title: _extend(value, phases) for title, value in entry.items()}
    if isinstance(entry, list) and PATH_PAGE in entry:
        return [*entry, *phases]
    return entry


class DownloadFile(File):
    """A file that is copied as it is, also where it is Markdown."""

    def is_documentation_page(self) -> bool:
        """Return False: readers take it along."""
        return False


def _build_file(name: str, folder: Path, config: MkDocsConfig) -> File:
    kind = DownloadFile if DOWNLOADS in name else File
    return kind(name, str(folder), config.site_dir, config.use_directory_urls)


def _refuse_problems(site: Site) -> None:
    """Print the problems of the sources, and stop the build where there are any."""
    for problem in site.problems:
        log.error(str(problem))
    if site.problems:
        raise PluginError(f"{len(site.problems)} problems in the course's sources")


def _root(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).parent


def _hash_templates() -> str:
    """Return what a cached notebook page depends on besides the notebook."""
    digest = hashlib.sha256()
    for path in sorted(NOTEBOOK_TEMPLATES.rglob("*.j2")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
