"""Find the lesson that a learner names."""

from __future__ import annotations

from pathlib import Path

from lessonkit.course.model import (
    EXERCISE_KINDS,
    Cell,
    CellKind,
    Course,
    Lesson,
)
from lessonkit.course.starters import check_marks
from lessonkit.errors import UsageError
from lessonkit.layout import MAIN
from lessonkit.problems import did_you_mean


def find_lesson(course: Course, name: str) -> Lesson:
    """Return the lesson with this id, number or folder; raises UsageError."""
    for lesson in course.lessons:
        if name in (lesson.id, lesson.number) or _is_folder(name, lesson.folder):
            _check_whole(course, lesson)
            return lesson
    for phase in course.phases:
        for entry in phase.metadata.lessons:
            if entry.id == name:
                raise UsageError(
                    f"the lesson `{name}` is planned and not written yet, "
                    "or has problems.",
                    "choose another; `python -m lessonkit status` lists them.",
                )
    hint = did_you_mean(name, (lesson.id for lesson in course.lessons))
    raise UsageError(
        f"there is no lesson `{name}`.",
        hint or "give its id; `python -m lessonkit status` lists them.",
    )


def _is_folder(name: str, folder: Path) -> bool:
    """Say whether a name means a lesson's folder or a file in it."""
    path = Path(name).resolve()
    return path == folder or (path.is_file() and path.is_relative_to(folder))


def _check_whole(course: Course, lesson: Lesson) -> None:
    """Raise UsageError for a lesson from which no starter can be made."""
    name = (lesson.folder / MAIN).relative_to(course.root)
    checks = {cell.id for cell in lesson.program.of_kind(CellKind.CHECK)}
    exercises = {cell.id for cell in lesson.program.of_kind(*EXERCISE_KINDS)}
    if any(check_marks(name, lesson.program)) or not exercises <= checks:
        raise UsageError(
            f"the lesson `{lesson.id}` has mistakes of its own.",
            "see `python -m lessonkit validate`.",
        )


def find_exercise(lesson: Lesson, id: str) -> Cell:
    """Return the exercise, practice or challenge with this id; raises UsageError."""
    exercises = {cell.id: cell for cell in lesson.program.of_kind(*EXERCISE_KINDS)}
    if id not in exercises:
        hint = did_you_mean(id, exercises)
        raise UsageError(
            f"`{lesson.id}` has no exercise `{id}`.",
            hint or f"its exercises are {', '.join(exercises)}.",
        )
    return exercises[id]
