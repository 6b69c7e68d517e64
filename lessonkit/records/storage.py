"""Read and write records: JSON with a stable order, checked as it is read."""

from __future__ import annotations

import functools
import json
import types
import typing
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Any

from lessonkit.records.model import Record, RecordHead

SCHEMA = 1

_MISFITS = (ValueError, KeyError, AttributeError, TypeError, RecursionError)

BACKENDS = ("cpu", "gpu", "tpu")


class RecordError(Exception):
    """A record file cannot be used; the text says which and why."""


class SchemaError(RecordError):
    """A record of another schema; `schema` is its number."""

    def __init__(self, path: Path, schema: object) -> None:
        super().__init__(f"{path}: schema {schema}, but this version reads {SCHEMA}")
        self.schema = schema


def record_path(folder: Path, backend: str) -> Path:
    """Return where the record of a lesson's folder lies for a backend."""
    return folder / "records" / f"{backend}.json"


def load_record(path: Path) -> Record:
    """Read a record.

    Raises RecordError, naming the file, when it is truncated, has merge marks, is
    of another schema, lacks something or cannot be read; FileNotFoundError when it
    is absent.
    """
    return decode_part(path, Record, _load_content(path))


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
    return decode_part(path, RecordHead, head)


def _load_content(path: Path) -> dict[str, Any]:
    """Read a record's JSON and check its schema."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        schema = content.pop("schema")
    except FileNotFoundError:
        raise
    except OSError as error:  # A folder in the way, or no permission.
        raise RecordError(f"{path}: {error.strerror}") from error
    except _MISFITS as error:
        raise RecordError(f"{path}: not a record ({error})") from error
    if schema != SCHEMA:
        raise SchemaError(path, schema)
    if content.get("status") not in ("passed", "failed"):
        raise RecordError(f"{path}: not a record (its status is no known one)")
    return content


def decode_part(path: Path, kind: Any, content: Any) -> Any:
    """Decode content as `kind`; a misfit raises RecordError, naming the file."""
    try:
        return _decode(kind, content)
    except _MISFITS as error:
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
    content = {"schema": SCHEMA, **encode(record)}
    text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
    # A lone surrogate, as in a file name that is no UTF-8, becomes JSON's escape.
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def encode(value: Any) -> Any:
    """Turn dataclasses into mappings; fields that have their default are left out."""
    if is_dataclass(value):
        return {
            f.name: encode(getattr(value, f.name))
            for f in fields(value)
            if f.default is MISSING or getattr(value, f.name) != f.default
        }
    if isinstance(value, dict):
        return {key: encode(item) for key, item in sorted(value.items())}
    if isinstance(value, tuple):
        return [encode(item) for item in value]
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
