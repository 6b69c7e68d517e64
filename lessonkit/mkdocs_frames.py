"""Saves MkDocs the frames around pages that it made before.

A frame depends on its page, on the navigation, on the configuration and on the theme's
templates. Where a site uses a plugin that may bring in something else, none is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import jinja2
import mkdocs
from mkdocs.commands.build import get_context
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Link, Navigation, Section
from mkdocs.structure.pages import Page

from lessonkit.mkdocs_pages import ADDRESS, describe_heading, hash_settings
from lessonkit.site.cache import (
    Cache,
    TemplateCache,
    hash_files,
    hash_parts,
    hash_tools,
    list_files,
)
from lessonkit.site.compact import compact_page
from lessonkit.site.metadata import LINKED_DATA
from lessonkit.site.parallel import run_shared

# These change no page by something that is not in its context.
KNOWN_PLUGINS = frozenset({"lessonkit", "material/search", "search"})
INSTALLED = Path(mkdocs.__file__).parents[1]
# What MkDocs itself gives to a template.
USUAL_CONTEXT = {
    *("base_url", "build_date_utc", "config", "extra_css", "extra_javascript"),
    *("mkdocs_version", "nav", "page", "pages"),
}

# A page's own head holds these; no other page shows them.
TOLD_TO_MACHINES = frozenset({"description", LINKED_DATA})


def frame_pages(
    env: jinja2.Environment, cache: Cache, config: MkDocsConfig, nav: Navigation
) -> Any:
    """Return the environment of the theme's templates, with a cache before it."""
    env.bytecode_cache = TemplateCache(cache)
    if not set(config.plugins) <= KNOWN_PLUGINS:
        return env
    folders = [Path(folder) for folder in config.theme.dirs]
    # What is installed is known by its version.
    own = [path for path in folders if not path.is_relative_to(INSTALLED)]
    files = [hash_files(list_files(folder)) for folder in own]
    parts = [hash_tools(), *files, hash_settings(config), *describe_nav(nav)]
    return FramedEnvironment(env, cache, hash_parts(parts))


def prepare_frames(
    env: Any, config: MkDocsConfig, nav: Navigation, files: Files
) -> None:
    """Make the frames that are missing in the cache, by all the cores."""
    if not isinstance(env, FramedEnvironment):
        return
    documents = files.documentation_pages()

    def find_missing(page: Page) -> bool:
        return env.cache.find("frames", env.describe(page, *choose(page))) is None

    def choose(page: Page) -> tuple[str, dict[str, Any]]:
        name = page.meta.get("template", "main.html")
        return name, dict(get_context(nav, documents, config, page))

    def render(page: Page) -> str:
        page.active = True
        try:
            name, context = choose(page)
            return compact_page(env.env.get_template(name).render(context))
        finally:
            page.active = False

    pages = [file.page for file in documents if file.page is not None]
    missing = [page for page in pages if find_missing(page)]
    for page, frame in zip(missing, run_shared(render, missing), strict=True):
        env.cache.keep("frames", env.describe(page, *choose(page)), frame)


def describe_nav(nav: Navigation) -> Iterator[str]:
    """Yield what the theme shows of the navigation on any page."""
    stack: list[tuple[int, Any]] = [(0, item) for item in reversed(nav.items)]
    while stack:
        depth, item = stack.pop()
        meta = item.meta if isinstance(item, Page) else {}
        shown = {name: meta[name] for name in meta if name not in TOLD_TO_MACHINES}
        url = item.url if isinstance(item, Page | Link) else ""
        yield f"{depth} {type(item).__name__} {item.title!r} {url!r} {shown!r}"
        if isinstance(item, Section):
            stack += [(depth + 1, child) for child in reversed(item.children)]


class FramedEnvironment:
    """The theme's templates; those of pages look for their result in the cache."""

    def __init__(self, env: jinja2.Environment, cache: Cache, key: str) -> None:
        self.env = env
        self.cache = cache
        self.key = key

    def __getattr__(self, name: str) -> Any:
        return getattr(self.env, name)

    def describe(self, page: Page, template: str, context: Mapping[str, Any]) -> str:
        """Return the key of a page's frame."""
        added = {name: context[name] for name in context if name not in USUAL_CONTEXT}
        shown = ADDRESS.sub("", repr(sorted(added.items())))
        return hash_parts([self.key, template, shown, *_describe_page(page)])

    def get_template(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Return a template by its name."""
        template = self.env.get_template(name, *args, **kwargs)
        return _FramedTemplate(template, self)


class _FramedTemplate:
    """A template whose result for a page is taken from the cache, and compact."""

    def __init__(self, template: jinja2.Template, framed: FramedEnvironment) -> None:
        self.template = template
        self.framed = framed

    def __getattr__(self, name: str) -> Any:
        return getattr(self.template, name)

    def render(self, context: Mapping[str, Any]) -> str:
        """Return the whole page, or the text of a template that is no page's."""
        page = context.get("page")
        if page is None:
            return self.template.render(context)
        return self.framed.cache.work_out(
            "frames",
            self.framed.describe(page, str(self.template.name), context),
            lambda: compact_page(self.template.render(context)),
        )


def _describe_page(page: Page) -> Iterator[str]:
    """Yield what the theme's frame shows of a page, its own navigation aside."""
    yield page.content or ""
    around = [page.previous_page, page.next_page, *page.ancestors]
    toc = [describe_heading(heading) for heading in page.toc]
    yield repr((page.url, page.file.src_uri, page.title, page.meta, toc))
    yield repr((page.edit_url, page.canonical_url, page.is_homepage))
    yield repr([(item.title, getattr(item, "url", "")) for item in around if item])
