"""Check published lessons against the full standard of the authoring guide.

A lesson whose revision is below 1.0.0 is a draft. It has to hold together like every
other, which `check_course` sees to, but it need not be finished.
"""

from __future__ import annotations

from collections.abc import Iterator

from lessonkit.checks.claims import check_claims
from lessonkit.checks.code_style import check_code_style
from lessonkit.checks.cues import check_course_quiz, check_quiz
from lessonkit.checks.figures import check_figures
from lessonkit.checks.kept_ids import check_kept_ids
from lessonkit.checks.lesson_prose import check_conclusions
from lessonkit.checks.parts import check_parts
from lessonkit.checks.reviews import check_reviews
from lessonkit.checks.steps import check_steps
from lessonkit.checks.timing import check_timing
from lessonkit.checks.wording import check_lesson_wording, check_shared_wording
from lessonkit.course.model import Course, Lesson
from lessonkit.problems import RULES, Problem, sort_problems
from lessonkit.records import find_records


def find_drafts(course: Course) -> tuple[Lesson, ...]:
    """Return the lessons that are not published yet."""
    return tuple(lesson for lesson in course.lessons if lesson.metadata.is_draft)


def check_standard(course: Course, *, drafts: bool = False) -> tuple[Problem, ...]:
    """Return what the full standard finds, where the course asks for it.

    `drafts` holds unfinished lessons to it as well.
    """
    if course.metadata.standard != "full":
        return ()
    published = [x for x in course.lessons if x not in find_drafts(course)]
    problems = [
        *check_shared_wording(course),
        *check_kept_ids(course, published),
        *check_course_quiz(course, published),
    ]
    for lesson in course.lessons if drafts else published:
        found = _check_lesson(course, lesson)
        project = lesson.metadata.kind == "project"
        problems += [p for p in found if not project or RULES[p.code].projects]
    return sort_problems(problems)


def _check_lesson(course: Course, lesson: Lesson) -> Iterator[Problem]:
    """Yield what the standard finds in one lesson."""
    records = find_records(lesson.folder)
    yield from check_parts(course, lesson)
    yield from check_steps(course, lesson)
    yield from check_code_style(course, lesson)
    yield from check_timing(course, lesson)
    yield from check_lesson_wording(course, lesson)
    yield from check_conclusions(course.root, lesson)
    yield from check_claims(course, lesson, records)
    yield from check_figures(course, lesson, records)
    yield from check_quiz(course, lesson)
    yield from check_reviews(course, lesson)
