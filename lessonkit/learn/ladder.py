"""Hints one at a time, and the solution on request; what was given is kept."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

from lessonkit.course.model import (
    Cell,
    Lesson,
    Part,
    PartKind,
)
from lessonkit.course.starters import build_solution_cell
from lessonkit.files import write_file
from lessonkit.layout import practice_folder
from lessonkit.learn.typed import type_command

SCHEMA = 1
PROGRESS = "progress.json"


@dataclass(frozen=True)
class Progress:
    """What a learner was given: hints by exercise, and the solutions shown."""

    hints: dict[str, int]
    solutions: tuple[str, ...] = ()


def load_progress(root: Path, lesson: Lesson) -> Progress:
    """Return what was given so far; a file that cannot be used counts as none."""
    path = practice_folder(root, lesson.id) / PROGRESS
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        given = {str(id): max(int(n), 0) for id, n in content["hints"].items()}
        return Progress(given, tuple(map(str, content["solutions"])))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Progress({})


def write_progress(root: Path, lesson: Lesson, progress: Progress) -> None:
    """Write what was given, as plain JSON in the lesson's practice folder."""
    content = {
        "schema": SCHEMA,
        "lesson": lesson.id,
        "revision": lesson.metadata.revision,
        "hints": dict(sorted(progress.hints.items())),
        "solutions": sorted(progress.solutions),
    }
    path = practice_folder(root, lesson.id) / PROGRESS
    write_file(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")


def give_hint(root: Path, lesson: Lesson, exercise: Cell) -> str:
    """Return the next hint for an exercise and remember that it was given.

    After the last one it is the last again.
    """
    hints = _find_parts(lesson, exercise, PartKind.HINT)
    if not hints:
        return f"There is no hint for `{exercise.id}`."
    progress = load_progress(root, lesson)
    number = min(progress.hints.get(exercise.id, 0) + 1, len(hints))
    given = {**progress.hints, exercise.id: number}
    write_progress(root, lesson, replace(progress, hints=given))
    text = f"Hint {number} of {len(hints)} for `{exercise.id}`:\n\n"
    text += hints[number - 1].markdown.strip()
    if number == len(hints):
        command = type_command("check", lesson.id, "--solution", exercise.id)
        text += f"\n\nThis is the last hint. To see a solution: {command}"
    return text


def show_solution(root: Path, lesson: Lesson, exercise: Cell) -> str:
    """Return the solution of an exercise and why it works; remember that."""
    progress = load_progress(root, lesson)
    shown = tuple({*progress.solutions, exercise.id})
    write_progress(root, lesson, replace(progress, solutions=shown))
    code = build_solution_cell(lesson.program, exercise)
    why = [p.markdown.strip() for p in _find_parts(lesson, exercise, PartKind.WHY)]
    return "\n\n".join([f"A solution of `{exercise.id}`:", code, *why])


def _find_parts(lesson: Lesson, exercise: Cell, kind: PartKind) -> tuple[Part, ...]:
    """Return the parts of the prose of an exercise, in order."""
    sections = (s for s in lesson.prose.sections if s.cell == exercise.id)
    return tuple(part for section in sections for part in section.parts(kind))
