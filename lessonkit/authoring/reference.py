"""The pages on rules and file formats, made of the rules and formats themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from lessonkit.authoring.points import POINTS
from lessonkit.authoring.schemas import FORMATS, build_schema, build_schemas
from lessonkit.errors import UsageError
from lessonkit.files import write_file
from lessonkit.problems import RULES, Rule

TEMPLATES = Path(__file__).parent / "templates" / "reference"
SCHEMAS = "schemas"
GUIDE = "authoring.md"
# Between these lines of the authoring guide stands the table of points.
BEGIN, END = "<!-- points: begin -->", "<!-- points: end -->"
GROUPS = {
    "LK1": "The YAML files",
    "LK2": "The program",
    "LK3": "The prose",
    "LK4": "The course",
    "LK5": "Exercises and quiz",
}
# What the patterns of the models stand for, in words.
FORMS = {
    r"^[a-z0-9]+(-[a-z0-9]+)*$": "id",
    r"^\d+\.\d+\.\d+$": "version",
    r"^[a-z]+/[a-z0-9-]+$": "kind/id",
    r"^https://\S+$": "https link",
    r"^[a-z0-9-]+(/[a-z0-9-]+)*$": "address",
}
TYPES = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "null": "null",
}


@dataclass(frozen=True)
class Row:
    """One key of a file: what it may hold, whether it has to be there, its meaning."""

    key: str
    form: str
    needed: str
    meaning: str


@dataclass(frozen=True)
class Table:
    """The keys of one mapping; `place` is where it stands, such as quiz[].options[]."""

    place: str
    meaning: str
    rows: tuple[Row, ...]


def write_reference(folder: Path) -> tuple[Path, ...]:
    """Write schemas and pages into a folder; return the files that changed."""
    tree = build_reference(folder)
    return tuple(
        folder / name for name in tree if write_file(folder / name, tree[name])
    )


def build_reference(folder: Path) -> dict[str, str]:
    """Return the text of every generated file by its name.

    The authoring guide in the folder gets its table of points where it has a place
    for it. Raises UsageError where that place has a beginning only.
    """
    tree = {f"{SCHEMAS}/{name}": text for name, text in build_schemas().items()}
    formats = [
        (format, tuple(_build_tables(build_schema(format)))) for format in FORMATS
    ]
    tree["file-formats.md"] = _render("file-formats.md.jinja", formats=formats)
    groups = {
        title: {code: rule for code, rule in RULES.items() if code.startswith(prefix)}
        for prefix, title in GROUPS.items()
    }
    tree["rules.md"] = _render("rules.md.jinja", groups=groups, asked=_say_asked)
    guide = folder / GUIDE
    if guide.is_file():
        tree[GUIDE] = fill_points(guide.read_text(encoding="utf-8"))
    return tree


def fill_points(text: str) -> str:
    """Return the authoring guide with its table of points made anew."""
    if BEGIN not in text:
        return text
    head, _, rest = text.partition(BEGIN)
    _, found, tail = rest.partition(END)
    if not found:
        raise UsageError(
            f"{GUIDE} has `{BEGIN}` without its end.",
            f"write `{END}` on the line after the table.",
        )
    table = _render("points.md.jinja", points=POINTS)
    return f"{head}{BEGIN}\n{table}{END}{tail}"


def _render(template: str, **values: object) -> str:
    """Return the text of a page; its templates are Markdown, not HTML."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    return environment.get_template(template).render(**values)


def _say_asked(rule: Rule) -> str:
    """Return of which lessons a rule is asked."""
    if not rule.standard:
        return "every course"
    if rule.projects:
        return "the full standard, lessons and projects"
    return "the full standard, lessons only"


def _build_tables(schema: Mapping[str, Any]) -> Iterator[Table]:
    """Yield the table of each mapping in a schema, outer ones first."""
    definitions = schema.get("$defs", {})
    waiting = [("", schema)]
    while waiting:
        place, node = waiting.pop(0)
        node, nested = _resolve(node, definitions)
        place += "[]" * nested
        properties = node.get("properties", {})
        rows = []
        for key, value in properties.items():
            target, _ = _resolve(value, definitions)
            if "properties" in target:
                waiting.append((f"{place}.{key}".lstrip("."), value))
            needed = _say_needed(key, value, node)
            meaning = value.get("description", "")
            rows.append(Row(key, _say_form(value, definitions), needed, meaning))
        meaning = re.sub(r"\s+", " ", node.get("description", ""))
        yield Table(place, meaning if place else "", tuple(rows))


def _resolve(
    node: Mapping[str, Any], definitions: Mapping[str, Any]
) -> tuple[Mapping[str, Any], int]:
    """Return what a node describes in the end, and how many lists are around it."""
    lists = 0
    while True:
        options = [o for o in node.get("anyOf", ()) if o.get("type") != "null"]
        if "$ref" in node:
            node = definitions[node["$ref"].rpartition("/")[2]]
        elif node.get("type") == "array" and "items" in node:
            node, lists = node["items"], lists + 1
        elif len(options) == 1:
            (node,) = options
        else:
            return node, lists


def _say_form(value: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    """Return in words what a key may hold."""
    node, lists = _resolve(value, definitions)
    if "enum" in node:
        form = " or ".join(f"`{choice}`" for choice in node["enum"])
    elif "const" in node:
        form = f"`{node['const']}`"
    elif "properties" in node:
        form = "mappings" if lists else "mapping"
    elif node.get("type") == "object":
        form = "mapping of texts"
    elif node.get("format") == "date":
        form = "date"
    else:
        form = FORMS.get(node.get("pattern", ""), TYPES.get(node.get("type", ""), ""))
    return f"list of {form}" if lists else form


def _say_needed(key: str, value: Mapping[str, Any], node: Mapping[str, Any]) -> str:
    """Return whether a key has to be there, or what holds without it."""
    if key in node.get("required", ()):
        return "yes"
    default = value.get("default")
    if default in (None, [], {}) or isinstance(default, dict):
        return "no"
    return f"no: `{str(default).lower() if isinstance(default, bool) else default}`"
