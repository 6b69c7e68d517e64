"""The map of the course: which lesson needs which, as lines beside the lessons.

Lessons stand below each other in reading order, so every line runs downwards. A lesson
keeps its *lane* until the last lesson that needs it, and that one takes the lane over:
a course that goes straight on is one line, and where it forks, a second one begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lessonkit.course.model import Course
from lessonkit.site.lesson_view import find_lesson
from lessonkit.site.links import phase_page
from lessonkit.site.page_views import Neighbour


@dataclass(frozen=True)
class Place:
    """Where a lesson is on the map, and the lines of its row.

    Lines of the lanes in `passing` go by; those in `joining` end here. `above` and
    `below` tell whether a line of its own lane comes in and goes on.
    """

    lane: int
    passing: tuple[int, ...]
    joining: tuple[int, ...]
    above: bool
    below: bool


@dataclass(frozen=True)
class Stop:
    """A lesson on the map, with the written lessons that it needs, and that need it."""

    lesson: Neighbour
    place: Place
    needs: tuple[Neighbour, ...]
    needed_by: tuple[Neighbour, ...]


@dataclass(frozen=True)
class MapPhase:
    """The lessons of a phase; lines of the lanes in `passing` go by its title."""

    id: str
    number: str
    title: str
    page: str
    passing: tuple[int, ...]
    stops: tuple[Stop, ...]


@dataclass(frozen=True)
class CourseMap:
    """The phases that have lessons, and how many lanes they need side by side."""

    phases: tuple[MapPhase, ...]
    lanes: int


def build_map(course: Course) -> CourseMap:
    """Return the map of all written lessons."""
    lessons = {lesson.id: find_lesson(course, lesson.id) for lesson in course.lessons}
    needs = {
        lesson.id: tuple(need for need in lesson.metadata.needs if need in lessons)
        for lesson in course.lessons
    }
    needed_by: dict[str, list[str]] = {id: [] for id in needs}
    for id, needed in needs.items():
        for need in needed:
            needed_by[need].append(id)
    places = place_lessons(needs)
    phases = []
    for phase in course.phases:
        stops = tuple(
            Stop(
                lessons[lesson.id],
                places[lesson.id],
                tuple(lessons[id] for id in needs[lesson.id]),
                tuple(lessons[id] for id in needed_by[lesson.id]),
            )
            for lesson in phase.lessons
        )
        if stops:
            title, page = phase.metadata.title, phase_page(phase.id)
            passing = _list_lanes_above(stops[0].place)
            found = MapPhase(phase.id, phase.number, title, page, passing, stops)
            phases.append(found)
    lanes = max((place.lane + 1 for place in places.values()), default=0)
    return CourseMap(tuple(phases), lanes)


def place_lessons(needs: Mapping[str, Iterable[str]]) -> dict[str, Place]:
    """Return the place of each lesson, from what each needs, in reading order.

    A lesson needs none that comes later.
    """
    last = {need: id for id, needed in needs.items() for need in needed}
    # The lesson whose line runs in each lane; None where the lane is free.
    lanes: list[str | None] = []
    places: dict[str, Place] = {}
    for id, needed in needs.items():
        before = {lane for lane, owner in enumerate(lanes) if owner}
        coming = {lane for lane in before if lanes[lane] in set(needed)}
        ending = {lane for lane in coming if last[lanes[lane] or ""] == id}
        for lane in ending:
            lanes[lane] = None
        own = min(ending) if ending else _find_free(lanes)
        below = id in last
        lanes[own] = id if below else None
        passing = before - ending
        joining = coming - {own}
        above = own in ending
        places[id] = Place(
            own, tuple(sorted(passing)), tuple(sorted(joining)), above, below
        )
    return places


def _find_free(lanes: list[str | None]) -> int:
    """Return the first free lane, after making one if there is none."""
    if None not in lanes:
        lanes.append(None)
    return lanes.index(None)


def _list_lanes_above(place: Place) -> tuple[int, ...]:
    """Return the lanes whose lines come into a row from above."""
    own = {place.lane} if place.above else set()
    return tuple(sorted({*place.passing, *place.joining} | own))
