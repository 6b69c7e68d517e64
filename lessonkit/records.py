"""Records: what a lesson's run printed, drew and ran on, as committed JSON."""

from __future__ import annotations

import ast
import functools
import hashlib
import json
import re
import types
import typing
from dataclasses import MISSING, dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

from lessonkit.layout import MAIN

SCHEMA = 1

BACKENDS = ("cpu", "gpu", "tpu")

# The same words as the reader of main.py, without its dependencies.
_MARKER = re.compile(r"^# %% (?:([a-z]+): ([a-z0-9-]+)|pass)$", re.MULTILINE)


class RecordError(Exception):
    """A record file cannot be used; the text says which and why."""


@dataclass(frozen=True)
class SourceHash:
    """The two hashes of a source file, as SHA-256 in hexadecimal.

    `raw` is over the text with LF line endings; `normalised` over its syntax tree,
    so that comments and layout do not count (for data files both are the same).
    `path` is relative to the lesson's folder, with forward slashes; one that ends
    with a slash is a folder whose names were listed.
    """

    path: str
    raw: str
    normalised: str


@dataclass(frozen=True)
class Inputs:
    """Everything a run read: the program's cells, modules, data, packages.

    `cells` maps a cell's name (build/inputs) to its normalised hash; `packages`
    maps each pinned distribution that the run imported to its version.
    """

    main: SourceHash
    cells: dict[str, str]
    modules: tuple[SourceHash, ...]
    data: tuple[SourceHash, ...]
    packages: dict[str, str]


@dataclass(frozen=True)
class Environment:
    """Where a run happened. Provenance only: it never makes a record stale."""

    python: str
    platform: str
    packages: dict[str, str]
    backend: str
    device_kind: str
    device_count: int
    flags: dict[str, str]


@dataclass(frozen=True)
class Figure:
    """A figure of a run: its file beside the record, and its data's file.

    Paths are relative to the records folder: cpu/agreement.svg, cpu/agreement.json.
    """

    id: str
    file: str
    sha256: str
    data: str


@dataclass(frozen=True)
class Output:
    """What a stream received, as lines that keep their line ends.

    Where there was too much, `omitted` lines are left out after the first `kept`.
    """

    lines: tuple[str, ...] = ()
    omitted: int = 0
    kept: int = 0

    @property
    def text(self) -> str:
        """The output as a reader sees it."""
        if not self.omitted:
            return "".join(self.lines)
        head, tail = self.lines[: self.kept], self.lines[self.kept :]
        return "".join([*head, f"… {self.omitted} lines left out …\n", *tail])


@dataclass(frozen=True)
class CellRun:
    """One cell's run. `status` is passed, failed or not run."""

    kind: str
    id: str
    status: str
    seconds: float
    stdout: Output
    stderr: Output
    figures: tuple[Figure, ...] = ()

    @property
    def name(self) -> str:
        """The name used to point at the cell, such as build/inputs."""
        return f"{self.kind}/{self.id}"


@dataclass(frozen=True)
class Failure:
    """Why a run is not a pass.

    `reason` is one of error, timeout, memory, output, exit, signal, environment;
    `line` is the line of main.py, or 0 where there is none.
    """

    reason: str
    cell: str
    line: int
    message: str
    traceback: str = ""


@dataclass(frozen=True)
class Record:
    """A whole recorded run of one lesson on one backend.

    `status` is passed or failed. `started` is UTC as 2026-11-29T10:45:00Z;
    `peak_memory` is in bytes.
    """

    lesson: str
    revision: str
    status: str
    inputs: Inputs
    started: str
    seconds: float
    peak_memory: int
    environment: Environment
    lessonkit: str
    cells: tuple[CellRun, ...]
    failure: Failure | None = None

    def find_cell(self, name: str) -> CellRun | None:
        """Return the run of the cell with this name, such as build/inputs."""
        return next((cell for cell in self.cells if cell.name == name), None)

    @property
    def transcript(self) -> str:
        """Everything the run printed to standard output, in order."""
        return "".join(cell.stdout.text for cell in self.cells)


def record_path(folder: Path, backend: str) -> Path:
    """Return where the record of a lesson's folder lies for a backend."""
    return folder / "records" / f"{backend}.json"


def load_record(path: Path) -> Record:
    """Read a record.

    Raises RecordError, naming the file, when it is truncated, has merge marks, is
    of another schema or lacks something; FileNotFoundError when it is absent.
    """
    return _decode_part(path, Record, _load_content(path))


@dataclass(frozen=True)
class RecordHead:
    """What staleness asks of a record, read without the rest of it."""

    status: str
    inputs: Inputs
    failure: Failure | None
    figures: tuple[str, ...]


def load_record_head(path: Path) -> RecordHead:
    """Read the part of a record that tells whether it is fresh; raises as above."""
    content = _load_content(path)
    try:
        cells = content["cells"]
        figures = [f["file"] for cell in cells for f in cell.get("figures", ())]
        head = {key: content[key] for key in ("status", "inputs")}
    except (KeyError, TypeError, AttributeError) as error:
        raise RecordError(f"{path}: not a record (it lacks {error})") from error
    head |= {"failure": content.get("failure"), "figures": figures}
    return _decode_part(path, RecordHead, head)


class SchemaError(RecordError):
    """A record of another schema; `schema` is its number."""

    def __init__(self, path: Path, schema: object) -> None:
        super().__init__(f"{path}: schema {schema}, but this version reads {SCHEMA}")
        self.schema = schema


def _load_content(path: Path) -> dict[str, Any]:
    """Read a record's JSON and check its schema."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        schema = content.pop("schema")
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise RecordError(f"{path}: not a record ({error})") from error
    if schema != SCHEMA:
        raise SchemaError(path, schema)
    return content


def _decode_part(path: Path, kind: Any, content: Any) -> Any:
    """Decode content as `kind`; a misfit raises RecordError, naming the file."""
    try:
        return _decode(kind, content)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RecordError(f"{path}: not a record ({error})") from error


def find_records(folder: Path) -> dict[str, Record]:
    """Return the readable records of a lesson's folder by backend."""
    found = {}
    for backend in BACKENDS:
        try:
            found[backend] = load_record(record_path(folder, backend))
        except (FileNotFoundError, RecordError):
            continue
    return found


def dump_record(record: Record) -> str:
    """Return the record as JSON with a stable key order, readable in a diff."""
    content = {"schema": SCHEMA, **_encode(record)}
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def _encode(value: Any) -> Any:
    """Turn dataclasses into mappings; fields that have their default are left out."""
    if is_dataclass(value):
        return {
            f.name: _encode(getattr(value, f.name))
            for f in fields(value)
            if f.default is MISSING or getattr(value, f.name) != f.default
        }
    if isinstance(value, dict):
        return {key: _encode(item) for key, item in sorted(value.items())}
    if isinstance(value, tuple):
        return [_encode(item) for item in value]
    return value


def _decode(kind: Any, value: Any) -> Any:
    """Turn decoded JSON back into `kind`, a dataclass or a type built of them."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is types.UnionType:
        return None if value is None else _decode(arguments[0], value)
    if origin is tuple:
        return tuple(_decode(arguments[0], item) for item in value)
    if origin is dict:
        return {key: _decode(arguments[1], item) for key, item in value.items()}
    if is_dataclass(kind):
        hints = _field_types(kind)
        given = {key: _decode(hints[key], item) for key, item in value.items()}
        return kind(**given)
    if kind is float and isinstance(value, int):
        return float(value)
    if not isinstance(value, kind):
        raise TypeError(f"{value!r} is no {kind.__name__}")
    return value


@functools.cache
def _field_types(kind: Any) -> dict[str, Any]:
    """Return the types of a dataclass's fields; working them out is slow."""
    return typing.get_type_hints(kind)


# --- hashes ---------------------------------------------------------------------


def hash_bytes(content: bytes) -> str:
    """Return the SHA-256 of the content with LF line endings, in hexadecimal."""
    return hashlib.sha256(content.replace(b"\r\n", b"\n")).hexdigest()


def hash_input(folder: Path, path: str) -> str:
    """Return the raw hash of an input: a file, or the names in a listed folder.

    `path` is relative to `folder`. Raises OSError where it cannot be read.
    """
    if path.endswith("/"):
        names = sorted(p.name for p in (folder / path).iterdir() if _is_source(p))
        return hash_bytes("\n".join(names).encode())
    return hash_bytes((folder / path).read_bytes())


def _is_source(path: Path) -> bool:
    """Say whether a name in a listed folder counts: hidden and cached ones do not."""
    return not path.name.startswith((".", "__pycache__"))


def hash_source(path: str, content: bytes) -> SourceHash:
    """Return both hashes of a file's content; `path` tells what kind of file it is."""
    raw = hash_bytes(content)
    if not path.endswith(".py"):
        return SourceHash(path, raw, raw)
    code = content.decode("utf-8", "replace").replace("\r\n", "\n")
    if path == MAIN:
        return SourceHash(path, raw, hash_order(hash_cells(code)))
    return SourceHash(path, raw, hash_code(code))


def hash_cells(code: str) -> dict[str, str]:
    """Return the normalised hash of each cell of a main.py, by name, in order."""
    markers = list(_MARKER.finditer(code))
    ends = [marker.start() for marker in markers[1:]] + [len(code)]
    return {
        f"{marker[1]}/{marker[2]}" if marker[1] else "pass/pass": hash_code(
            code[marker.end() : end]
        )
        for marker, end in zip(markers, ends, strict=False)
    }


def hash_order(cells: dict[str, str]) -> str:
    """Return one hash over the cells' names and hashes, in their order."""
    return hash_bytes("\n".join(f"{name} {cells[name]}" for name in cells).encode())


def hash_code(code: str) -> str:
    """Return a hash of Python code that no comment, layout or Python version moves."""
    try:
        return hash_bytes(_dump(ast.parse(code)).encode())
    except (SyntaxError, ValueError):
        return hash_bytes(code.encode())


def _dump(node: Any) -> str:
    """Write a syntax tree as text.

    Empty fields are left out: each Python adds some, and `ast.dump` shows them.
    """
    if isinstance(node, list):
        return f"[{', '.join(map(_dump, node))}]"
    if not hasattr(node, "_fields"):
        return repr(node)
    given = {name: getattr(node, name, None) for name in node._fields}
    shown = [f"{k}={_dump(v)}" for k, v in given.items() if v is not None and v != []]
    return f"{type(node).__name__}({', '.join(shown)})"
