"""The templates and files of the theme."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from lessonkit.site.markup import Renderer

FOLDER = Path(__file__).parent / "theme"


def load_assets() -> dict[str, bytes]:
    """Return what every page needs beside it, by its name in the pages folder."""
    paths = sorted((FOLDER / "assets").glob("*.*"))
    return {f"assets/{path.name}": path.read_bytes() for path in paths}


def demote_headings(markdown: str) -> str:
    """Return Markdown whose headings are one level lower; fenced code is kept."""
    lines, fenced = [], False
    for line in markdown.splitlines():
        fenced ^= line.startswith(("```", "~~~"))
        heading = not fenced and line.startswith("#")
        lines.append(f"#{line}" if heading else line)
    return "\n".join(lines)


class Theme:
    """Renders views with templates; texts in them by one renderer."""

    def __init__(self) -> None:
        self.renderer = Renderer()
        self._environment = Environment(
            loader=FileSystemLoader(FOLDER / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        self._environment.filters |= {
            "inline": self.renderer.inline,
            "block": self.renderer.block,
            "plain": self.renderer.plain,
            "code": self.renderer.code,
            "verbatim": self.renderer.verbatim,
            "demote": demote_headings,
            # Markdown at a page's top level: the host renders it.
            "prose": Markup,
        }

    def render(self, template: str, **values: object) -> str:
        """Return a template filled with values."""
        return self._environment.get_template(template).render(**values)
