"""My learning: the reader's notebook, with the real course and with made-up ones."""

from __future__ import annotations

import json
import re

import pytest
from bs4 import BeautifulSoup, Tag
from playwright.sync_api import Browser, Page, expect

from .conftest import store
from .learner import (
    AT,
    LESSON,
    make_answer,
    make_course,
    make_finished,
    make_lesson,
    make_receipt,
    make_state,
    make_text,
    serve_course,
)

HOSTILE = "<img src=x onerror='document.title=1'> & <b>bold</b>"


def open_page(page: Page, origin: str, state: object = None) -> Page:
    """Open My learning with what a reader has stored."""
    page.goto(f"{origin}/my-learning/")
    if state is not None:
        store(page, state)
        page.reload()
    return page


def open_row(page: Page, lesson: str = "Compile a function") -> None:
    page.locator(".lk-work", has_text=lesson).locator("summary").click()


def read_told(built_site) -> dict:
    """What the build tells of the real lesson's questions and predictions."""
    text = (built_site / f"assets/lessons/{LESSON}.js").read_text(encoding="utf-8")
    return json.loads(re.search(r"= (\{.*\});\n", text, re.S)[1])


def find_option(question: str, right: str) -> Tag:
    """The first option of a question that is right, or not."""
    told = BeautifulSoup(question, "html.parser")
    return told.select(f".lk-option:has([data-right={right}])")[0]


def test_a_newcomer_reads_what_will_stand_here_and_where_to_begin(page, origin):
    open_page(page, origin)
    welcome = page.locator(".lk-welcome")
    expect(welcome).to_contain_text("Nothing here yet:")
    page.get_by_role("link", name="Check the install").first.click()
    page.wait_for_url("**/lessons/setup-01/")


def test_without_scripts_it_says_what_is_missing_and_what_to_do(browser, origin):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{origin}/my-learning/")
    words = page.locator("noscript p")
    assert words.text_content().startswith("Progress needs JavaScript")
    assert words.bounding_box()["height"] > 20
    expect(page.locator("article button")).to_have_count(0)
    page.get_by_role("link", name="keep your evidence as files").click()
    assert page.url.endswith("#keep-evidence-as-files")
    context.close()


def test_a_lesson_shows_answers_predictions_evidence_and_receipt(
    page, origin, built_site
):
    told = read_told(built_site)
    (first, question), (second, other) = list(told["questions"].items())[:2]
    right, wrong = find_option(question, "true"), find_option(other, "false")
    item, prediction = next(iter(told["predictions"].items()))
    choice, words = next(iter(prediction["choices"].items()))
    predicted = {"choice": choice, "text": "", "confidence": "low", "at": AT}
    kept = {
        "quiz": {
            first: make_answer(right["data-option"], right=True, tries=2),
            second: make_answer(wrong["data-option"], right=False),
        },
        "predictions": {item: {**predicted, "skipped": False, "revision": "1.0.0"}},
        "evidence": {"code": make_text(HOSTILE), "limits": make_text(HOSTILE)},
        "receipt": {**make_receipt(), "at": AT},
    }
    open_page(page, origin, make_state({LESSON: kept}))
    row = page.locator(".lk-work")
    expect(row).to_contain_text("quiz 1 of 5 right")
    expect(row).to_contain_text("evidence begun")
    open_row(page)
    answers = row.locator(".lk-answers li")
    expect(answers).to_have_count(5)
    expect(answers.nth(0)).to_contain_text("Right at try 2.")
    chosen = " ".join(wrong.select_one("summary").get_text().split())
    expect(answers.nth(1)).to_contain_text(f"Not right yet: you chose “{chosen}”")
    expect(answers.nth(2)).to_contain_text("Not answered yet.")
    beside = row.locator(".lk-beside")
    expect(beside).to_contain_text(f"{words} (a guess)")
    expect(beside).to_contain_text(prediction["recorded"].splitlines()[0])
    written = row.locator(".lk-work__evidence .lk-written")
    expect(written).to_have_text([HOSTILE, HOSTILE])
    expect(row.locator(".lk-receipt")).to_contain_text("jax 0.10.2")
    expect(row).to_contain_text("Self-attested")
    expect(row.locator(".lk-work__body img, .lk-work__body b")).to_have_count(0)
    assert page.title() != "1"
    row.get_by_role("link", name=prediction["title"]).click()
    page.wait_for_url(f"**/{LESSON}/#{item}")
    assert page.locator(f"[id='{item}']").count() == 1


COURSE = make_course(
    {
        "one": [
            make_lesson(
                "a",
                revision="2.0.0",
                changes=[
                    {"revision": "2.0.0", "date": "2026-11-20", "what": "Rewritten."},
                    {"revision": "1.10.0", "date": "2026-11-10", "what": "A figure."},
                    {"revision": "1.9.0", "date": "2026-11-09", "what": "Typos."},
                ],
            ),
            make_lesson("b"),
            {"id": "planned", "number": "9", "title": "Planned"},
        ],
        "two": [make_lesson("c")],
        "three": [make_lesson("d")],
    }
)
DONE = {"q1": make_answer("right", right=True), "q2": make_answer("right", right=True)}


@pytest.fixture
def made_up(page: Page, context, origin: str) -> Page:
    """My learning of a course of three phases, one of them begun."""
    serve_course(context, COURSE)
    lessons = {
        "a": {
            "quiz": DONE,
            "evidence_kept": {"done": True, "revision": "1.9.0", "at": AT},
            "finished": make_finished("1.9.0"),
        },
        "c": {"place": {"stage": "experiment", "at": AT}},
        "gone": {"quiz": DONE},
    }
    return open_page(page, origin, make_state(lessons))


def test_quiz_and_evidence_are_two_statuses_and_a_lesson_is_done_with_both(made_up):
    expect(made_up.locator(".lk-sum")).to_have_text(
        "1 lesson done, 1 lesson under way."
    )
    marks = made_up.locator(".lk-work", has_text="Lesson a").locator(".lk-mark")
    expect(marks).to_have_text(["✓quiz done", "✓evidence kept"])
    marks = made_up.locator(".lk-work", has_text="Lesson c").locator(".lk-mark")
    expect(marks).to_have_text(["–quiz not yet", "–evidence not yet"])
    heads = made_up.locator(".lk-work-phase h2 small")
    expect(heads).to_have_text(["1 of 2 lessons done", "0 of 1 lesson done"])


def test_what_is_not_begun_is_named_in_a_line_and_planned_lessons_are_not(made_up):
    unbegun = made_up.locator(".lk-unbegun")
    expect(unbegun.nth(0)).to_contain_text("Lesson b")
    expect(unbegun.nth(1)).to_contain_text("02 · Phase three")
    expect(made_up.locator("lk-my-learning")).not_to_contain_text("Planned")


def test_work_on_lessons_that_are_gone_is_kept_and_named(made_up):
    expect(made_up.locator(".lk-unbegun").last).to_contain_text("gone")
    state = made_up.evaluate("lessonkit.store.read([])")
    assert set(state["lessons"]) == {"a", "c", "gone"}


def test_it_tells_what_changed_since_a_lesson_was_finished(made_up):
    open_row(made_up, "Lesson a")
    notice = made_up.locator(".lk-work .lk-notice")
    expect(notice).to_contain_text("Since you finished revision 1.9.0")
    expect(notice.locator("li")).to_have_text(
        ["2.0.0, 20 Nov 2026: Rewritten.", "1.10.0, 10 Nov 2026: A figure."]
    )
    notice.get_by_role("button", name="I have seen this").click()
    expect(made_up.locator(".lk-work__body").first).to_contain_text("Finished on")
    expect(notice).to_have_count(0)
    expect(made_up.locator(".lk-work summary").first).to_be_focused()
    made_up.reload()
    open_row(made_up, "Lesson a")
    expect(made_up.locator(".lk-answers").first).to_be_visible()
    expect(notice).to_have_count(0)


def test_what_another_tab_does_appears_and_open_lessons_stay_open(
    made_up, context, origin
):
    open_row(made_up, "Lesson c")
    other = context.new_page()
    other.goto(f"{origin}/review/")
    other.evaluate(
        "lessonkit.store.write(['lessons', 'c', 'quiz', 'q1'],"
        "{ option: 'right', right: true, tries: 1 })"
    )
    row = made_up.locator(".lk-work", has_text="Lesson c")
    expect(row).to_contain_text("quiz 1 of 2 right")
    expect(row.locator(".lk-answers li").first).to_contain_text(
        "Right at the first try"
    )


def test_a_lesson_whose_texts_cannot_be_loaded_still_shows_what_is_kept(
    page, context, origin
):
    context.route("**/assets/lessons/*.js", lambda route: route.abort())
    open_page(page, origin, make_state({LESSON: {"quiz": DONE}}))
    open_row(page)
    expect(page.locator(".lk-answers li", has_text="q1")).to_contain_text("Right at")


def test_it_says_so_when_the_list_of_lessons_is_missing(page, context, origin):
    context.route("**/assets/course.js", lambda route: route.abort())
    open_page(page, origin)
    for name in ("lk-my-learning", "lk-exchange"):
        expect(page.locator(name)).to_contain_text("could not be loaded")


def test_the_notebook_opens_by_keyboard(made_up):
    made_up.locator(".lk-work summary").first.focus()
    made_up.keyboard.press("Enter")
    expect(made_up.locator(".lk-work .lk-answers").first).to_be_visible()


@pytest.mark.parametrize("width", [320, 768, 1280])
def test_a_full_notebook_fits_the_screen(browser: Browser, origin, built_site, width):
    context = browser.new_context(viewport={"width": width, "height": 800})
    page = context.new_page()
    item = next(iter(read_told(built_site)["predictions"]))
    long = "unbroken" * 60
    predicted = {"choice": None, "text": long, "confidence": None, "at": AT}
    kept = {
        "evidence": {"code": make_text(long), "limits": make_text(long)},
        "predictions": {item: {**predicted, "skipped": False, "revision": ""}},
        "receipt": {**make_receipt(), "at": AT},
    }
    open_page(page, origin, make_state({LESSON: kept}))
    open_row(page)
    expect(page.locator(".lk-receipt")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    context.close()
