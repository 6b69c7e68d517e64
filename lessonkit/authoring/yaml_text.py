"""Change a YAML file as text, so that its comments and layout stay."""

from __future__ import annotations

import json
from collections.abc import Sequence

import yaml

from lessonkit.course.metadata import Loader


def quote(text: str) -> str:
    """Return a text as a YAML scalar: bare where that means the same, else quoted."""
    plain = text.isprintable() and not set(text) & set("{}[],#&*!|>%@`\"'")
    try:
        if plain and yaml.load(text, Loader) == text:
            return text
    except yaml.YAMLError:
        pass
    return json.dumps(text, ensure_ascii=False)


def append_item(text: str, key: str, item: str) -> str:
    """Return the text with an item, on one line, at the end of a key's list.

    Raises ValueError where there is no such list in block form.
    """
    last = _find_items(text, key)[-1]
    lines = text.splitlines(keepends=True)
    indent, end = last.start_mark.column, _end_line(last, lines)
    # A node's column is that of its text; the dash stands before it.
    dash = lines[last.start_mark.line][:indent]
    if dash.strip() != "-":
        raise ValueError(f"the list under `{key}` does not have an item a line")
    if not lines[end - 1].endswith("\n"):
        lines[end - 1] += "\n"
    return "".join([*lines[:end], f"{dash}{item}\n", *lines[end:]])


def remove_item(text: str, key: str, index: int) -> str:
    """Return the text without an item of a key's list; its comments stay.

    A list that would be left empty goes with its key.
    """
    items = _find_items(text, key)
    lines = text.splitlines(keepends=True)
    first, end = items[index].start_mark.line, _end_line(items[index], lines)
    if len(items) == 1:
        first = next(i for i, line in enumerate(lines) if line.startswith(f"{key}:"))
    return "".join([*lines[:first], *lines[end:]])


def _find_items(text: str, key: str) -> list[yaml.Node]:
    """Return the nodes of the items of a key's list, at least one."""
    root = Loader(text).get_single_node()
    pairs = root.value if isinstance(root, yaml.MappingNode) else []
    for name, value in pairs:
        block = isinstance(value, yaml.SequenceNode) and not value.flow_style
        if name.value == key and block and value.value:
            return value.value
    raise ValueError(f"there is no list under `{key}`")


def _end_line(node: yaml.Node, lines: Sequence[str]) -> int:
    """Return how many lines there are up to the end of a node.

    A block's own end mark lies at what follows it, beyond comments and blank lines.
    """
    while not isinstance(node, yaml.ScalarNode) and node.value and not node.flow_style:
        last = node.value[-1]
        node = last[1] if isinstance(node, yaml.MappingNode) else last
    mark = node.end_mark
    end = mark.line + 1 if mark.column else mark.line
    while not lines[end - 1].strip():
        end -= 1
    return end
