"""A reader's way: a lesson, My learning, and the review a day later."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .conftest import read_stored
from .learner import LESSON


def test_a_lesson_that_is_finished_today_comes_back_tomorrow(page: Page, origin: str):
    page.clock.set_fixed_time("2026-12-01T18:00:00")
    page.goto(f"{origin}/lessons/{LESSON}/")
    for question in page.locator(".lk-question").all():
        right = question.locator(".lk-option:has([data-right=true]) input")
        right.check()
        question.get_by_role("button", name="Check").click()
    assert "finished" not in read_stored(page)["lessons"][LESSON]
    page.locator("lk-evidence textarea").first.fill("print(jax.__version__)")
    page.locator("lk-evidence input[type=checkbox]").check()
    assert read_stored(page)["lessons"][LESSON]["finished"]["revision"]

    page.goto(f"{origin}/my-learning/")
    expect(page.locator(".lk-sum")).to_have_text("1 lesson done.")
    page.locator(".lk-work summary").click()
    expect(page.locator(".lk-work__evidence .lk-written")).to_have_text(
        "print(jax.__version__)"
    )
    answers = page.locator(".lk-answers .lk-said")
    expect(answers).to_have_count(5)
    expect(answers.first).to_contain_text("Right at the first try.")

    page.goto(f"{origin}/review/")
    expect(page.locator("lk-review")).to_contain_text("Nothing is due today.")
    page.clock.set_fixed_time("2026-12-02T07:00:00")
    page.goto(f"{origin}/")
    expect(page.locator(".lk-continue")).to_contain_text("Due for review: 5 questions.")
    page.get_by_role("link", name="Review now").click()
    expect(page.locator(".lk-count")).to_contain_text("Question 1 of 5")
