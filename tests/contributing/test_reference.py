"""Schemas and generated pages are current, complete, and true of the real files."""

import json
import re
from collections.abc import Iterator

import jsonschema
import pytest
import yaml

from lessonkit.authoring.points import POINTS
from lessonkit.authoring.reference import BEGIN, END, build_reference, fill_points
from lessonkit.authoring.schemas import FORMATS, build_schema
from lessonkit.errors import UsageError
from lessonkit.problems import RULES
from tests.conftest import REPOSITORY

CONTRIBUTING = REPOSITORY / "docs/contributing"
SCHEMAS = {format.name: build_schema(format) for format in FORMATS}
SOURCES = sorted((REPOSITORY / "phases").rglob("*.yml"))
RECORDS = sorted((REPOSITORY / "phases").glob("*/*/records/*.json"))
LINE = re.compile(r"# yaml-language-server: \$schema=(\S+)\n")


class TextLoader(yaml.SafeLoader):
    """Reads dates as texts, as editors do."""


TextLoader.yaml_implicit_resolvers = {
    key: [pair for pair in pairs if pair[0] != "tag:yaml.org,2002:timestamp"]
    for key, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def validate(name: str, content: object) -> None:
    """Raise ValidationError where content is not what a schema says."""
    schema = SCHEMAS[name]
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(content)


def test_generated_files_are_current():
    stale = [
        name
        for name, text in build_reference(CONTRIBUTING).items()
        if not (CONTRIBUTING / name).is_file()
        or (CONTRIBUTING / name).read_text(encoding="utf-8") != text
    ]
    assert stale == [], "run `python -m lessonkit reference`"


@pytest.mark.parametrize("code", RULES)
def test_every_rule_has_an_entry(code):
    page = (CONTRIBUTING / "rules.md").read_text(encoding="utf-8")
    (entry,) = re.findall(rf"^### {code}\n(.*?)(?=^##|\Z)", page, re.M | re.S)
    rule = RULES[code]
    assert rule.meaning[1:] in entry and rule.why in entry and rule.help in entry


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_key_of_a_schema_has_a_description(name):
    silent = (
        [
            f"{place}.{key}"
            for place, node in [("", SCHEMAS[name]), *SCHEMAS[name]["$defs"].items()]
            for key, value in node.get("properties", {}).items()
            if not value.get("description")
        ]
        if "$defs" in SCHEMAS[name]
        else []
    )
    assert silent == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.name)
def test_a_real_file_names_its_schema_and_keeps_to_it(path):
    text = path.read_text(encoding="utf-8")
    line = LINE.match(text)
    assert line, "the first line names no schema"
    schema = (path.parent / line[1]).resolve()
    assert schema.parent == CONTRIBUTING / "schemas" and schema.is_file()
    # A file of comments alone is an empty list.
    validate(schema.stem, yaml.load(text, TextLoader) or [])


@pytest.mark.parametrize("path", RECORDS, ids=lambda p: f"{p.parts[-3]}/{p.name}")
def test_a_real_record_keeps_to_its_schema(path):
    name = "verification" if path.stem == "next" else "record"
    validate(name, json.loads(path.read_text(encoding="utf-8")))


def broken() -> Iterator[tuple[str, object]]:
    """Yield contents of a file that a schema must refuse."""
    path = next(p for p in SOURCES if p.name == "lesson.yml")
    lesson = yaml.load(path.read_text(encoding="utf-8"), TextLoader)
    yield "lesson", {key: lesson[key] for key in lesson if key != "minutes"}
    yield "lesson", lesson | {"minuts": 3}
    yield "lesson", lesson | {"revision": "1.0"}
    yield "lesson", lesson | {"minutes": lesson["minutes"] | {"build": 0}}
    yield "reviews", [{"reading": "third"}]
    record = json.loads(RECORDS[0].read_text(encoding="utf-8"))
    yield "record", record | {"schema": 2}
    yield "record", record | {"started": 3}


@pytest.mark.parametrize(("name", "content"), list(broken()))
def test_a_schema_refuses_what_is_broken(name, content):
    with pytest.raises(jsonschema.ValidationError):
        validate(name, content)


def test_every_machine_point_is_held_by_something():
    guide = (CONTRIBUTING / "authoring.md").read_text(encoding="utf-8")
    marked = {int(n) for n in re.findall(r"^(\d+)\. M:", guide, re.M)}
    held = {point.number for point in POINTS if point.codes or point.also}
    assert marked <= held
    assert {n for rule in RULES.values() for n in rule.points} <= held


def test_points_without_an_end_are_refused():
    with pytest.raises(UsageError):
        fill_points(f"# Guide\n{BEGIN}\n")
    assert fill_points("# Guide\n") == "# Guide\n"
    assert fill_points(f"{BEGIN}old{END}after").endswith(f"{END}after")
