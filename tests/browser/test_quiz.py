"""The quiz: one answer at a time, feedback on every option, a score in words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from lessonkit.course.model import Course
from tests.browser.conftest import read_stored

PATH = "/lessons/transforms-04/"


@pytest.fixture
def lesson(page: Page, origin: str) -> Iterator[Page]:
    """The lesson's page, opened for the first time."""
    page.goto(origin + PATH)
    yield page


@pytest.fixture(scope="module")
def places(course: Course) -> dict[str, int]:
    """The place of the right option of each question."""
    (lesson,) = (lesson for lesson in course.lessons if lesson.id == "transforms-04")
    return {
        question.id: [option.right for option in question.options].index(True)
        for question in lesson.metadata.quiz
    }


def question(page: Page, id: str) -> Locator:
    return page.locator(f"#question-{id}")


def answer(page: Page, id: str, place: int) -> None:
    question(page, id).locator("label").nth(place).click()
    question(page, id).get_by_role("button", name="Check").click()


def answers(page: Page) -> dict:
    return read_stored(page)["lessons"]["transforms-04"]["quiz"]


def shown_feedback(page: Page, id: str) -> list[str]:
    found = question(page, id).locator(".lk-feedback:visible").all()
    return [feedback.inner_text() for feedback in found]


def test_a_question_is_a_group_of_radio_buttons_with_its_name(lesson):
    group = lesson.get_by_role("group", name="With a large x, you stop the clock")
    assert group.get_by_role("radio").count() == 4
    assert group.get_by_role("radio", checked=True).count() == 0
    # Nothing tells the right option before an answer.
    assert shown_feedback(lesson, "waiting") == []
    assert lesson.locator("lk-quiz details").count() == 0


def test_checking_gives_the_feedback_of_the_chosen_option(lesson, places):
    answer(lesson, "waiting", 0)
    (shown,) = shown_feedback(lesson, "waiting")
    assert shown.startswith("Not this one. You may fear half-computed values.")
    expect(question(lesson, "waiting").locator(".lk-feedback").first).to_be_focused()
    score = lesson.locator(".lk-score").get_by_role("status")
    expect(score).to_have_text(
        "0 of 5 right. 1 is worth another look. 4 are still open."
    )
    kept = answers(lesson)["waiting"]
    assert (kept["right"], kept["tries"], kept["revision"]) == (False, 1, "1.0.0")
    assert kept["option"] == (
        question(lesson, "waiting").locator(".lk-option").first
    ).get_attribute("data-option")


def test_feedback_on_every_option_can_be_asked_for_afterwards(lesson, places):
    every = question(lesson, "agreement").get_by_role("button", name="every option")
    expect(every).to_be_hidden()
    answer(lesson, "agreement", places["agreement"])
    assert len(shown_feedback(lesson, "agreement")) == 1
    every.click()
    shown = shown_feedback(lesson, "agreement")
    assert len(shown) == 4
    assert sum(text.startswith("Right.") for text in shown) == 1
    question(lesson, "agreement").get_by_role("button", name="Hide").click()
    assert len(shown_feedback(lesson, "agreement")) == 1


def test_checking_without_a_choice_asks_for_one(lesson):
    question(lesson, "waiting").get_by_role("button", name="Check").click()
    expect(question(lesson, "waiting").get_by_role("alert")).to_have_text(
        "Choose an answer first."
    )
    assert read_stored(lesson) is None or "quiz" not in str(read_stored(lesson))


def test_the_wrong_ones_alone_are_tried_again(lesson, places):
    for id, place in places.items():
        wrong = (place + 1) % 4 if id in ("waiting", "agreement") else place
        answer(lesson, id, wrong)
    score = lesson.locator(".lk-score").get_by_role("status")
    expect(score).to_have_text("3 of 5 right. 2 are worth another look.")
    lesson.get_by_role("button", name="Retry the wrong ones").click()
    open_questions = lesson.locator(".lk-question[data-state=open]")
    assert open_questions.count() == 2
    expect(question(lesson, "waiting").get_by_role("radio").first).to_be_focused()
    assert shown_feedback(lesson, "waiting") == []
    for id in ("waiting", "agreement"):
        answer(lesson, id, places[id])
    expect(score).to_have_text("All 5 right.")
    tries = {id: entry["tries"] for id, entry in answers(lesson).items()}
    assert {id for id, count in tries.items() if count == 2} == {"waiting", "agreement"}
    expect(lesson.get_by_role("button", name="Retry")).to_be_hidden()


def test_answers_are_there_on_return(lesson, places):
    answer(lesson, "waiting", 0)
    lesson.reload()
    radio = question(lesson, "waiting").get_by_role("radio").first
    expect(radio).to_be_checked()
    expect(radio).to_be_disabled()
    (shown,) = shown_feedback(lesson, "waiting")
    assert shown.startswith("Not this one.")
    assert question(lesson, "agreement").get_by_role("radio", checked=True).count() == 0


def test_a_question_is_answered_by_keyboard_alone(lesson):
    first = question(lesson, "waiting")
    first.get_by_role("radio").first.focus()
    for key in ("Space", "ArrowDown", "Tab", "Enter"):
        lesson.keyboard.press(key)
    assert answers(lesson)["waiting"]["right"] is True
    expect(first.locator(".lk-feedback:visible")).to_be_focused()
    lesson.keyboard.press("Tab")
    lesson.keyboard.press("Enter")
    assert len(shown_feedback(lesson, "waiting")) == 4


def test_the_stage_is_done_when_every_question_is_right(lesson, places):
    stage = lesson.locator(".lk-stage-link[data-stage=exercise] a")
    end = lesson.locator("lk-stage-end[data-stage=exercise]")
    expect(end).to_contain_text("0 of 5 so far")
    for id, place in places.items():
        assert stage.get_attribute("data-done") is None
        answer(lesson, id, place)
    expect(stage).to_have_accessible_name("Exercise & Check (done)")
    expect(end).to_contain_text("Stage 4 is done: the quiz is complete.")


@pytest.mark.parametrize(
    ("total", "answered", "right", "words"),
    [
        (5, 0, 0, ""),
        (5, 5, 5, "All 5 right."),
        (1, 1, 1, "Right."),
        (2, 2, 1, "1 of 2 right. 1 is worth another look."),
        (5, 2, 2, "2 of 5 right. 3 are still open."),
        (12, 12, 11, "11 of 12 right. 1 is worth another look."),
    ],
)
def test_the_score_is_said_in_words(lesson, total, answered, right, words):
    counts = {"total": total, "answered": answered, "right": right}
    assert lesson.evaluate("c => lessonkit.quiz.sayScore(c)", counts) == words


def test_a_damaged_answer_leaves_the_question_open(page, origin):
    page.goto(origin + PATH)
    entry = {"option": "00000000", "right": True, "tries": 1, "revision": "0.1.0"}
    path = ["lessons", "transforms-04", "quiz", "waiting"]
    page.evaluate(
        "([path, entry]) => lessonkit.store.write(path, entry)", [path, entry]
    )
    page.reload()
    expect(question(page, "waiting").get_by_role("radio").first).to_be_enabled()
