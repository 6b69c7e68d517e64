"""What stands in the YAML files, as frozen pydantic models.

A file's schema, its checks and its documentation are one text here: unknown keys are
refused, and every key has a description.
"""

from lessonkit.course.entries.base import (
    Address,
    CellName,
    Entry,
    Id,
    Link,
    Text,
    Version,
)
from lessonkit.course.entries.course import (
    BuildingBlock,
    CourseMetadata,
    Erratum,
    LessonEntry,
    Misconception,
    PhaseMetadata,
    PlannedPhase,
    PublishedLesson,
    Reading,
    Term,
    Track,
)
from lessonkit.course.entries.lesson import (
    Budgets,
    Case,
    Change,
    EvidenceItem,
    Expectation,
    LessonMetadata,
    Minutes,
    Objective,
    Option,
    Question,
    Reference,
    Tolerance,
    Volatile,
)

__all__ = [
    "Address",
    "Budgets",
    "BuildingBlock",
    "Case",
    "CellName",
    "Change",
    "CourseMetadata",
    "Entry",
    "Erratum",
    "EvidenceItem",
    "Expectation",
    "Id",
    "LessonEntry",
    "LessonMetadata",
    "Link",
    "Minutes",
    "Misconception",
    "Objective",
    "Option",
    "PhaseMetadata",
    "PlannedPhase",
    "PublishedLesson",
    "Question",
    "Reading",
    "Reference",
    "Term",
    "Text",
    "Tolerance",
    "Track",
    "Version",
    "Volatile",
]
