"""What a reader has done, and small courses in place of the real one: test data."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import BrowserContext

from lessonkit.course.entries import Option, Question
from lessonkit.learn.receipts import render_receipt
from lessonkit.records import SourceHash
from lessonkit.records.receipts import Receipt
from lessonkit.site.learning import render_question
from lessonkit.site.templates import Theme
from tests.site.factory import ENVIRONMENT

LESSON = "transforms-04"
THEME = Theme()
AT = "2026-11-29T10:00:00.000Z"


def make_state(lessons: dict[str, Any] | None = None, **rest: Any) -> dict[str, Any]:
    """Return a stored value of the course."""
    return {
        "format": "lessonkit-learning",
        "version": 1,
        "course": "jax-pathways",
        "lessons": lessons or {},
        "review": {},
        **rest,
    }


def make_answer(option: str, *, right: bool, at: str = AT, tries: int = 1) -> Any:
    """Return the entry of an answered question."""
    return {
        "option": option,
        "right": right,
        "tries": tries,
        "revision": "1.0.0",
        "at": at,
    }


def make_text(text: str, at: str = AT) -> dict[str, str]:
    """Return the entry of a text of evidence."""
    return {"text": text, "at": at}


def make_finished(revision: str = "1.0.0", at: str = AT) -> dict[str, str]:
    """Return the entry of a finished lesson."""
    return {"revision": revision, "at": at}


def make_receipt(lesson: str = LESSON, **changed: Any) -> dict[str, Any]:
    """Return a receipt as `lessonkit evidence` writes it."""
    receipt = Receipt(
        lesson=lesson,
        title="A lesson",
        revision="1.0.0",
        lesson_code=SourceHash("main.py", "a" * 64, "b" * 64),
        code=SourceHash("main.py", "c" * 64, "d" * 64),
        inputs=(),
        exercises={"value-and-grad": "passed", "timing-report": "open"},
        output="Loss: 0.46\n",
        started="2026-11-29T10:45:00Z",
        seconds=3.25,
        environment=ENVIRONMENT,
        lessonkit="0.1.0",
    )
    return {**json.loads(render_receipt(receipt)), **changed}


def make_lesson(id: str, questions: int = 2, **changed: Any) -> dict[str, Any]:
    """Return a written lesson as the course's script tells of it."""
    return {
        "id": id,
        "number": id,
        "title": f"Lesson {id}",
        "page": f"lessons/{LESSON}/",
        "kind": "lesson",
        "minutes": 50,
        "revision": "1.0.0",
        "changes": [{"revision": "1.0.0", "date": "2026-11-01", "what": "First."}],
        "questions": [f"q{number}" for number in range(1, questions + 1)],
        "evidence": {"number": "A number"},
        **changed,
    }


def make_course(phases: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Return a course as its script tells of it."""
    return {
        "title": "JAX Pathways",
        "revision": "0.1.0",
        "pages": {
            "course": "phases/",
            "learning": "my-learning/",
            "review": "review/",
        },
        "stages": {"understand": "Understand", "experiment": "Experiment"},
        "evidence": {"code": "Code", "output": "Output"},
        "phases": [
            {
                "id": id,
                "number": f"{number:02}",
                "title": f"Phase {id}",
                "page": "phases/transforms/",
                "lessons": lessons,
            }
            for number, (id, lessons) in enumerate(phases.items())
        ],
    }


def make_question(name: str) -> str:
    """Return a question of three options as a lesson's script tells of it."""
    options = (
        Option(text="This", right=True, feedback="Yes, this."),
        Option(text="That", right=False, feedback="Not that."),
        Option(text="Neither", right=False, feedback="One of them."),
    )
    question = f"What is `{name}`?"
    id = name.rpartition("/")[2]
    return render_question(THEME, Question(id=id, question=question, options=options))


def serve_course(context: BrowserContext, course: dict[str, Any]) -> None:
    """Give pages a course in place of the real one, with questions made up."""
    _serve(context, "course", f"lessonkit.course = {json.dumps(course)};")
    for phase in course["phases"]:
        for lesson in phase["lessons"]:
            id, names = lesson["id"], lesson.get("questions", ())
            questions = {name: make_question(f"{id}/{name}") for name in names}
            told = json.dumps({"questions": questions, "predictions": {}})
            head = "(lessonkit.lessons = lessonkit.lessons || {})"
            _serve(context, f"lessons/{id}", f"{head}[{json.dumps(id)}] = {told};")


def _serve(context: BrowserContext, name: str, script: str) -> None:
    context.route(
        f"**/assets/{name}.js",
        lambda route: route.fulfill(content_type="text/javascript", body=script),
    )
