"""Review: due questions, mixed, answered with radio buttons, stored with their date."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from .conftest import read_stored, store
from .learner import (
    LESSON,
    make_course,
    make_finished,
    make_lesson,
    make_state,
    serve_course,
)

NOON = "2026-12-01T12:00:00"
FINISHED = {"finished": make_finished(at="2026-11-30T10:00:00Z")}
COURSE = make_course(
    {
        "one": [make_lesson("a", 2), make_lesson("b", 1)],
        "two": [make_lesson("c", 1), make_lesson("d", 3)],
    }
)


def open_review(page: Page, origin: str, state: Any, now: str = NOON) -> None:
    """Open the page at a time, with what a reader has stored."""
    page.clock.set_fixed_time(now)
    page.goto(f"{origin}/review/")
    store(page, state)
    page.reload()


@pytest.fixture
def made_up(page: Page, context: BrowserContext) -> Page:
    """A tab that will show a course of two phases."""
    serve_course(context, COURSE)
    return page


def answer(page: Page, words: str) -> None:
    page.get_by_role("radio", name=words).check()
    page.get_by_role("button", name="Check").click()


def test_a_newcomer_reads_when_questions_will_come(page, origin):
    page.goto(f"{origin}/review/")
    place = page.locator("lk-review")
    expect(place).to_contain_text("Nothing to review yet.")
    expect(place).to_contain_text("one day later")
    place.get_by_role("link", name="the course").click()
    page.wait_for_url("**/phases/")


def test_questions_come_mixed_one_after_another_and_are_stored(made_up, origin):
    state = make_state({id: FINISHED for id in ("a", "b", "c")})
    open_review(made_up, origin, state)
    asked = []
    for number in range(1, 5):
        expect(made_up.locator(".lk-count")).to_contain_text(f"Question {number} of 4")
        asked.append(made_up.locator("legend").text_content())
        answer(made_up, "This" if number < 4 else "That")
        shown = made_up.locator(".lk-feedback:visible")
        # A wrong answer shows the feedback on every option, so on the right one.
        expect(shown).to_have_count(1 if number < 4 else 3)
        expect(shown.first).to_have_text("Right. Yes, this.")
        expect(made_up.locator("[data-chosen] .lk-feedback")).to_be_focused()
        last = "Next question" if number < 4 else "Finish"
        made_up.get_by_role("button", name=last).click()
    assert asked == [f"What is {key}?" for key in ("a/q1", "c/q1", "a/q2", "b/q1")]
    place = made_up.locator("lk-review")
    expect(place).to_contain_text("Done for today: 3 of 4 questions right.")
    expect(place).to_contain_text("The next 1 question will be due on Wednesday")
    review = read_stored(made_up)["review"]
    assert {key: (e["step"], e["due"], e["right"]) for key, e in review.items()} == {
        "a/q1": (1, "2026-12-03", True),
        "c/q1": (1, "2026-12-03", True),
        "a/q2": (1, "2026-12-03", True),
        "b/q1": (0, "2026-12-02", False),
    }


def test_an_answered_question_is_not_asked_again_the_same_day(made_up, origin):
    open_review(made_up, origin, make_state({"b": FINISHED}))
    answer(made_up, "This")
    expect(made_up.get_by_role("button", name="Finish")).to_be_visible()
    made_up.reload()
    expect(made_up.locator("lk-review")).to_contain_text("Nothing is due today.")
    made_up.clock.set_fixed_time("2026-12-03T00:05:00")
    made_up.reload()
    expect(made_up.locator("legend")).to_have_text("What is b/q1?")


def test_nothing_is_due_on_the_day_of_finishing(made_up, origin):
    open_review(made_up, origin, make_state({"b": FINISHED}), "2026-11-30T23:00:00")
    expect(made_up.locator("lk-review")).to_contain_text(
        "The next 1 question will be due on Tuesday 1 December"
    )


def test_after_the_last_step_a_question_is_known(made_up, origin):
    entry = {"step": 3, "due": "2026-12-01", "right": True}
    entry |= {"at": "2026-11-30T10:00:00.000Z"}
    open_review(made_up, origin, make_state({"b": FINISHED}, review={"b/q1": entry}))
    answer(made_up, "This")
    expect(made_up.locator("lk-review")).to_contain_text("it does not come back.")
    made_up.get_by_role("button", name="Finish").click()
    expect(made_up.locator("lk-review")).to_contain_text("You know 1 of 1 for good.")
    assert read_stored(made_up)["review"]["b/q1"]["step"] == 4


def test_check_without_a_choice_stores_nothing(made_up, origin):
    open_review(made_up, origin, make_state({"b": FINISHED}))
    made_up.get_by_role("button", name="Check").click()
    expect(made_up.get_by_role("alert")).to_have_text("Choose an answer first.")
    expect(made_up.locator(".lk-feedback:visible")).to_have_count(0)
    assert read_stored(made_up)["review"] == {}


def test_it_works_by_keyboard_alone(made_up, origin):
    open_review(made_up, origin, make_state({"a": FINISHED}))
    expect(made_up.locator("legend")).to_be_visible()
    made_up.locator("lk-review input").first.focus()
    made_up.keyboard.press("ArrowDown")
    made_up.keyboard.press("Tab")
    made_up.keyboard.press("Enter")
    chosen = made_up.locator("[data-chosen] .lk-feedback")
    expect(chosen).to_be_focused()
    expect(chosen).to_contain_text("Not this one.")
    made_up.keyboard.press("Tab")
    expect(made_up.get_by_role("button", name="Next question")).to_be_focused()
    made_up.keyboard.press("Enter")
    expect(made_up.locator("legend")).to_have_text("What is a/q2?")
    expect(made_up.locator("legend")).to_be_focused()


def test_what_another_tab_answered_is_not_asked_here(made_up, origin):
    open_review(made_up, origin, make_state({"a": FINISHED, "c": FINISHED}))
    answer(made_up, "This")
    made_up.evaluate(
        """lessonkit.store.write(["review", "c/q1"],
        { step: 1, due: "2026-12-03", right: true })"""
    )
    made_up.get_by_role("button", name="Next question").click()
    expect(made_up.locator("legend")).to_have_text("What is a/q2?")


def test_an_answer_that_cannot_be_saved_says_so(made_up, origin):
    open_review(made_up, origin, make_state({"b": FINISHED}))
    made_up.evaluate(
        """() => {
          Storage.prototype.setItem = () => {
            throw new DOMException("no room", "QuotaExceededError");
          };
        }"""
    )
    answer(made_up, "This")
    expect(made_up.locator("lk-review .lk-problem")).to_contain_text("is full")


def test_real_questions_are_shown_with_their_code_and_feedback(page, origin):
    open_review(page, origin, make_state({LESSON: FINISHED}))
    seen = 0
    for number in range(1, 6):
        expect(page.locator(".lk-count")).to_contain_text(f"Question {number} of 5")
        seen += page.locator("lk-review .highlight pre").count()
        expect(page.locator("lk-review .lk-option")).to_have_count(4)
        page.locator("lk-review input").first.check()
        page.get_by_role("button", name="Check").click()
        expect(page.locator(".lk-feedback:visible").first).to_be_visible()
        last = "Next question" if number < 5 else "Finish"
        page.get_by_role("button", name=last).click()
    assert seen == 1
    expect(page.locator("lk-review")).to_contain_text("Done for today")
