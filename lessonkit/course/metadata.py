"""Read YAML files into the models, with a problem at the line of each mistake."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import yaml
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from lessonkit.problems import Problem, did_you_mean

# The C loader is ten times as fast; some platforms' wheels come without it.
Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Shape = TypeVar("Shape")
Location = tuple[int | str, ...]


def parse_yaml(
    path: Path, text: str, shape: type[Shape]
) -> tuple[Shape | None, tuple[Problem, ...]]:
    """Read a YAML text as a model, or a tuple of models.

    `path` only names the file in problems. The value is None where there are any.
    """
    try:
        loader = Loader(text.replace("\r\n", "\n"))
        node = loader.get_single_node()
        content = loader.construct_document(node) if node else None
    except yaml.YAMLError as error:
        return None, (_yaml_problem(path, error),)
    except ValueError as error:  # a date such as 2026-13-40
        return None, (Problem(path, 1, "LK101", f"not valid YAML: {error}"),)
    repeated = tuple(_find_repeated_keys(path, node))
    try:
        value = TypeAdapter(shape).validate_python(content)
    except ValidationError as error:
        details = error.errors(include_url=False)
        found = [_build_problem(path, node, shape, detail) for detail in details]
        return None, (*repeated, *found)
    return (None if repeated else value), repeated


def find_line(text: str, location: Location) -> int:
    """Return the line, from 1, of what stands at a location such as ("quiz", 2)."""
    node = Loader(text.replace("\r\n", "\n")).get_single_node()
    return _line_of(node, location)


def _yaml_problem(path: Path, error: yaml.YAMLError) -> Problem:
    """Turn the parser's complaint into a problem at its line."""
    mark = getattr(error, "problem_mark", None)
    line = mark.line + 1 if mark else 1
    reason = getattr(error, "problem", None) or str(error).splitlines()[0]
    return Problem(path, line, "LK101", f"not valid YAML: {reason}")


def _find_repeated_keys(path: Path, node: yaml.Node | None) -> Sequence[Problem]:
    """Find keys that stand twice in one mapping: YAML would keep the last."""
    problems = []
    if isinstance(node, yaml.MappingNode):
        seen = set()
        for key, value in node.value:
            if key.value in seen:
                message = f"the key `{key.value}` stands twice"
                line = key.start_mark.line + 1
                problems.append(Problem(path, line, "LK101", message, "keep one"))
            seen.add(key.value)
            problems += _find_repeated_keys(path, value)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            problems += _find_repeated_keys(path, item)
    return problems


def _build_problem(
    path: Path, node: yaml.Node | None, shape: object, detail: ErrorDetails
) -> Problem:
    """Turn one of pydantic's errors into a problem at the line of its place."""
    location = detail["loc"]
    line = _line_of(node, location)
    key = str(location[-1]) if location else ""
    if detail["type"] == "extra_forbidden":
        remedy = did_you_mean(key, _known_keys(shape, location[:-1]))
        return Problem(path, line, "LK103", f"unknown key `{key}`", remedy)
    if detail["type"] == "missing":
        return Problem(path, line, "LK104", f"the key `{key}` is missing")
    if not location and detail["input"] is None:
        remedy = "fill it; the page on file formats says what it holds"
        return Problem(path, line, "LK105", "the file is empty", remedy)
    where = ".".join(str(part) for part in location) or "the file"
    reason = detail["msg"][0].lower() + detail["msg"][1:]
    given = (
        "" if isinstance(detail["input"], dict | list) else f", not {_shown(detail)}"
    )
    return Problem(path, line, "LK105", f"`{where}`: {reason}{given}")


def _shown(detail: ErrorDetails) -> str:
    """The value that was given, shortened to fit a line."""
    text = repr(detail["input"])
    return text if len(text) <= 40 else f"{text[:37]}…"


def _line_of(node: yaml.Node | None, location: Location) -> int:
    """Follow a location into the node tree as far as it goes."""
    line = node.start_mark.line + 1 if node else 1
    for step in location:
        if isinstance(node, yaml.MappingNode):
            pairs = {key.value: (key, value) for key, value in node.value}
            if str(step) not in pairs:
                break
            key, node = pairs[str(step)]
            line = key.start_mark.line + 1
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int):
            if step >= len(node.value):
                break
            node = node.value[step]
            line = node.start_mark.line + 1
        else:
            break
    return line


def _known_keys(shape: object, location: Location) -> list[str]:
    """Return the keys that the model at a location knows."""
    for step in location:
        if isinstance(step, int):
            continue
        model = _model_in(shape)
        if model is None or step not in model.model_fields:
            return []
        shape = model.model_fields[step].annotation
    model = _model_in(shape)
    return list(model.model_fields) if model else []


def _model_in(shape: object) -> type[BaseModel] | None:
    """Return the model that a type holds: itself, a tuple's item, an option."""
    if isinstance(shape, type) and issubclass(shape, BaseModel):
        return shape
    for argument in getattr(shape, "__args__", ()):
        model = _model_in(argument)
        if model:
            return model
    return None
