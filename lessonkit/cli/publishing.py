"""Commands for those who publish the site."""

from __future__ import annotations

from pathlib import Path

import click

from lessonkit.cli.shared import find_root, report_problems
from lessonkit.errors import UsageError

# In a folder that holds this file, `pages` may replace everything.
PAGES_MARK = ".lessonkit-pages"


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def pages(folder: Path) -> int:
    """Write all pages, notebooks and downloads as plain files into FOLDER."""
    from lessonkit.files import write_tree
    from lessonkit.site.cache import CACHE, Cache
    from lessonkit.site.cache_lessons import LessonCache

    root = find_root()
    if folder.is_dir() and any(folder.iterdir()) and not (folder / PAGES_MARK).exists():
        raise UsageError(
            f"{folder} holds files that this command did not write",
            "name a new or an empty folder",
        )
    lessons = LessonCache(Cache(root / CACHE))
    site = lessons.load_site(root)
    if site.problems:
        return report_problems(site.problems, site.loaded.lesson_count)
    tree = {**lessons.build_site(site), PAGES_MARK: ""}
    changed = write_tree(folder, tree)
    click.echo(f"{len(tree)} files in {folder}, {len(changed)} of them changed")
    return 0


@click.command()
@click.option("--strict", is_flag=True, help="Refuse missing, failed or stale records.")
@click.option(
    "--offline",
    is_flag=True,
    help="Make the offline edition too, a ZIP that the site offers.",
)
def build(strict: bool, offline: bool) -> int:
    """Build the site into site/."""
    root = find_root()
    from lessonkit.mkdocs_plugin import build_with_mkdocs

    return build_with_mkdocs(root, strict=strict, offline=offline)


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="Where to serve it on this machine; 0 takes any that is free.",
)
def serve(port: int) -> int:
    """Show the site at a local address, and show changes as they are made.

    A lesson whose code changes is run at once, and its record written.
    """
    root = find_root()
    from lessonkit.serve import serve as start

    return start(root, port=port)
