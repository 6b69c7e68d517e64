"""New phases: their list of lessons and their study guide."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lessonkit.authoring.folders import (
    MOST,
    TEMPLATES,
    build_slug,
    check_title,
    fill,
    load_template,
)
from lessonkit.authoring.yaml_text import quote, remove_item
from lessonkit.course.model import Course
from lessonkit.errors import UsageError
from lessonkit.files import write_file
from lessonkit.layout import PHASES

FIRST_LESSON = "Take the first step"


@dataclass(frozen=True)
class NewPhase:
    """A phase to write; `planned` is its place in that list of course.yml, if any."""

    number: int
    id: str
    title: str
    track: str
    summary: str
    planned: int | None


def plan_phase(course: Course, title: str) -> NewPhase:
    """Return the phase that a title makes.

    A title that course.yml plans takes that number, id, track and summary; any other
    comes last. Raises UsageError where something is there already.
    """
    title = check_title(title)
    planned = course.metadata.planned
    titles = [phase.title.casefold() for phase in planned]
    numbers = {int(phase.number) for phase in course.phases}
    if title.casefold() in titles:
        index = titles.index(title.casefold())
        new = NewPhase(**planned[index].model_dump(), planned=index)
    else:
        number = max([*numbers, *(phase.number for phase in planned)], default=0) + 1
        track, summary = course.metadata.tracks[0].id, f"{title}, step by step."
        new = NewPhase(number, build_slug(title), title, track, summary, None)
    others = [phase.id for n, phase in enumerate(planned) if n != new.planned]
    if new.id in [*others, *(phase.id for phase in course.phases)]:
        raise UsageError(
            f"there is a phase `{new.id}` already.", "choose another title."
        )
    if new.number in numbers or new.number > MOST:
        raise UsageError(
            f"there is no room for a phase {new.number:02}.", "free its number."
        )
    return new


def write_phase(course: Course, phase: NewPhase) -> tuple[Path, tuple[Path, ...]]:
    """Write a phase, and plan it no longer; return its folder and what was written."""
    words = {
        "PHASE-ID": phase.id,
        "PHASE-TITLE": quote(phase.title),
        "PHASE-TRACK": phase.track,
        "PHASE-HARDWARE": quote(_choose_hardware(course, phase.track)),
        "PHASE-SUMMARY": quote(phase.summary),
        "LESSON-TITLE": FIRST_LESSON,
    }
    folder = course.root / PHASES / f"{phase.number:02}-{build_slug(phase.id)}"
    files = {
        folder / path.name: fill(
            course.root, load_template(f"phase/{path.name}"), words
        )
        for path in sorted((TEMPLATES / "phase").iterdir())
    }
    if phase.planned is not None:
        path = course.root / PHASES / "course.yml"
        text = path.read_text(encoding="utf-8")
        files[path] = remove_item(text, "planned", phase.planned)
    return folder, tuple(file for file in files if write_file(file, files[file]))


def _choose_hardware(course: Course, track: str) -> str:
    """Return what lessons of a track run on, as an earlier phase of it says."""
    for phase in course.phases:
        if phase.metadata.track == track:
            return phase.metadata.hardware
    found = course.find_track(track)
    return found.environment if found else "Any computer"
