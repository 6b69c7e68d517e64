"""Load the whole course from its folders, with every problem of every file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from lessonkit.course.blocks import find_blocks
from lessonkit.course.cells import parse_program
from lessonkit.course.entries import (
    BuildingBlock,
    CourseMetadata,
    Erratum,
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
    ERRATA,
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


@dataclass(frozen=True)
class LessonPlace:
    """Where a lesson lies, and what its loading knows of the course around it."""

    root: Path
    folder: Path
    phase: str
    ids: tuple[str, ...]
    registry: tuple[BuildingBlock, ...]


LoadedLesson = tuple[Lesson | None, tuple[Problem, ...]]
LoadLessons = Callable[[Sequence[LessonPlace]], Iterable[LoadedLesson]]


def load_each(places: Sequence[LessonPlace]) -> Iterator[LoadedLesson]:
    """Load the lesson of each place, in order."""
    return map(load_lesson, places)


def load_course(root: Path, *, load_lessons: LoadLessons = load_each) -> Loaded:
    """Load the course of a repository.

    `load_lessons` returns what `load_each` does, maybe with less work.
    """
    root = root.resolve()
    reader = _Reader(root)
    folder = root / PHASES
    metadata = reader.read_yaml(folder / "course.yml", CourseMetadata)
    registry = reader.read_yaml(
        folder / "building-blocks.yml", tuple[BuildingBlock, ...]
    )
    glossary = reader.read_yaml(folder / "glossary.yml", tuple[Term, ...])
    beliefs = reader.read_yaml(folder / "misconceptions.yml", tuple[Misconception, ...])
    errata = None
    if (folder / ERRATA).exists():  # A course without known mistakes needs none.
        errata = reader.read_yaml(folder / ERRATA, tuple[Erratum, ...])
    _check_names(reader, folder)
    phases = [(path, _load_phase(reader, path)) for path in find_phase_folders(root)]
    places = [p for phase in phases for p in _find_places(root, *phase, registry or ())]
    loaded = list(load_lessons(places))
    reader.problems += (problem for _, problems in loaded for problem in problems)
    lessons = [lesson for lesson, _ in loaded if lesson]
    course = None
    if metadata:
        course = Course(
            root,
            metadata,
            tuple(_fill(phase, lessons) for _, phase in phases if phase),
            registry or (),
            glossary or (),
            beliefs or (),
            errata or (),
        )
    return Loaded(course, sort_problems(reader.problems), len(places))


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


def _load_phase(reader: _Reader, folder: Path) -> Phase | None:
    """Load a phase without its lessons; None where phase.yml cannot be read."""
    metadata = reader.read_yaml(folder / "phase.yml", PhaseMetadata)
    guide = reader.read(folder / "guide.md")
    if metadata is None:
        return None
    return Phase(folder, folder.name[:2], metadata, guide or "", ())


def _find_places(
    root: Path, folder: Path, phase: Phase | None, registry: tuple[BuildingBlock, ...]
) -> Iterator[LessonPlace]:
    """Yield the places of a phase's lessons, also where phase.yml cannot be read."""
    ids = tuple(entry.id for entry in phase.metadata.lessons) if phase else ()
    for path in find_lesson_folders(folder):
        yield LessonPlace(root, path, folder.name[:2], ids, registry)


def _fill(phase: Phase, lessons: Iterable[Lesson]) -> Phase:
    """Return a phase with those of the lessons that are its own."""
    own = tuple(lesson for lesson in lessons if lesson.folder.parent == phase.folder)
    return replace(phase, lessons=own)


def load_lesson(place: LessonPlace) -> LoadedLesson:
    """Load a lesson; None where one of its three sources cannot be read."""
    reader = _Reader(place.root)
    lesson = _load_lesson(reader, place)
    return lesson, tuple(reader.problems)


def _load_lesson(reader: _Reader, place: LessonPlace) -> Lesson | None:
    folder, ids = place.folder, place.ids
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
        number=f"{place.phase}.{folder.name[:2] if folder.name != PROJECT else 'P'}",
        position=ids.index(metadata.id) + 1 if metadata.id in ids else 0,
        metadata=metadata,
        program=program,
        prose=prose,
        wrong_answers=answers,
        blocks=find_blocks(program, place.registry),
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
