"""Where in a file a problem stands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from lessonkit.course.maths import (
    TexError,
    find_formulas,
    find_leftovers,
    render_mathml,
)
from lessonkit.course.metadata import Location, find_line
from lessonkit.problems import Problem


class YamlFile:
    """A YAML file whose values problems point at."""

    def __init__(self, root: Path, path: Path) -> None:
        self.path = path
        self.name = path.relative_to(root)

    def problem(
        self, location: Location, code: str, message: str, help: str = ""
    ) -> Problem:
        """Return a problem at the line of the value at this location."""
        line = find_line(self.path.read_text(encoding="utf-8"), location)
        return Problem(self.name, line, code, message, help)


def check_tex(name: Path, text: str, line: int = 1) -> Iterator[Problem]:
    """Find formulas of a Markdown text that cannot be read; `line` is its first."""
    for formula in find_formulas(text):
        place = line + formula.line - 1
        try:
            render_mathml(formula.tex, display=formula.display)
        except TexError as error:
            message = f"`${formula.tex}$`, column {error.column}: {error.message}"
            yield Problem(name, place, "LK305", message)
    for place, sign in find_leftovers(text):
        message = f"`{sign}` without a partner"
        remedy = "close the formula, or write `\\$` where a dollar sign is meant"
        yield Problem(name, line + place - 1, "LK305", message, remedy)


def check_yaml_tex(file: YamlFile, model: BaseModel) -> Iterator[Problem]:
    """Find formulas in the texts of a model that cannot be read."""
    for location, text in find_texts(model):
        if "$" in text:
            for problem in check_tex(file.name, text):
                yield file.problem(location, problem.code, problem.message)


def find_texts(value: Any, location: Location = ()) -> Iterator[tuple[Location, str]]:
    """Yield every text of a model with its location; code is none."""
    if isinstance(value, BaseModel):
        for name in type(value).model_fields:
            if name != "code":
                yield from find_texts(getattr(value, name), (*location, name))
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from find_texts(item, (*location, index))
    elif isinstance(value, str):
        yield location, value
