"""The mixed review of a phase: answers are the page's own, and count as in Review."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import read_stored, store
from .learner import make_answer, make_finished, make_state

PATH = "/phases/transforms/review/"
LESSON = "transforms-04"
KEY = f"{LESSON}/waiting"
FINISHED = {"finished": make_finished(at="2026-11-30T10:00:00Z")}


@pytest.fixture
def asked(page: Page) -> Locator:
    return page.locator(f"#question-{LESSON}-waiting")


def open_page(page: Page, origin: str, state: object, now: str) -> None:
    page.clock.set_fixed_time(now)
    page.goto(origin + PATH)
    store(page, state)
    page.reload()


def answer(asked: Locator, *, right: bool) -> None:
    """Choose an option, check it, and wait for its feedback."""
    verdict = "true" if right else "false"
    option = asked.locator(f".lk-option:has([data-right={verdict}])").first
    option.locator("label").click()
    asked.get_by_role("button", name="Check").click()
    expect(option.locator(".lk-feedback")).to_be_focused()


@pytest.mark.parametrize(
    ("day", "right", "entry"),
    [
        ("2026-12-01", True, (1, "2026-12-03")),
        ("2026-12-01", False, (0, "2026-12-02")),
        # One day too early: what is not due yet is not moved on.
        ("2026-11-30", True, (0, "2026-12-01")),
    ],
)
def test_an_answer_counts_as_in_review(page, origin, asked, day, right, entry):
    open_page(page, origin, make_state({LESSON: FINISHED}), f"{day}T12:00:00")
    answer(asked, right=right)
    page.wait_for_function("key => lessonkit.store.read(['review', key])", arg=KEY)
    kept = read_stored(page)
    review = kept["review"][KEY]
    assert (review["step"], review["due"], review["right"]) == (*entry, right)
    assert "quiz" not in kept["lessons"][LESSON]


def test_a_question_of_a_lesson_under_way_is_practice(page, origin, asked):
    state = make_state({LESSON: {}, "transforms-01": FINISHED})
    open_page(page, origin, state, "2026-12-01T12:00:00")
    answer(asked, right=True)
    # The second answer is stored after the first one would have been.
    other = page.locator(".lk-question[data-of=transforms-01]").first
    answer(other, right=True)
    page.wait_for_function("Object.keys(lessonkit.store.read(['review'])).length")
    kept = read_stored(page)
    assert [key.partition("/")[0] for key in kept["review"]] == ["transforms-01"]
    assert kept["lessons"][LESSON] == {}


def test_the_page_scores_its_answers_and_begins_anew(page, origin, asked):
    page.goto(origin + PATH)
    option = asked.locator(".lk-option").first.get_attribute("data-option")
    quiz = {"waiting": make_answer(option, right=False)}
    open_page(page, origin, make_state({LESSON: {"quiz": quiz}}), "2026-12-01T12:00:00")
    expect(asked.get_by_role("radio", checked=True)).to_have_count(0)
    answer(asked, right=False)
    score = page.locator(".lk-score").get_by_role("status")
    expect(score).to_contain_text("1 is worth another look.")
    page.get_by_role("button", name="Retry the wrong one").click()
    answer(asked, right=True)
    expect(score).to_contain_text("1 of ")
    page.reload()
    expect(asked.get_by_role("radio", checked=True)).to_have_count(0)
    expect(score).to_have_text("")
    assert read_stored(page)["lessons"][LESSON]["quiz"] == quiz


def test_a_question_leads_to_its_place_in_the_lesson(page, origin, asked):
    page.goto(origin + PATH)
    asked.get_by_role("link", name="02.04").click()
    page.wait_for_url(f"**/lessons/{LESSON}/#question-waiting")
    expect(page.locator("#question-waiting")).to_be_in_viewport()


def test_an_answer_that_cannot_be_saved_says_so(page, origin, asked):
    open_page(page, origin, make_state({LESSON: FINISHED}), "2026-12-01T12:00:00")
    page.evaluate(
        """() => {
          Storage.prototype.setItem = () => {
            throw new DOMException("no room", "QuotaExceededError");
          };
        }"""
    )
    answer(asked, right=True)
    expect(page.locator("lk-mixed .lk-trouble")).to_contain_text("is full")
