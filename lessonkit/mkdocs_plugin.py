"""The one module that knows MkDocs: hands it the generated pages."""

from __future__ import annotations

import logging
import os
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import jinja2
from mkdocs.commands.build import build as run_mkdocs
from mkdocs.config import load_config
from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from lessonkit.course.model import Course, Phase
from lessonkit.files import write_file
from lessonkit.layout import PHASES
from lessonkit.mkdocs_files import LastSite, build_file
from lessonkit.mkdocs_frames import frame_pages, prepare_frames
from lessonkit.mkdocs_pages import PageCache
from lessonkit.mkdocs_search import SEARCH_MARK, SearchIndex
from lessonkit.site.cache import CACHE, Cache
from lessonkit.site.cache_lessons import LessonCache
from lessonkit.site.compact import compact_page
from lessonkit.site.host import QUIET, find_config, find_unfit_records
from lessonkit.site.links import PATH_PAGE, lesson_page, phase_page
from lessonkit.site.mixed import find_phase_review
from lessonkit.site.offline import build_offline_archive
from lessonkit.site.pages import Site
from lessonkit.site.search import SEARCH_INDEX, render_script
from lessonkit.site.search import Section as Words
from lessonkit.site.templates import FOLDER, load_search_script

log = logging.getLogger("mkdocs.plugins.lessonkit")

WORK = ".lessonkit"
MATERIAL = FOLDER / "material"
SEARCH = "material/search"
# The name in `extra` by which templates know the offline edition.
OFFLINE = "lessonkit_offline"
SEARCH_SCRIPT = "assets/find.js"
# What of the theme asks a server.
SERVER_FEATURES = ("navigation.instant", "search.")


class LessonkitPlugin(BasePlugin):
    """Loads the course, writes its pages, and adds them to the site."""

    # What our own build has loaded; MkDocs' commands leave the loading to each build.
    loaded: Site | None = None
    # The archive of the offline edition, for the site that offers it.
    offline = b""
    cache: Cache | None = None
    lessons: LessonCache | None = None
    # The preview's: where its files lie, and whether it shows them despite problems.
    folder: Path | None = None
    is_preview = False
    pages: PageCache
    is_compact = False
    nav: Navigation
    words: dict[str, tuple[Words, ...]]
    last: LastSite

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Put our templates before those of the theme."""
        config.theme.dirs.insert(0, str(MATERIAL))
        if config.extra.get(OFFLINE):
            _leave_servers(config)
        search = config.plugins.get(SEARCH)
        self.words = {}
        self.cache = self.cache or Cache(_root(config) / CACHE)
        if search and search.config.enabled:
            search.search_index = SearchIndex(search.config, self.words)
        return config

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Take what can be used again of the last site, before MkDocs removes it."""
        self.last = LastSite(Path(config.site_dir), _root(config) / WORK / "last-site")
        if self.folder is None:
            self.last.take()

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add every generated file; it takes the place of one of the same name."""
        root = _root(config)
        self.lessons = self.lessons or LessonCache(self.cache)
        site = self.loaded or self.lessons.load_site(root)
        if not self.is_preview:
            _refuse_problems(site)
        site = _settle_address(site, config)
        tree = self.lessons.build_site(
            site, directory_urls=config.use_directory_urls, offline=self.offline
        )
        for name, content in tree.items():
            present = files.get_file_from_path(name)
            if present:
                files.remove(present)
            file = build_file(name, content, config, self.last, self.folder)
            files.append(file)
        config.nav = build_nav(config.nav, site.course)
        self.pages = PageCache(config, self.cache)
        return files

    def on_nav(
        self, nav: Navigation, *, config: MkDocsConfig, files: Files
    ) -> Navigation:
        """Note the navigation, which stands on every page, and render the pages."""
        self.nav = nav
        self.pages.prepare(files)
        return nav

    def on_pre_page(self, page: Page, *, config: MkDocsConfig, files: Files) -> Page:
        """Let a page take what was worked out before."""
        self.pages.attach(page)
        return page

    def on_env(
        self, env: jinja2.Environment, *, config: MkDocsConfig, files: Files
    ) -> Any:
        """Let the frames of pages come from the cache."""
        framed = frame_pages(env, self.cache, config, self.nav)
        self.is_compact = framed is not env
        prepare_frames(framed, config, self.nav, files)
        return framed

    def on_page_content(
        self, html: str, *, page: Page, config: MkDocsConfig, files: Files
    ) -> str:
        """Note a page's words, and take out what was only written for the search."""
        self.words[page.url] = self.pages.list_words(page)
        return SEARCH_MARK.sub("", html)

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Take the templates' indentation out of a page that has it still."""
        return output if self.is_compact else compact_page(output)

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Give the offline edition its search as a script, and forget the last site."""
        self.last.drop()
        search = config.plugins.get(SEARCH)
        if search and config.extra.get(OFFLINE):
            folder = Path(config.site_dir)
            index = render_script(search.search_index.entries)
            write_file(folder / SEARCH_INDEX, index)
            write_file(folder / SEARCH_SCRIPT, load_search_script())

    def on_serve(
        self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any
    ) -> LiveReloadServer:
        """Watch the lessons and the theme too; generated files are not watched."""
        for folder in (_root(config) / PHASES, FOLDER):
            server.watch(str(folder))
        return server


def build_with_mkdocs(root: Path, *, strict: bool, offline: bool = False) -> int:
    """Build the site into site/ and return the exit code.

    `strict` refuses a record that is missing, failed or stale, and MkDocs' warnings.
    `offline` makes the offline edition first, and offers it on the site.
    """
    os.environ.update(QUIET)
    path = str(find_config(root))
    config = load_config(path, strict=strict)
    lessons = LessonCache(Cache(root / CACHE))
    site = lessons.load_site(root)
    # Before MkDocs starts, since it begins by emptying the folder of the last site.
    refused = [str(problem) for problem in site.problems]
    if strict and not refused:
        refused = find_unfit_records(site)
    for sentence in refused:
        log.error(sentence)
    if refused:
        return 1
    if offline:
        edition = _load_offline_config(path, strict=strict)
        if not _run(edition, site, lessons):
            return 1
        title = site.course.metadata.title
        archive = build_offline_archive(Path(edition.site_dir), title)
        config.plugins["lessonkit"].offline = archive
    if not _run(config, site, lessons):
        return 1
    lessons.cache.end_build()
    print(f"built {config.site_dir}")
    return 0


def run_build(
    config: MkDocsConfig,
    site: Site,
    lessons: LessonCache,
    command: Literal["build", "serve"] = "build",
) -> None:
    """Run MkDocs on a loaded course; raises what MkDocs raises."""
    plugin = config.plugins["lessonkit"]
    plugin.loaded, plugin.lessons, plugin.cache = site, lessons, lessons.cache
    config.plugins.on_startup(command=command, dirty=False)
    try:
        run_mkdocs(config)
    finally:
        config.plugins.on_shutdown()


def _run(config: MkDocsConfig, site: Site, lessons: LessonCache) -> bool:
    """Return whether MkDocs built the site."""
    try:
        run_build(config, site, lessons)
    except Abort:
        return False
    return True


def _load_offline_config(path: str, *, strict: bool) -> MkDocsConfig:
    """Return the configuration of the offline edition, in a folder of its own."""
    folder = Path(path).parent / WORK / "offline" / "site"
    config = load_config(
        path,
        strict=strict,
        use_directory_urls=False,
        site_dir=str(folder),
        site_url="",
    )
    config.extra[OFFLINE] = True
    script = ExtraScriptValue(SEARCH_SCRIPT)
    script.defer = True
    config.extra_javascript.append(script)
    return config


def _settle_address(site: Site, config: MkDocsConfig) -> Site:
    """Tell MkDocs where the course is published; a copy on a disk is nowhere."""
    metadata = site.course.metadata
    if config.extra.get(OFFLINE):
        nowhere = metadata.model_copy(update={"site_url": None})
        course = replace(site.course, metadata=nowhere)
        return replace(site, loaded=replace(site.loaded, course=course))
    if metadata.site_url:
        config.site_url = f"{metadata.site_url.rstrip('/')}/"
    return site


def _leave_servers(config: MkDocsConfig) -> None:
    """Turn off what of the theme asks a server."""
    features = config.theme["features"] or []
    kept = [name for name in features if not name.startswith(SERVER_FEATURES)]
    config.theme["features"] = kept


def build_nav(nav: list[Any] | None, course: Course) -> list[Any] | None:
    """Return the navigation with phases and lessons below the page of the path."""
    if nav is None:
        return None
    phases = [
        {f"{phase.number} · {phase.metadata.title}": _list_pages(course, phase)}
        for phase in course.phases
    ]
    return [_extend(entry, phases) for entry in nav]


def _list_pages(course: Course, phase: Phase) -> list[Any]:
    """Return the pages of a phase: its own, its lessons, its review if it has one."""
    lessons = [lesson_page(lesson.id) for lesson in phase.lessons]
    review = find_phase_review(course, phase)
    reviews = [{"Mixed review": review.page}] if review else []
    return [phase_page(phase.id), *lessons, *reviews]


def _extend(entry: Any, phases: list[Any]) -> Any:
    """Return an entry; the section that is the path's page gets the phases."""
    if isinstance(entry, dict):
        return {title: _extend(value, phases) for title, value in entry.items()}
    if isinstance(entry, list) and PATH_PAGE in entry:
        return [*entry, *phases]
    return entry


def _refuse_problems(site: Site) -> None:
    """Print the problems of the sources, and stop the build where there are any."""
    for problem in site.problems:
        log.error(str(problem))
    if site.problems:
        raise PluginError(f"{len(site.problems)} problems in the course's sources")


def _root(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).parent
