"""Check the quiz: no cue tells the right option apart but what it says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from lessonkit.checks.places import YamlFile
from lessonkit.checks.wording import count_words, find_paragraphs
from lessonkit.course.entries import Option, Question
from lessonkit.course.model import Course, Lesson
from lessonkit.layout import PHASES
from lessonkit.problems import Problem

MOST_LONGEST, MOST_LONGEST_IN_COURSE = 0.40, 0.35
LEAST_LENGTH, MOST_LENGTH = 0.8, 1.25
# Values such as `(4,)` have the length they have.
SHORT = 12
FEEDBACK = range(15, 46)
SPEAKS_OF_OTHERS = re.compile(
    r"\b(all|none|both|neither|any|some|two) of (the )?"
    r"(above|below|these|those|others?|options|answers)\b"
    r"|\bboth (a|1) and (b|2)\b",
    re.IGNORECASE,
)
# "Which does not …", "which is false", "all except"; not "what happens if it is not".
_WORDS = r"(?:(?!if\b|when\b|that\b|because\b|since\b|while\b)[^\s?.,;:]+\s+){0,5}?"
_VERB = r"(?:is|are|was|were|do|does|did|can|could|will|would|has|have|should|must)"
NEGATED = re.compile(
    rf"\b(?:which|what|who)\s+{_WORDS}{_VERB}(?:n[’']t\b|\s+{_WORDS}(?:not|never)\b)"
    rf"|\bwhich\s+{_WORDS}(?:is|are)\s+(?:false|untrue|incorrect|wrong)\b"
    r"|\b(?:cannot|except)\b[^?.]*\?",
    re.IGNORECASE,
)
MARKUP = re.compile(r"[`*$\\_{}]")


def check_quiz(course: Course, lesson: Lesson) -> Iterator[Problem]:
    """Check the questions of a lesson, one by one and together."""
    file = YamlFile(course.root, lesson.folder / "lesson.yml")
    quiz = lesson.metadata.quiz
    for index, question in enumerate(quiz):
        yield from _check_question(file, index, question)
        for number, option in enumerate(question.options):
            place = ("quiz", index, "options", number)
            yield from _check_option(file, place, question, option)
    longest = [question.id for question in quiz if is_right_longest(question)]
    if len(longest) > MOST_LONGEST * len(quiz):
        message = (
            f"the right option is the longest in {len(longest)} of {len(quiz)} "
            f"questions: {', '.join(longest)}"
        )
        yield file.problem(("quiz",), "LK515", message)
    yield from _check_positions(file, quiz)


def check_course_quiz(course: Course, lessons: Sequence[Lesson]) -> Iterator[Problem]:
    """Check the questions of these lessons of a course together."""
    questions = [q for lesson in lessons for q in lesson.metadata.quiz]
    longest = sum(is_right_longest(question) for question in questions)
    if longest > MOST_LONGEST_IN_COURSE * len(questions):
        file = YamlFile(course.root, course.root / PHASES / "course.yml")
        counts = {
            lesson.id: sum(map(is_right_longest, lesson.metadata.quiz))
            for lesson in lessons
        }
        most = sorted(counts, key=lambda id: -counts[id])[:5]
        message = (
            f"the right option is the longest in {longest} of {len(questions)} "
            f"questions, most often in {', '.join(id for id in most if counts[id])}"
        )
        yield file.problem(("title",), "LK407", message)


def is_right_longest(question: Question) -> bool:
    """Say whether the right option is longer than every other."""
    right = [measure(option.text) for option in question.options if option.right]
    wrong = [measure(option.text) for option in question.options if not option.right]
    return bool(right and wrong) and max(right) > max(wrong)


def measure(markdown: str) -> int:
    """Return how many characters of an inline Markdown text a reader sees."""
    return len(MARKUP.sub("", markdown).strip())


def _check_question(
    file: YamlFile, index: int, question: Question
) -> Iterator[Problem]:
    """The question is put positively, and its right option does not stand out."""
    asked = " ".join(text for _, text in find_paragraphs(question.question))
    match = NEGATED.search(asked)
    if match:
        message = f"`{question.id}` asks “{match[0]}”"
        yield file.problem(("quiz", index, "question"), "LK519", message)
    lengths = [measure(option.text) for option in question.options]
    mean = sum(lengths) / len(lengths)
    if max(lengths) <= SHORT:
        return
    for number, option in enumerate(question.options):
        ratio = lengths[number] / mean
        if option.right and not LEAST_LENGTH <= ratio <= MOST_LENGTH:
            place = ("quiz", index, "options", number)
            message = f"the right option has {ratio:.2f} of the options' mean length"
            yield file.problem(place, "LK516", message)


def _check_option(
    file: YamlFile, place: tuple[str | int, ...], question: Question, option: Option
) -> Iterator[Problem]:
    """The option speaks for itself, and its feedback has the right length."""
    if SPEAKS_OF_OTHERS.search(option.text):
        message = f"“{option.text}” speaks of the other options"
        yield file.problem(place, "LK518", message)
    if not option.right and option.misconception is None:
        message = f"a wrong option of `{question.id}` has no misconception"
        yield file.problem(place, "LK504", message)
    count = count_words(option.feedback)
    if count not in FEEDBACK:
        message = f"this feedback has {count} words"
        yield file.problem((*place, "feedback"), "LK514", message)


def _check_positions(file: YamlFile, quiz: Sequence[Question]) -> Iterator[Problem]:
    """The right options do not stand in one place more often than in others."""
    places = Counter(
        number
        for question in quiz
        for number, option in enumerate(question.options, 1)
        if option.right
    )
    for number, count in places.items():
        if len(quiz) > 1 and count > (len(quiz) + 1) // 2:
            message = f"{count} of {len(quiz)} right options stand in place {number}"
            yield file.problem(("quiz",), "LK517", message)
