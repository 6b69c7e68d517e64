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
    from lessonkit.site.pages import build_site, load_site

    root = find_root()
    if folder.is_dir() and any(folder.iterdir()) and not (folder / PAGES_MARK).exists():
        raise UsageError(
            f"{folder} holds files that this command did not write",
            "name a new or an empty folder",
        )
    site = load_site(root)
    if site.problems:
        return report_problems(site.problems, site.loaded.lesson_count)
    tree = {**build_site(site), PAGES_MARK: ""}
    changed = write_tree(folder, tree)
    click.echo(f"{len(tree)} files in {folder}, {len(changed)} of them changed")
    return 0


@click.command()
@click.option("--strict", is_flag=True, help="Refuse missing, failed or stale records.")
def build(strict: bool) -> int:
    """Build the site into site/."""
    root = find_root()
    from lessonkit.mkdocs_plugin import build_with_mkdocs

    return build_with_mkdocs(root, strict=strict)


@click.command()
def serve() -> int:
    """Show the site at a local address, and show changes as they are made."""
    root = find_root()
    from lessonkit.serve import serve as start

    return start(root)
