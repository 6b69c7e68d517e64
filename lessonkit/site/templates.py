"""The templates and files of the theme."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from rjsmin import jsmin

from lessonkit.course.numbers import format_number
from lessonkit.site.keys import build_option_key
from lessonkit.site.markup import Renderer

FOLDER = Path(__file__).parent / "theme"
SCRIPT = "assets/lessonkit.js"
# What few pages need, or few readers: one script, which is loaded when it is needed.
MORE_SCRIPT = "assets/more.js"
MORE_FOLDERS = ("compare", "notebook")
# The scripts that others stand on, in this order; the rest follow by name.
FIRST_SCRIPTS = (
    *("site.js", "state.js", "store.js", "element.js", "schedule.js", "progress.js"),
    *("journal.js", "portfolio.js", "lines.js", "causes.js", "run.js", "transfer.js"),
    "storage.js",
)


def load_assets(settings: Mapping[str, object]) -> dict[str, bytes]:
    """Return what every page needs beside it, by its name in the pages folder.

    `settings` is what all scripts know of the course.
    """
    paths = sorted((FOLDER / "assets").glob("*.*"))
    assets = {f"assets/{path.name}": path.read_bytes() for path in paths}
    site = json.dumps(dict(settings), ensure_ascii=False)
    scripts = FOLDER / "scripts"
    script = _join_scripts(scripts.glob("*.js"))
    assets[SCRIPT] = f"window.lessonkit = {{ site: {site} }};\n{script}".encode()
    more = [path for name in MORE_FOLDERS for path in (scripts / name).glob("*.js")]
    assets[MORE_SCRIPT] = _join_scripts(more).encode()
    return assets


def _join_scripts(paths: Iterable[Path]) -> str:
    """Return scripts as one, without what a browser need not read."""
    found = {path.name: path for path in paths}
    first = [name for name in FIRST_SCRIPTS if name in found]
    names = [*first, *sorted(found.keys() - first)]
    texts = (found[name].read_text(encoding="utf-8") for name in names)
    return "".join(f"{jsmin(text)}\n" for text in texts)


def load_search_script() -> str:
    """Return the script of the search that the offline edition has of its own."""
    path = FOLDER / "scripts" / "offline" / "search.js"
    return jsmin(path.read_text(encoding="utf-8"))


def demote_headings(markdown: str) -> str:
    """Return Markdown whose headings are one level lower; fenced code is kept."""
    lines, fenced = [], False
    for line in markdown.splitlines():
        fenced ^= line.startswith(("```", "~~~"))
        heading = not fenced and line.startswith("#")
        lines.append(f"#{line}" if heading else line)
    return "\n".join(lines)


class Theme:
    """Renders views with templates; texts in them by one renderer.

    `compiled` may keep what templates are compiled to, for the next time.
    """

    def __init__(self, compiled: BytecodeCache | None = None) -> None:
        self.renderer = Renderer()
        self._environment = Environment(
            loader=FileSystemLoader(FOLDER / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            bytecode_cache=compiled,
        )
        # YAML reads JSON's texts, but not the pairs by which it may escape a character.
        self._environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False}
        self._environment.filters |= {
            "inline": self.renderer.inline,
            "block": self.renderer.block,
            "plain": self.renderer.plain,
            "code": self.renderer.code,
            "verbatim": self.renderer.verbatim,
            "demote": demote_headings,
            "key": build_option_key,
            "number": format_number,
            # Markdown at a page's top level: the host renders it.
            "prose": Markup,
        }

    def render(self, template: str, **values: object) -> str:
        """Return a template filled with values."""
        return self._environment.get_template(template).render(**values)
