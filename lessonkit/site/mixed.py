"""The review of a phase: the questions of its lessons, mixed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from lessonkit.course.entries import Question
from lessonkit.course.model import Course, Phase
from lessonkit.site.lesson_view import find_lesson
from lessonkit.site.links import phase_page, phase_review_page
from lessonkit.site.page_views import Neighbour

# To mix the questions of one lesson would put them into another order, and no more.
FEWEST_LESSONS = 2


@dataclass(frozen=True)
class MixedQuestion:
    """A question of a lesson, away from it."""

    lesson: Neighbour
    question: Question

    @property
    def key(self) -> str:
        """The question's name in the whole course, as a reader's browser has it."""
        return f"{self.lesson.id}/{self.question.id}"

    @cached_property
    def turn(self) -> str:
        """A hash of the key: which of two questions comes first."""
        return hashlib.sha256(self.key.encode()).hexdigest()


@dataclass(frozen=True)
class PhaseReview:
    """The review of a phase; `questions` are in the order in which they are asked."""

    number: str
    title: str
    page: str
    phase_page: str
    lessons: int
    questions: tuple[MixedQuestion, ...]


def build_reviews(course: Course) -> tuple[PhaseReview, ...]:
    """Return the reviews of all phases that have one, in order."""
    found = (find_phase_review(course, phase) for phase in course.phases)
    return tuple(review for review in found if review)


def find_phase_review(course: Course, phase: Phase) -> PhaseReview | None:
    """Return the review of a phase; None where fewer than two lessons ask anything."""
    asking = [lesson for lesson in phase.lessons if lesson.metadata.quiz]
    if len(asking) < FEWEST_LESSONS:
        return None
    questions = (
        MixedQuestion(neighbour, question)
        for lesson in asking
        for neighbour in [find_lesson(course, lesson.id)]
        for question in lesson.metadata.quiz
    )
    return PhaseReview(
        number=phase.number,
        title=phase.metadata.title,
        page=phase_review_page(phase.id),
        phase_page=phase_page(phase.id),
        lessons=len(asking),
        questions=mix_questions(questions),
    )


def mix_questions(questions: Iterable[MixedQuestion]) -> tuple[MixedQuestion, ...]:
    """Return questions in an order that looks drawn, and is always the same.

    A hash of each question's key decides, so that a new question moves few others. Two
    neighbours are of different lessons, unless one lesson asks more than all others.
    """
    waiting: dict[str, list[MixedQuestion]] = {}
    for question in sorted(questions, key=lambda question: question.turn):
        waiting.setdefault(question.lesson.id, []).append(question)
    mixed: list[MixedQuestion] = []
    while any(waiting.values()):
        mixed.append(_choose(waiting, mixed[-1].lesson.id if mixed else "").pop(0))
    return tuple(mixed)


def _choose(waiting: dict[str, list[MixedQuestion]], last: str) -> list[MixedQuestion]:
    """Return the questions of the lesson that is to ask next."""
    filled = {lesson: found for lesson, found in waiting.items() if found}
    others = [found for lesson, found in filled.items() if lesson != last]
    left = sum(map(len, filled.values()))
    # One with more than half of what is left could not be kept apart later.
    pressing = [found for found in others if 2 * len(found) > left]
    choices = pressing or others or list(filled.values())
    return min(choices, key=lambda found: found[0].turn)
