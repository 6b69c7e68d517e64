"""JSON Schemas of every file that people or commands write, for editors and tests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from lessonkit.authoring.record_keys import RECORD_KEYS
from lessonkit.course.entries import (
    BuildingBlock,
    CourseMetadata,
    Erratum,
    LessonMetadata,
    Misconception,
    PhaseMetadata,
    PublishedLesson,
    Reading,
    Term,
)
from lessonkit.records import Record
from lessonkit.records.storage import SCHEMA
from lessonkit.records.verifications import VERIFICATION_SCHEMA, Verification

DIALECT = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True)
class FileFormat:
    """A kind of file: its schema's name, where such files lie, and what they hold.

    `shape` is the model of the file; `version` is the number under its key `schema`,
    where it has one.
    """

    name: str
    pattern: str
    holds: str
    shape: Any
    version: int | None = None


FORMATS = (
    FileFormat(
        "course",
        "phases/course.yml",
        "The course as a whole: titles, tracks, what is planned.",
        CourseMetadata,
    ),
    FileFormat(
        "phase",
        "phases/NN-slug/phase.yml",
        "One phase and the list of its lessons.",
        PhaseMetadata,
    ),
    FileFormat(
        "lesson",
        "phases/NN-slug/NN-slug/lesson.yml",
        "Everything about a lesson that is neither prose nor code.",
        LessonMetadata,
    ),
    FileFormat(
        "building-blocks",
        "phases/building-blocks.yml",
        "A list of the library calls that lessons use.",
        tuple[BuildingBlock, ...],
    ),
    FileFormat(
        "glossary",
        "phases/glossary.yml",
        "A list of the terms that lessons introduce.",
        tuple[Term, ...],
    ),
    FileFormat(
        "misconceptions",
        "phases/misconceptions.yml",
        "A list of the beliefs behind wrong options.",
        tuple[Misconception, ...],
    ),
    FileFormat(
        "errata",
        "phases/errata.yml",
        "A list of mistakes that readers may have met.",
        tuple[Erratum, ...],
    ),
    FileFormat(
        "published",
        "phases/published.yml",
        "A list of published lessons with the ids that stay. `validate --fix` "
        "writes it.",
        tuple[PublishedLesson, ...],
    ),
    FileFormat(
        "reviews",
        "phases/NN-slug/NN-slug/reviews.yml",
        "A list of the readings of a lesson, the newest last.",
        tuple[Reading, ...],
    ),
    FileFormat(
        "record",
        "phases/NN-slug/NN-slug/records/{cpu,gpu,tpu}.json",
        "A recorded run. `execute` writes it.",
        Record,
        SCHEMA,
    ),
    FileFormat(
        "verification",
        "phases/NN-slug/NN-slug/records/next.json",
        "What another environment found. `verify --environment next` writes it.",
        Verification,
        VERIFICATION_SCHEMA,
    ),
)


def build_schema(format: FileFormat) -> dict[str, Any]:
    """Return the JSON Schema of a kind of file; every key has a description."""
    schema = TypeAdapter(format.shape).json_schema()
    for name, node in _find_objects(schema):
        _describe(name, node)
    if format.version is not None:
        versions = {"const": format.version, "description": "The format's number."}
        schema["properties"] = {"schema": versions, **schema["properties"]}
        schema["required"] = ["schema", *schema["required"]]
    head = {"$schema": DIALECT, "title": format.pattern, "description": format.holds}
    return head | {k: v for k, v in schema.items() if k not in head}


def build_schemas() -> dict[str, str]:
    """Return the text of every schema by the name of its file."""
    return {
        f"{format.name}.json": json.dumps(build_schema(format), indent=1) + "\n"
        for format in FORMATS
    }


def _find_objects(schema: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return the name and the schema of each mapping that a schema describes."""
    objects = [(name, node) for name, node in schema.get("$defs", {}).items()]
    if "properties" in schema:
        objects.append((schema["title"], schema))  # type: ignore[arg-type]
    return objects


def _describe(name: str, node: dict[str, Any]) -> None:
    """Give each key of a mapping its description, and refuse unknown keys."""
    node["additionalProperties"] = False
    meanings = RECORD_KEYS.get(name, {})
    for key, value in node.get("properties", {}).items():
        value.pop("title", None)  # It only repeats the key.
        if key in meanings:
            value["description"] = meanings[key]
