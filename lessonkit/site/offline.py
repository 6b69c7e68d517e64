"""The offline edition: the built site as a ZIP that opens by a double-click.

It is a second build, whose links name files, with a search of our own: a browser gives
a page from a disk neither `fetch` nor workers.
"""

from __future__ import annotations

from pathlib import Path

from lessonkit.files import build_zip
from lessonkit.site.links import archive_name

# What only a server or a crawler asks for, and the theme's parts that need a server.
LEFT_OUT = (
    "404.html",
    "assets/javascripts/lunr/",
    "assets/javascripts/workers/",
    "search/",
    "sitemap.xml",
)
LEFT_OUT_ENDS = (".map",)


def build_offline_archive(built: Path, title: str) -> bytes:
    """Return a folder with the built site as a ZIP, the same bytes for the same site.

    `built` holds the site with links to files; `title` is the course's.
    """
    folder = f"{archive_name(title)}-offline"
    names = {path.relative_to(built).as_posix(): path for path in built.rglob("*")}
    return build_zip(
        {
            f"{folder}/{name}": path.read_bytes()
            for name, path in names.items()
            if path.is_file() and not _is_left_out(name)
        }
    )


def _is_left_out(name: str) -> bool:
    return name.startswith(LEFT_OUT) or name.endswith(LEFT_OUT_ENDS)
