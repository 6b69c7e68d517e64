"""What the scripts of the pages know of the course, written as scripts themselves.

A page that was opened from a disk may load a script and nothing else, so there is no
JSON file here. One script tells of the whole course in few words; each lesson has one
of its own with its questions and its predictions, which is loaded where it is needed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from lessonkit.course.entries import Question
from lessonkit.course.evidence import FIXED_EVIDENCE
from lessonkit.course.model import Course, Lesson, Phase, Prediction
from lessonkit.site.compact import compact_page
from lessonkit.site.keys import build_option_key
from lessonkit.site.lesson_view import list_lessons
from lessonkit.site.links import (
    LEARNING_PAGE,
    PATH_PAGE,
    REVIEW_PAGE,
    Links,
    archive_name,
    lesson_page,
    phase_page,
)
from lessonkit.site.page_views import LessonView, Neighbour
from lessonkit.site.redirects import find_renamed_lessons
from lessonkit.site.stages import NAMES
from lessonkit.site.templates import Theme
from lessonkit.site.views import (
    ExerciseView,
    ExperimentView,
    FigurePiece,
    OutputView,
    PredictionPiece,
    SectionView,
    StageItem,
)

COURSE_SCRIPT = "assets/course.js"
# Where scripts lead to; every site has these pages.
PAGES = {"course": PATH_PAGE, "learning": LEARNING_PAGE, "review": REVIEW_PAGE}
# A recorded result is shown beside a prediction; the page has the rest.
LONGEST_RESULT = 30


def lesson_script(lesson: str) -> str:
    """Return the file of the script that tells of one lesson."""
    return f"assets/lessons/{lesson}.js"


def build_settings(course: Course) -> dict[str, Any]:
    """Return what every page's script knows of the course.

    What a reader has stored under the old id of a lesson is carried on to its new one.
    """
    renamed = find_renamed_lessons(course)
    settings = {"course": archive_name(course.metadata.title)}
    return settings | ({"renamed": renamed} if renamed else {})


def build_course_script(theme: Theme, course: Course, links: Links) -> str:
    """Return the script that tells of the phases and lessons, in reading order.

    `links` are those of the site's first page: addresses are relative to the root.
    """
    numbers = {neighbour.id: neighbour for neighbour in list_lessons(course)}
    told = {
        "title": theme.renderer.plain(course.metadata.title),
        "revision": course.metadata.revision,
        "pages": {name: links.to(file) for name, file in PAGES.items()},
        "stages": {title.lower(): short for title, (short, _) in NAMES.items()},
        "evidence": {field.id: field.title for field in FIXED_EVIDENCE},
        "phases": [
            _tell_phase(theme, phase, numbers, links) for phase in course.phases
        ],
    }
    return f"lessonkit.course = {_dump(told)};\n"


def build_lesson_script(theme: Theme, view: LessonView) -> str:
    """Return the script that tells of one lesson's questions and predictions."""
    id, metadata = view.lesson.id, view.lesson.metadata
    told = {
        "questions": {q.id: render_question(theme, q) for q in metadata.quiz},
        "predictions": {
            item: _tell_prediction(theme, title, prediction, recorded)
            for stage in view.stages
            for entry in stage.items
            for item, title, prediction, recorded in _find_predictions(entry)
        },
    }
    head = "(lessonkit.lessons = lessonkit.lessons || {})"
    return f"{head}[{json.dumps(id)}] = {_dump(told)};\n"


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _tell_phase(
    theme: Theme, phase: Phase, numbers: dict[str, Neighbour], links: Links
) -> dict[str, Any]:
    """Return a phase with all its lessons; a planned one has no page."""
    written = {lesson.id: lesson for lesson in phase.lessons}
    lessons = []
    for entry in phase.metadata.lessons:
        known = {
            "id": entry.id,
            "number": numbers[entry.id].number,
            "title": theme.renderer.plain(entry.title),
        }
        lesson = written.get(entry.id)
        lessons.append(known | (_tell_lesson(theme, lesson, links) if lesson else {}))
    return {
        "id": phase.id,
        "number": phase.number,
        "title": theme.renderer.plain(phase.metadata.title),
        "page": links.to(phase_page(phase.id)),
        "lessons": lessons,
    }


def _tell_lesson(theme: Theme, lesson: Lesson, links: Links) -> dict[str, Any]:
    """Return what is known of a lesson once it is written."""
    metadata, plain = lesson.metadata, theme.renderer.plain
    return {
        "page": links.to(lesson_page(lesson.id)),
        "kind": metadata.kind,
        "minutes": metadata.minutes.total,
        "revision": metadata.revision,
        "changes": [
            {
                "revision": change.revision,
                "date": change.date.isoformat(),
                "what": plain(change.what),
            }
            for change in metadata.changes
        ],
        "questions": [question.id for question in metadata.quiz],
        "evidence": {item.id: plain(item.text) for item in metadata.evidence},
    }


def render_question(theme: Theme, question: Question) -> str:
    """Return a question as the lesson's page has it: HTML that is safe to place."""
    return compact_page(
        theme.render("parts/asked.html.jinja", question=question)
    ).strip()


def _tell_prediction(
    theme: Theme, title: str, prediction: Prediction, recorded: str
) -> dict[str, Any]:
    """Return a prediction with what was recorded, as text."""
    plain = theme.renderer.plain
    return {
        "title": plain(title),
        "question": plain(prediction.question),
        "choices": {build_option_key(c): plain(c) for c in prediction.choices},
        "recorded": _shorten(recorded),
    }


def _find_predictions(item: StageItem) -> Iterator[tuple[str, str, Prediction, str]]:
    """Yield what is predicted: the item's id on the page, its title, the result."""
    if isinstance(item, ExperimentView | ExerciseView):
        if item.prediction:
            id = f"{item.cell.kind}-{item.cell.id}"
            yield id, item.title, item.prediction, _read_output(item.output)
    elif isinstance(item, SectionView):
        figures = {
            f"figure-{piece.id}": piece.alternative
            for piece in item.all_pieces
            if isinstance(piece, FigurePiece)
        }
        for piece in item.all_pieces:
            if isinstance(piece, PredictionPiece):
                recorded = figures.get(piece.item, "")
                yield piece.item, item.title, piece.prediction, recorded


def _read_output(output: OutputView) -> str:
    return output.stdout if output.status == "passed" else ""


def _shorten(text: str) -> str:
    lines = text.rstrip().split("\n")
    return "\n".join(
        [*lines[:LONGEST_RESULT], *(["…"] if lines[LONGEST_RESULT:] else [])]
    )
