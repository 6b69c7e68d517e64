"""The only module that writes files: whole or not at all, and only what changed."""

from __future__ import annotations

import io
import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

# Fixed for every member, so that equal content gives an equal archive.
ZIP_TIME = (1980, 1, 1, 0, 0, 0)


def write_file(path: Path, content: str | bytes, *, durable: bool = True) -> bool:
    """Write the content unless the file has it already; return whether it changed.

    The file appears whole or not at all: the content goes to a neighbouring
    temporary file which then takes its name. `durable` waits for the disk; a file
    that dies with its run needs no wait. What is a device or a pipe stays one, and
    is written to.
    """
    data = _encode(content)
    if path.is_file():
        if path.read_bytes() == data:
            return False
    elif path.exists() and not path.is_dir():
        path.write_bytes(data)
        return True
    temporary = _write_temporary(path, data, durable=durable)
    try:
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return True


def write_together(folder: Path, tree: Mapping[str, str | bytes]) -> None:
    """Write files that belong together: a full disk leaves every earlier one as it was.

    All contents reach the disk before the first of them takes its name, and they
    take their names in the given order.
    """
    ready: dict[Path, Path] = {}
    try:
        for name, content in tree.items():
            ready[folder / name] = _write_temporary(folder / name, _encode(content))
        for path, temporary in ready.items():
            os.replace(temporary, path)
    except BaseException:
        remove_files(ready.values())
        raise


def _encode(content: str | bytes) -> bytes:
    return content.encode("utf-8") if isinstance(content, str) else content


def _write_temporary(path: Path, data: bytes, *, durable: bool = True) -> Path:
    """Write the data to a new file beside `path`; nothing stays after a failure."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            if durable:
                os.fsync(stream.fileno())
        os.chmod(name, 0o644)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)


def write_tree(
    folder: Path, tree: Mapping[str, str | bytes], *, durable: bool = True
) -> tuple[str, ...]:
    """Make the folder hold exactly these files; return the names that changed.

    Names are relative with forward slashes. Files that are not named are removed,
    and so are folders left empty. `durable` waits for the disk, as in write_file.
    """
    changed = [
        name
        for name, content in tree.items()
        if write_file(folder / name, content, durable=durable)
    ]
    for path in sorted(folder.rglob("*"), reverse=True):
        name = path.relative_to(folder).as_posix()
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif name not in tree:
            path.unlink()
            changed.append(name)
    return tuple(changed)


def put_file(path: Path, data: bytes) -> None:
    """Write a file into a folder that is being made and that nobody reads yet."""
    try:
        path.write_bytes(data)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def move_files(source: Path, target: Path) -> None:
    """Move what a folder holds into another, hidden files aside, where that is quick.

    What cannot be moved, as to another disk, stays where it is.
    """
    try:
        target.mkdir(parents=True, exist_ok=True)
        for path in list(source.iterdir()):
            if not path.name.startswith("."):
                path.rename(target / path.name)
    except OSError:
        return


def link_file(source: Path, target: Path) -> bool:
    """Make a link to a file under another name; return whether the system allows it."""
    try:
        try:
            os.link(source, target)
        except FileNotFoundError:
            target.parent.mkdir(parents=True, exist_ok=True)
            os.link(source, target)
    except OSError:
        return False
    return True


def remove_tree(folder: Path) -> None:
    """Remove a folder with all it holds; one that is absent is fine."""
    shutil.rmtree(folder, ignore_errors=True)


def remove_files(paths: Iterable[Path]) -> None:
    """Remove these files; one that is absent is fine."""
    for path in paths:
        path.unlink(missing_ok=True)


def build_zip(members: Mapping[str, bytes]) -> bytes:
    """Return a ZIP of the members, sorted by name, the same bytes on every machine."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(members):
            entry = zipfile.ZipInfo(name, ZIP_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, also when built on Windows
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, members[name])
    return buffer.getvalue()
