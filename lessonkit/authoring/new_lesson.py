"""New lessons: a small real lesson that its author makes their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from lessonkit.authoring.folders import (
    MOST,
    RAW,
    TEMPLATES,
    build_slug,
    check_title,
    fill,
    load_template,
)
from lessonkit.authoring.yaml_text import append_item, quote
from lessonkit.checks.code import write_starters
from lessonkit.checks.kept_ids import load_published
from lessonkit.course.load import load_course
from lessonkit.course.model import Course, Phase
from lessonkit.errors import UsageError
from lessonkit.files import write_file
from lessonkit.layout import PHASES, PROJECT
from lessonkit.problems import did_you_mean


@dataclass(frozen=True)
class NewLesson:
    """A lesson to write: its id, its folder, and its line in phase.yml, if it is new.

    `needs` names the lesson before it, if there is one.
    """

    id: str
    kind: str
    title: str
    folder: Path
    needs: tuple[str, ...]
    entry: str | None


def find_phase(course: Course, name: str) -> Phase:
    """Return the phase with this id, number or folder; raises UsageError."""
    for phase in course.phases:
        if name in (phase.id, phase.number, phase.folder.name):
            return phase
        if Path(name).resolve() == phase.folder:
            return phase
    for planned in course.metadata.planned:
        if name in (planned.id, f"{planned.number:02}"):
            raise UsageError(
                f"the phase `{planned.id}` is planned and has no folder yet.",
                f'make it first: `new phase "{planned.title}"`.',
            )
    known = [phase.id for phase in course.phases]
    raise UsageError(
        f"there is no phase `{name}`.",
        did_you_mean(name, known) or f"the phases are {', '.join(known)}.",
    )


def plan_lesson(course: Course, phase: Phase, title: str) -> NewLesson:
    """Return the lesson that a title makes in a phase.

    A title that phase.yml plans takes that id and place; any other becomes the
    phase's last lesson. Raises UsageError where something is there already.
    """
    title = check_title(title)
    entries = phase.metadata.lessons
    listed = {entry.title.casefold(): n for n, entry in enumerate(entries, 1)}
    number = listed.get(title.casefold(), 0)
    if number:
        entry, before = None, entries[: number - 1]
        id, title = entries[number - 1].id, entries[number - 1].title
        _check_unwritten(course, phase, id)
    else:
        numbers = [int(path.name[:2]) for path in _find_numbered(phase.folder)]
        number = max([len(entries), *numbers]) + 1
        id, before = _choose_id(course, phase, number), entries
        entry = f"{{id: {id}, title: {quote(title)}}}"
    _check_number(phase, number, course.root)
    needs = tuple(lesson.id for lesson in before[-1:])
    folder = phase.folder / f"{number:02}-{build_slug(title)}"
    return NewLesson(id, "lesson", title, folder, needs, entry)


def plan_project(course: Course, phase: Phase, title: str) -> NewLesson:
    """Return a phase's project; raises UsageError where it has one."""
    title = check_title(title)
    folder = phase.folder / PROJECT
    if folder.exists():
        place = folder.relative_to(course.root).as_posix()
        raise UsageError(f"{place} is there already.", "edit it there.")
    id = f"{phase.id}-{PROJECT}"
    if id in _find_ids(course):
        raise UsageError(f"the id `{id}` is taken.", "rename that lesson first.")
    needs = (phase.metadata.lessons[-1].id,)
    return NewLesson(id, "project", title, folder, needs, None)


def write_lesson(course: Course, phase: Phase, lesson: NewLesson) -> tuple[Path, ...]:
    """Write a lesson's folder and its line in phase.yml; return what was written."""
    path = phase.folder / "phase.yml"
    listed = path.read_text(encoding="utf-8")
    if lesson.entry:  # First, for it may be refused.
        listed = _append_entry(listed, lesson.entry, path.relative_to(course.root))
    words = {
        "LESSON-ID": lesson.id,
        "LESSON-KIND": lesson.kind,
        "LESSON-TITLE": quote(lesson.title),
        "LESSON-HARDWARE": quote(phase.metadata.hardware),
        "LESSON-NEEDS": f"[{', '.join(lesson.needs)}]",
        "TODAY": date.today().isoformat(),
    }
    files = {
        lesson.folder / name: fill(course.root, text, words)
        for name, text in _build_files(course.metadata.runtime).items()
    }
    files |= {path: listed, **dict(_add_blocks(course))}
    written = [file for file, text in files.items() if write_file(file, text)]
    changed = load_course(course.root).course
    if changed:
        written += [p for p in write_starters(changed) if lesson.folder in p.parents]
    return tuple(written)


def _check_unwritten(course: Course, phase: Phase, id: str) -> None:
    """Raise UsageError where a planned lesson has its folder."""
    for lesson in phase.lessons:
        if lesson.id == id:
            place = lesson.folder.relative_to(course.root).as_posix()
            raise UsageError(f"`{id}` is written already: {place}.", "edit it there.")


def _find_numbered(folder: Path) -> list[Path]:
    """Return the folders of a phase that have a number."""
    return [path for path in folder.glob("[0-9][0-9]-*") if path.is_dir()]


def _check_number(phase: Phase, number: int, root: Path) -> None:
    """Raise UsageError where another folder has the number."""
    if number > MOST:
        raise UsageError(f"`{phase.id}` has {MOST} lessons.", "begin another phase.")
    for path in _find_numbered(phase.folder):
        if int(path.name[:2]) == number:
            place = path.relative_to(root).as_posix()
            raise UsageError(
                f"{place} has the number {number:02} already.",
                "if that is the lesson, give it the title of phase.yml.",
            )


def _find_ids(course: Course) -> set[str]:
    """Return the ids of lessons that are or were there."""
    ids = {entry.id for phase in course.phases for entry in phase.metadata.lessons}
    ids |= {lesson.id for lesson in course.lessons}
    published, _ = load_published(course.root)
    return ids | {entry.lesson for entry in published}


def _choose_id(course: Course, phase: Phase, number: int) -> str:
    """Return the phase's next id that no lesson ever had."""
    taken = _find_ids(course)
    free = (f"{phase.id}-{n:02}" for n in range(number, number + len(taken) + 1))
    return next(id for id in free if id not in taken)


def _append_entry(text: str, entry: str, name: Path) -> str:
    """Return a phase.yml with one lesson more; raises UsageError where it cannot be."""
    try:
        return append_item(text, "lessons", entry)
    except ValueError as error:
        raise UsageError(
            f"{name.as_posix()}: {error}.", "write each lesson on a line of its own."
        ) from error


def _build_files(runtime: str) -> dict[str, str]:
    """Return the files of a new lesson as they stand in the templates."""
    figure = TEMPLATES / runtime / "figure.md"
    shown = figure.read_text(encoding="utf-8") if figure.is_file() else "\n"
    program = load_template(f"{runtime}/code/main.py{RAW}")
    files = {
        "lesson.yml": load_template("shared/lesson.yml"),
        "lesson.md": load_template("shared/lesson.md").replace(
            "FIGURE-SECTION\n", shown
        ),
        "code/main.py": program + load_template(f"shared/tail.py{RAW}"),
    }
    for path in sorted((TEMPLATES / "shared/exercises/wrong").iterdir()):
        name = f"exercises/wrong/{path.name.removesuffix(RAW)}"
        files[name] = path.read_text(encoding="utf-8")
    return files


def _add_blocks(course: Course) -> Iterator[tuple[Path, str]]:
    """Yield the registry with the building blocks that a new lesson needs besides."""
    source = TEMPLATES / course.metadata.runtime / "building-blocks.yml"
    if not source.is_file():
        return
    known = {block.name for block in course.building_blocks}
    text = source.read_text(encoding="utf-8")
    entries = [e for e in re.split(r"^(?=- name: )", text, flags=re.MULTILINE) if e]
    new = [entry for entry in entries if _name_of(entry) not in known]
    path = course.root / PHASES / "building-blocks.yml"
    if new:
        old = path.read_text(encoding="utf-8").rstrip("\n")
        yield path, f"{old}\n{''.join(new)}"


def _name_of(entry: str) -> str:
    return entry.splitlines()[0].removeprefix("- name: ")
