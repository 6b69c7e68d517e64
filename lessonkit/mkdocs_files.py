"""The generated files, as MkDocs wants files described."""

from __future__ import annotations

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File

from lessonkit.files import link_file, move_files, put_file, remove_tree, write_file
from lessonkit.site.links import DOWNLOADS


class LastSite:
    """The files of the site before this one; most of them are the same again.

    To write a file anew costs the system many times what another name for it does.
    """

    def __init__(self, site: Path, folder: Path) -> None:
        self.site = site
        self.folder = folder

    def take(self) -> None:
        """Move the last site aside; hidden files are not of it, and stay."""
        remove_tree(self.folder)
        move_files(self.site, self.folder)

    def put(self, target: Path, data: bytes) -> None:
        """Write a file of the new site, by a link where it is the same as before."""
        if target.is_relative_to(self.site):
            before = self.folder / target.relative_to(self.site)
            if _is_same(before, data) and link_file(before, target):
                return
        put_file(target, data)

    def drop(self) -> None:
        """Forget the last site."""
        remove_tree(self.folder)


def _is_same(path: Path, data: bytes) -> bool:
    try:
        return path.stat().st_size == len(data) and path.read_bytes() == data
    except OSError:
        return False


class GeneratedFile(File):
    """A file of a build, or of the preview, which keeps its files in a folder."""

    last: LastSite
    place: Path | None = None

    def copy_file(self, dirty: bool = False) -> None:
        """Put the file into the site."""
        target = Path(self.abs_dest_path)
        if self.place is not None:
            write_file(self.place, self.content_bytes, durable=False)
            if link_file(self.place, target):
                return
        self.last.put(target, self.content_bytes)


class DownloadFile(GeneratedFile):
    """A file that is copied as it is, also where it is Markdown."""

    def is_documentation_page(self) -> bool:
        """Return False: readers take it along."""
        return False


def build_file(
    name: str,
    content: str | bytes,
    config: MkDocsConfig,
    last: LastSite,
    folder: Path | None = None,
) -> File:
    """Return a generated file; the preview keeps its files in `folder`."""
    kind = DownloadFile if DOWNLOADS in name else GeneratedFile
    file = kind(name, None, config.site_dir, config.use_directory_urls)
    file.generated_by = "lessonkit"
    file.content_bytes = content if isinstance(content, bytes) else content.encode()
    file.last, file.place = last, folder / name if folder else None
    return file
