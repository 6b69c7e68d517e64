"""Check a loaded course: every rule that joins files, each mistake as a problem."""

from __future__ import annotations

from lessonkit.checks.code import check_code
from lessonkit.checks.curriculum import check_curriculum
from lessonkit.checks.lesson_prose import check_guide, check_prose
from lessonkit.checks.lesson_yaml import check_metadata
from lessonkit.checks.registries import check_registries
from lessonkit.course.model import Course
from lessonkit.problems import Problem, sort_problems


def check_course(course: Course) -> tuple[Problem, ...]:
    """Return the problems of a course that its files have only together."""
    problems = [*check_registries(course), *check_curriculum(course)]
    for phase in course.phases:
        problems += check_guide(course.root, phase)
        for lesson in phase.lessons:
            problems += check_metadata(course, lesson)
            problems += check_code(course, lesson)
            problems += check_prose(course.root, lesson)
    return sort_problems(problems)
