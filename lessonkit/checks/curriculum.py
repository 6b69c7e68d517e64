"""Check how phases and lessons fit together."""

from __future__ import annotations

from collections.abc import Iterator

from lessonkit.checks.places import YamlFile
from lessonkit.checks.registries import check_repeated
from lessonkit.course.model import (
    Course,
    Lesson,
    Phase,
)
from lessonkit.layout import PHASES
from lessonkit.problems import Problem, did_you_mean


def check_curriculum(course: Course) -> Iterator[Problem]:
    """Check phases, their lists of lessons and the prerequisites."""
    yield from _check_planned(course)
    yield from _check_beginner(course)
    yield from _check_unique(course)
    for phase in course.phases:
        yield from _check_phase(course, phase)
    yield from _check_circles(course)
    yield from _check_order(course)


def _check_planned(course: Course) -> Iterator[Problem]:
    """A planned phase has a known track and no folder yet."""
    file = YamlFile(course.root, course.root / PHASES / "course.yml")
    written = {phase.id for phase in course.phases}
    numbers = {phase.number for phase in course.phases}
    for index, planned in enumerate(course.metadata.planned):
        place = ("planned", index)
        if planned.id in written or f"{planned.number:02}" in numbers:
            message = f"the phase `{planned.id}` is planned but has a folder"
            yield file.problem(place, "LK401", message, "remove it under `planned`")
        if not course.find_track(planned.track):
            yield _unknown_track(course, file, (*place, "track"), planned.track)


def _check_beginner(course: Course) -> Iterator[Problem]:
    """The phases of the beginner archive are phases of the course."""
    file = YamlFile(course.root, course.root / PHASES / "course.yml")
    phases = [phase.id for phase in course.phases]
    phases += [planned.id for planned in course.metadata.planned]
    for index, id in enumerate(course.metadata.beginner):
        if id not in phases:
            message = f"there is no phase `{id}`"
            remedy = did_you_mean(id, phases)
            yield file.problem(("beginner", index), "LK107", message, remedy)


def _unknown_track(
    course: Course, file: YamlFile, place: tuple[int | str, ...], track: str
) -> Problem:
    remedy = did_you_mean(track, [t.id for t in course.metadata.tracks])
    return file.problem(place, "LK107", f"there is no track `{track}`", remedy)


def _check_unique(course: Course) -> Iterator[Problem]:
    """Ids of phases and lessons stand once in the whole course."""
    seen: dict[str, str] = {}
    for phase in course.phases:
        file = YamlFile(course.root, phase.folder / "phase.yml")
        for index, entry in enumerate(phase.metadata.lessons):
            if seen.setdefault(entry.id, phase.id) != phase.id:
                message = f"`{entry.id}` is a lesson of `{seen[entry.id]}` already"
                yield file.problem(("lessons", index), "LK106", message)
    phases = [phase.id for phase in course.phases]
    for phase in course.phases:
        if phases.count(phase.id) > 1:
            file = YamlFile(course.root, phase.folder / "phase.yml")
            yield file.problem(("id",), "LK106", f"two phases have the id `{phase.id}`")


def _check_phase(course: Course, phase: Phase) -> Iterator[Problem]:
    """A phase's track is known; its list and its folders say the same."""
    file = YamlFile(course.root, phase.folder / "phase.yml")
    if not course.find_track(phase.metadata.track):
        yield _unknown_track(course, file, ("track",), phase.metadata.track)
    yield from check_repeated(file, ("lessons",), phase.metadata.lessons)
    for lesson in phase.lessons:
        if lesson.metadata.kind == "lesson":
            yield from _check_listing(course, phase, lesson)
    positions = [lesson.position for lesson in phase.lessons if lesson.position]
    if positions != sorted(positions):
        message = "the folders' numbers give another order than this list"
        yield file.problem(("lessons",), "LK401", message)


def _check_listing(course: Course, phase: Phase, lesson: Lesson) -> Iterator[Problem]:
    """A lesson stands in its phase's list, with the same title."""
    file = YamlFile(course.root, lesson.folder / "lesson.yml")
    if not lesson.position:
        listed = [entry.id for entry in phase.metadata.lessons]
        written = {other.id for other in phase.lessons}
        message = f"phase.yml does not list `{lesson.id}`"
        near = [id for id in listed if id not in written]
        entry = f"{{id: {lesson.id}, title: {lesson.metadata.title}}}"
        help = did_you_mean(lesson.id, near) or f"add `- {entry}` to its `lessons`"
        yield file.problem(("id",), "LK401", message, help)
        return
    title = phase.metadata.lessons[lesson.position - 1].title
    if title != lesson.metadata.title:
        message = f"phase.yml calls this lesson `{title}`"
        yield file.problem(("title",), "LK401", message)


def _check_circles(course: Course) -> Iterator[Problem]:
    """No lesson needs itself, directly or through others."""
    needs = {lesson.id: lesson.metadata.needs for lesson in course.lessons}
    for lesson in course.lessons:
        reached: set[str] = set()
        waiting = list(lesson.metadata.needs)
        while waiting:
            id = waiting.pop()
            if id not in reached:
                reached.add(id)
                waiting += needs.get(id, ())
        if lesson.id in reached:
            file = YamlFile(course.root, lesson.folder / "lesson.yml")
            message = f"`{lesson.id}` needs itself, directly or through others"
            yield file.problem(("needs",), "LK402", message)


def _check_order(course: Course) -> Iterator[Problem]:
    """A lesson needs none that comes later; a project comes after its phase."""
    listed = [entry.id for phase in course.phases for entry in phase.metadata.lessons]
    for phase in course.phases:
        ids = [entry.id for entry in phase.metadata.lessons]
        for lesson in phase.lessons:
            here = lesson.id if lesson.position else ids[-1]
            for index, id in enumerate(lesson.metadata.needs):
                if id in listed and listed.index(id) > listed.index(here):
                    file = YamlFile(course.root, lesson.folder / "lesson.yml")
                    message = f"`{id}` comes after `{lesson.id}`"
                    yield file.problem(("needs", index), "LK404", message)
