"""The errata: what was wrong in a lesson, and since which revision it is right."""

from __future__ import annotations

from dataclasses import dataclass

from lessonkit.course.entries import Erratum
from lessonkit.course.model import Course
from lessonkit.site.lesson_view import find_lesson
from lessonkit.site.page_views import Neighbour


@dataclass(frozen=True)
class ErratumView:
    """A mistake of a lesson."""

    erratum: Erratum
    lesson: Neighbour


def build_errata(course: Course) -> tuple[ErratumView, ...]:
    """Return the errata, the newest first; those of one day as the file has them."""
    errata = sorted(course.errata, key=lambda erratum: erratum.date, reverse=True)
    return tuple(ErratumView(e, find_lesson(course, e.lesson)) for e in errata)
