"""Check that ids stay once a lesson is published: readers' saved work hangs on them.

phases/published.yml is the memory. It is written by `validate --fix`, which only adds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from lessonkit.checks.places import YamlFile
from lessonkit.course.entries import PublishedLesson
from lessonkit.course.metadata import parse_yaml
from lessonkit.course.model import EXERCISE_KINDS, CellKind, Course, Lesson
from lessonkit.files import write_file
from lessonkit.layout import MAIN, PHASES
from lessonkit.problems import Problem, did_you_mean

FILE = "published.yml"
HEADER = """\
# yaml-language-server: $schema=../docs/contributing/schemas/published.json
# Ids that readers' answers, evidence and links hang on: they stay once published.
# `python -m lessonkit validate --fix` adds to this file and removes nothing.
"""
KINDS = (CellKind.FIGURE, CellKind.EXPERIMENT, *EXERCISE_KINDS)


def list_kept_ids(lesson: Lesson) -> tuple[str, ...]:
    """Return the names of everything in a lesson that must keep its id, sorted."""
    names = [cell.name for cell in lesson.program.of_kind(*KINDS)]
    names += [f"question/{question.id}" for question in lesson.metadata.quiz]
    names += [f"evidence/{item.id}" for item in lesson.metadata.evidence]
    return tuple(sorted(names))


def load_published(root: Path) -> tuple[tuple[PublishedLesson, ...], list[Problem]]:
    """Return what was published before, and what is wrong with the file."""
    path = root / PHASES / FILE
    if not path.is_file():
        return (), []
    text = path.read_text(encoding="utf-8")
    name = path.relative_to(root)
    entries, problems = parse_yaml(name, text, tuple[PublishedLesson, ...])
    return entries or (), list(problems)


def check_kept_ids(course: Course, lessons: Sequence[Lesson]) -> Iterator[Problem]:
    """Check that these lessons have every id that was published."""
    entries, problems = load_published(course.root)
    yield from problems
    if problems:
        return
    known = {entry.lesson: entry for entry in entries}
    for lesson in lessons:
        entry = known.get(lesson.id, PublishedLesson(lesson=lesson.id))
        yield from _check_lesson(course, lesson, entry)
    written = {lesson.id for lesson in course.lessons}
    for index, entry in enumerate(entries):
        moved = f"lessons/{entry.lesson}" in course.metadata.redirects
        if entry.lesson not in written and not moved:
            file = YamlFile(course.root, course.root / PHASES / FILE)
            message = f"the lesson `{entry.lesson}` is published and gone"
            remedy = "put it back, or lead its address on by `redirects` in course.yml"
            yield file.problem((index, "lesson"), "LK405", message, remedy)


def _check_lesson(
    course: Course, lesson: Lesson, entry: PublishedLesson
) -> Iterator[Problem]:
    """Nothing published is gone, nothing retired is back, nothing is unlisted."""
    now = list_kept_ids(lesson)
    new = [name for name in now if name not in entry.ids]
    for name in entry.ids:
        if name not in now and name not in entry.retired:
            nearest = did_you_mean(name, new).removeprefix("did you mean ")
            rename = f"; was it renamed to {nearest.rstrip('?')}?" if nearest else ""
            message = f"`{name}` is published and gone{rename}"
            yield _place(course, lesson, name, message)
    for name in entry.retired:
        if name in now:
            message = f"`{name}` is retired and must not name something else"
            yield _place(course, lesson, name, message, "choose another id")
    unlisted = [name for name in new if name not in entry.retired]
    if unlisted:
        message = f"`{lesson.id}` has ids that are not listed: {', '.join(unlisted)}"
        yield Problem(Path(PHASES) / FILE, 1, "LK406", message)


def _place(
    course: Course, lesson: Lesson, name: str, message: str, help: str = ""
) -> Problem:
    """Return a problem where what has this name stands, or would."""
    kind = name.partition("/")[0]
    key = {"question": "quiz", "evidence": "evidence"}.get(kind)
    if key:
        file = YamlFile(course.root, lesson.folder / "lesson.yml")
        return file.problem((key,), "LK405", message, help)
    path = (lesson.folder / MAIN).relative_to(course.root)
    found = (cell.marker for cell in lesson.program.cells if cell.name == name)
    return Problem(path, next(found, 1), "LK405", message, help)


def write_published(course: Course, lessons: Iterable[Lesson]) -> Path | None:
    """Add the ids of these lessons to phases/published.yml; return it if it changed."""
    entries, problems = load_published(course.root)
    if problems:
        return None
    known = {entry.lesson: entry for entry in entries}
    for lesson in lessons:
        old = known.get(lesson.id, PublishedLesson(lesson=lesson.id))
        added = set(list_kept_ids(lesson)) - set(old.retired)
        ids = tuple(sorted({*old.ids, *added} - set(old.retired)))
        known[lesson.id] = old.model_copy(update={"ids": ids})
    if not known:
        return None
    path = course.root / PHASES / FILE
    text = "".join(_render_entry(known[id]) for id in sorted(known))
    return path if write_file(path, HEADER + text) else None


def _render_entry(entry: PublishedLesson) -> str:
    """Return an entry as YAML, an id a line, so that a change is read in a diff."""
    lines = [f"- lesson: {entry.lesson}"]
    for key in ("ids", "retired"):
        names = getattr(entry, key)
        if names:
            lines += [f"  {key}:", *(f"    - {name}" for name in names)]
    return "\n".join(lines) + "\n"
