"""A course as one of its lessons may know it: the others are ids and numbers.

What is made of such a course, and of nothing else, has to be made again only when the
lesson itself changes, or what stands here of the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

from lessonkit.course.model import Course, Lesson


@dataclass(frozen=True)
class OtherLesson:
    """All that a lesson may know of another; its title stands in phase.yml.

    What is added here makes every lesson's page depend on it.
    """

    id: str
    number: str


def narrow_course(course: Course, lesson: Lesson) -> Course:
    """Return the course with one whole lesson; study guides are left out too."""
    phases = []
    for phase in course.phases:
        lessons = tuple(
            entry if entry.id == lesson.id else OtherLesson(entry.id, entry.number)
            for entry in phase.lessons
        )
        phases.append(replace(phase, guide="", lessons=lessons))
    return replace(course, phases=tuple(phases))


def describe_frame(course: Course) -> Iterator[str]:
    """Yield, as text, all that narrow courses have in common."""
    for field in fields(course):
        if field.name not in ("root", "phases"):
            yield repr(getattr(course, field.name))
    for phase in course.phases:
        lessons = [OtherLesson(lesson.id, lesson.number) for lesson in phase.lessons]
        yield repr((phase.folder.name, phase.number, phase.metadata, lessons))
