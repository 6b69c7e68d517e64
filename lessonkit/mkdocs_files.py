"""The generated files, as MkDocs wants files described."""

from __future__ import annotations

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File

from lessonkit.files import link_file, write_file
from lessonkit.site.links import DOWNLOADS


class GeneratedFile(File):
    """A file that lies nowhere yet, or in a folder to which a link will do."""

    place: Path | None = None

    def copy_file(self, dirty: bool = False) -> None:
        """Put the file into the site."""
        target = Path(self.abs_dest_path)
        if self.place is not None:
            write_file(self.place, self.content_bytes, durable=False)
            if link_file(self.place, target):
                return
        super().copy_file(dirty)


class DownloadFile(GeneratedFile):
    """A file that is copied as it is, also where it is Markdown."""

    def is_documentation_page(self) -> bool:
        """Return False: readers take it along."""
        return False


def build_file(
    name: str, content: str | bytes, config: MkDocsConfig, folder: Path | None = None
) -> File:
    """Return a generated file; a build that comes again keeps its files in `folder`."""
    kind = DownloadFile if DOWNLOADS in name else GeneratedFile
    file = kind(name, None, config.site_dir, config.use_directory_urls)
    file.generated_by = "lessonkit"
    file.content_bytes = content if isinstance(content, bytes) else content.encode()
    file.place = folder / name if folder else None
    return file
