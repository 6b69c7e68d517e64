"""Load the whole course from its folders, with every problem of every file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from lessonkit.course.blocks import find_blocks
from lessonkit.course.cells import parse_program
from lessonkit.course.entries import (
    BuildingBlock,
    CourseMetadata,
    LessonMetadata,
    Misconception,
    PhaseMetadata,
    Term,
)
from lessonkit.course.metadata import parse_yaml
from lessonkit.course.model import (
    Course,
    Lesson,
    Phase,
    WrongAnswer,
)
from lessonkit.course.prose import parse_prose
from lessonkit.layout import (
    MAIN,
    NUMBERED,
    PHASES,
    PROJECT,
    find_lesson_folders,
    find_phase_folders,
)
from lessonkit.problems import Problem, sort_problems

Shape = TypeVar("Shape")
CAUGHT_BY = re.compile(r"# caught by: (?P<message>\S.*)")


@dataclass(frozen=True)
class Loaded:
    """What could be read of a course, and every problem met on the way.

    Lessons and phases that cannot be read are missing from `course`; it is None
    where course.yml itself cannot be read. `lesson_count` counts all the folders.
    """

    course: Course | None
    problems: tuple[Problem, ...]
    lesson_count: int


class _Reader:
    """Reads files of one repository and keeps the problems that it met."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.problems: list[Problem] = []

    def name(self, path: Path) -> Path:
        """Return the path as problems show it."""
        return path.relative_to(self.root)

    def read(self, path: Path) -> str | None:
        """Return a file's text; one that is missing or no UTF-8 is a problem."""
        try:
            return path.read_text(encoding="utf-8")
        except FileNotFoundError:
            self.add(path, 1, "LK102", f"`{path.name}` is missing")
        except (OSError, UnicodeDecodeError) as error:
            self.add(path, 1, "LK102", f"`{path.name}` cannot be read: {error}")
        return None

    def read_yaml(self, path: Path, shape: type[Shape]) -> Shape | None:
        """Return a YAML file as a model, or None where it has problems."""
        text = self.read(path)
        if text is None:
            return None
        value, problems = parse_yaml(self.name(path), text, shape)
        self.problems += problems
        return value

    def add(self, path: Path, line: int, code: str, message: str) -> None:
        """Keep a problem."""
        self.problems.append(Problem(self.name(path), line, code, message))


def load_course(root: Path) -> Loaded:
    """Load the course of a repository."""
    root = root.resolve()
    reader = _Reader(root)
    folder = root / PHASES
    metadata = reader.read_yaml(folder / "course.yml", CourseMetadata)
    registry = reader.read_yaml(
        folder / "building-blocks.yml", tuple[BuildingBlock, ...]
    )
    glossary = reader.read_yaml(folder / "glossary.yml", tuple[Term, ...])
    beliefs = reader.read_yaml(folder / "misconceptions.yml", tuple[Misconception, ...])
    _check_names(reader, folder)
    phase_folders = find_phase_folders(root)
    loaded = [_load_phase(reader, path, registry or ()) for path in phase_folders]
    count = sum(len(find_lesson_folders(path)) for path in phase_folders)
    course = None
    if metadata:
        phases = tuple(phase for phase in loaded if phase)
        course = Course(
            root, metadata, phases, registry or (), glossary or (), beliefs or ()
        )
    return Loaded(course, sort_problems(reader.problems), count)


def _check_names(reader: _Reader, folder: Path) -> None:
    """Every folder of the course is a numbered one, or a phase's project."""
    for path in _folders([folder]):
        if not NUMBERED.fullmatch(path.name):
            reader.add(path, 1, "LK403", f"`{path.name}` is no phase folder's name")
        elif not (path / "phase.yml").is_file():
            reader.add(path / "phase.yml", 1, "LK102", "`phase.yml` is missing")
    for path in _folders(_folders([folder])):
        if not NUMBERED.fullmatch(path.name) and path.name != PROJECT:
            reader.add(path, 1, "LK403", f"`{path.name}` is no lesson folder's name")


def _folders(parents: Iterable[Path]) -> Iterator[Path]:
    """Yield the visible folders in these folders."""
    for parent in parents:
        if parent.is_dir():
            found = (p for p in sorted(parent.iterdir()) if p.is_dir())
            yield from (p for p in found if not p.name.startswith((".", "__")))


def _load_phase(
    reader: _Reader, folder: Path, registry: tuple[BuildingBlock, ...]
) -> Phase | None:
    """Load a phase with its lessons; None where phase.yml cannot be read."""
    metadata = reader.read_yaml(folder / "phase.yml", PhaseMetadata)
    guide = reader.read(folder / "guide.md")
    number = folder.name[:2]
    ids = [entry.id for entry in metadata.lessons] if metadata else []
    lessons = []
    for path in find_lesson_folders(folder):
        lesson = _load_lesson(reader, path, number, ids, registry)
        if lesson:
            lessons.append(lesson)
    if metadata is None:
        return None
    return Phase(folder, number, metadata, guide or "", tuple(lessons))


def _load_lesson(
    reader: _Reader,
    folder: Path,
    phase: str,
    ids: list[str],
    registry: tuple[BuildingBlock, ...],
) -> Lesson | None:
    """Load a lesson; None where one of its three sources cannot be read."""
    metadata = reader.read_yaml(folder / "lesson.yml", LessonMetadata)
    code = reader.read(folder / MAIN)
    text = reader.read(folder / "lesson.md")
    program = prose = None
    if code is not None:
        program, problems = parse_program(reader.name(folder / MAIN), code)
        reader.problems += problems
    if text is not None:
        prose, problems = parse_prose(reader.name(folder / "lesson.md"), text)
        reader.problems += problems
    answers = tuple(_load_wrong_answers(reader, folder))
    if not (metadata and program and prose):
        return None
    return Lesson(
        folder=folder,
        number=f"{phase}.{folder.name[:2] if folder.name != PROJECT else 'P'}",
        position=ids.index(metadata.id) + 1 if metadata.id in ids else 0,
        metadata=metadata,
        program=program,
        prose=prose,
        wrong_answers=answers,
        blocks=find_blocks(program, registry),
    )


def _load_wrong_answers(reader: _Reader, folder: Path) -> Iterator[WrongAnswer]:
    """Yield the known wrong answers that have the right form."""
    for path in sorted((folder / "exercises" / "wrong").glob("*.py")):
        text = reader.read(path)
        if text is None:
            continue
        first, _, source = text.partition("\n")
        match = CAUGHT_BY.fullmatch(first.rstrip())
        exercise, separator, _ = path.stem.partition("--")
        if not match:
            reader.add(path, 1, "LK503", "line 1 is not `# caught by: MESSAGE`")
        elif not separator:
            message = f"`{path.name}` is not named EXERCISE--SLUG.py"
            reader.add(path, 1, "LK503", message)
        else:
            yield WrongAnswer(exercise, path, match["message"], source)
