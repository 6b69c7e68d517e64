"""JSON Schemas of the files that a site publishes, derived from our own dataclasses.

So a schema can never say anything else than the code that writes the file.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

DIALECT = "https://json-schema.org/draft/2020-12/schema"
PLAIN = {str: "string", bool: "boolean", int: "integer", float: "number"}


def build_schema(
    title: str, description: str, head: Mapping[str, Any], kind: type
) -> dict[str, Any]:
    """Return the schema of a JSON object: the keys of `head`, then those of `kind`.

    `head` maps each key that stands before a dataclass's own to its schema.
    """
    body = _describe(kind)
    properties = {**head, **body["properties"]}
    return {
        "$schema": DIALECT,
        "title": title,
        "description": description,
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _describe(kind: Any) -> dict[str, Any]:
    """Return the schema of a type: a plain one, a dataclass, or one built of them."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind in PLAIN:
        return {"type": PLAIN[kind]}
    if origin is types.UnionType:
        given = [_describe(a) for a in arguments if a is not types.NoneType]
        return {"anyOf": [*given, {"type": "null"}]}
    if origin is tuple:
        return {"type": "array", "items": _describe(arguments[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": _describe(arguments[1])}
    if not is_dataclass(kind):
        raise TypeError(f"no schema for {kind!r}")
    hints = typing.get_type_hints(kind)
    properties = {field.name: _describe(hints[field.name]) for field in fields(kind)}
    return {
        "description": " ".join((kind.__doc__ or "").split()),
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
