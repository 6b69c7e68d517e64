"""Check a loaded course: every rule that joins files, each mistake as a problem."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from lessonkit.checks.code import check_code
from lessonkit.checks.curriculum import check_curriculum
from lessonkit.checks.lesson_prose import check_guide, check_prose
from lessonkit.checks.lesson_yaml import check_metadata
from lessonkit.checks.published import check_published
from lessonkit.checks.registries import check_registries
from lessonkit.course.model import Course, Lesson
from lessonkit.course.narrow import narrow_course
from lessonkit.problems import Problem, sort_problems

CheckLessons = Callable[[Course], Iterable[Problem]]


def check_each(course: Course) -> Iterator[Problem]:
    """Yield the problems of each lesson."""
    for lesson in course.lessons:
        yield from check_lesson(narrow_course(course, lesson), lesson)


def check_course(
    course: Course, *, check_lessons: CheckLessons = check_each
) -> tuple[Problem, ...]:
    """Return the problems of a course that its files have only together.

    `check_lessons` returns what `check_each` does, maybe with less work.
    """
    problems = [
        *check_registries(course),
        *check_published(course),
        *check_curriculum(course),
    ]
    for phase in course.phases:
        problems += check_guide(course.root, phase)
    return sort_problems([*problems, *check_lessons(course)])


def check_lesson(course: Course, lesson: Lesson) -> Iterator[Problem]:
    """Yield the problems of a lesson, from its folder and a narrow course.

    A rule that asks more of other lessons belongs to `check_course`.
    """
    yield from check_metadata(course, lesson)
    yield from check_code(course, lesson)
    yield from check_prose(course.root, lesson)
