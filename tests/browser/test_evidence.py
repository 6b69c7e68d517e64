"""The evidence form saves while one writes; quiz and evidence finish a lesson."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from lessonkit.course.evidence import build_evidence_fields
from lessonkit.course.model import Course
from tests.browser.conftest import read_stored

PATH = "/lessons/transforms-04/"


@pytest.fixture
def lesson(page: Page, origin: str) -> Iterator[Page]:
    """The lesson's page, opened for the first time."""
    page.goto(origin + PATH)
    yield page


def stored(page: Page) -> dict:
    return read_stored(page)["lessons"]["transforms-04"]


def keep(page: Page) -> None:
    page.get_by_label("I kept my evidence").check()


def answer_quiz(page: Page) -> None:
    """Answer every question right, by the feedback that the page holds."""
    for question in page.locator(".lk-question").all():
        right = question.locator(".lk-option", has=page.locator("[data-right=true]"))
        right.locator("label").click()
        question.get_by_role("button", name="Check").click()


def test_there_is_a_field_for_each_heading_of_template_and_receipt(
    lesson, course: Course
):
    (source,) = (found for found in course.lessons if found.id == "transforms-04")
    fields = build_evidence_fields(source.metadata.evidence)
    areas = lesson.locator("lk-evidence textarea").all()
    assert [area.get_attribute("id") for area in areas] == [
        f"write-{field.id}" for field in fields
    ]
    expect(lesson.get_by_label("Output", exact=True)).to_have_accessible_description(
        "What your code printed, copied whole."
    )


def test_what_is_typed_is_saved_and_there_on_return(lesson):
    area = lesson.get_by_label("Code", exact=True)
    area.press_sequentially("x = 1\n\ty")
    expect(lesson.locator(".lk-saved")).to_have_text(
        re.compile(r"^Saved in this browser at \d\d:\d\d · export in My learning$")
    )
    assert stored(lesson)["evidence"]["code"]["text"] == "x = 1\n\ty"
    lesson.reload()
    expect(area).to_have_value("x = 1\n\ty")


def test_what_was_typed_last_is_saved_when_the_page_is_left(lesson, origin):
    lesson.get_by_label("Output", exact=True).press_sequentially("0.46")
    lesson.goto(f"{origin}/my-learning/")
    assert stored(lesson)["evidence"]["output"]["text"] == "0.46"


def test_leaving_a_field_saves_it_at_once(lesson):
    lesson.get_by_label("Output", exact=True).press_sequentially("0.46")
    lesson.keyboard.press("Tab")
    assert stored(lesson)["evidence"]["output"]["text"] == "0.46"


def test_the_form_says_before_one_writes_that_nothing_can_be_saved(context, origin):
    # The theme does not mind a failure of its own, so this page may have some.
    page = context.new_page()
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', "
        "{ get() { throw new DOMException('no', 'SecurityError') } })"
    )
    page.goto(origin + PATH)
    trouble = page.locator("lk-evidence .lk-trouble")
    expect(trouble).to_contain_text("lets the site store nothing")
    page.get_by_label("Code", exact=True).fill("x = 1")
    page.keyboard.press("Tab")
    expect(page.locator(".lk-saved")).to_have_text("Not saved.")
    expect(trouble).to_contain_text("copy what you want to keep")


def test_another_tab_shows_the_text_and_keeps_what_it_is_writing(
    lesson, context, origin
):
    other = context.new_page()
    other.goto(origin + PATH)
    other.get_by_label("Output", exact=True).press_sequentially("mine")
    lesson.get_by_label("Code", exact=True).fill("x = 1")
    lesson.keyboard.press("Tab")
    expect(other.get_by_label("Code", exact=True)).to_have_value("x = 1")
    expect(other.get_by_label("Output", exact=True)).to_have_value("mine")


def test_predictions_of_the_exercises_are_offered_once(lesson):
    offer = lesson.get_by_role("button", name="Add what I predicted")
    expect(offer).to_be_hidden()
    ask = lesson.locator("[data-item=exercise-value-and-grad]")
    ask.get_by_text("It waits for the value only").click()
    ask.get_by_text("fairly sure").click()
    ask.get_by_role("button", name="Keep my prediction").click()
    area = lesson.get_by_label("Prediction and explanation")
    area.fill("Before.")
    offer.click()
    expect(area).to_have_value(
        "Before.\n\nAudit a compiled value and gradient: What does "
        ".block_until_ready() do on the pair that the compiled transform returns?\n"
        "I predicted “It waits for the value only” (fairly sure)."
    )
    expect(offer).to_be_hidden()
    assert "Before." in stored(lesson)["evidence"]["prediction"]["text"]


def test_evidence_is_kept_by_a_mark_of_its_own_which_can_be_taken_back(lesson):
    stage = lesson.locator(".lk-stage-link[data-stage=evidence] a")
    box = lesson.locator(".lk-kept input")
    box.focus()
    lesson.keyboard.press("Space")
    assert stored(lesson)["evidence_kept"] | {"at": ""} == {
        "done": True,
        "revision": "1.0.0",
        "at": "",
    }
    expect(stage).to_have_accessible_name("Evidence (done)")
    lesson.keyboard.press("Space")
    assert stored(lesson)["evidence_kept"]["done"] is False
    expect(stage).to_have_accessible_name("Evidence")


def test_quiz_and_evidence_are_told_apart_and_finish_the_lesson_together(lesson):
    end = lesson.locator("lk-stage-end[data-stage=evidence]")
    expect(end.get_by_role("listitem")).to_have_text(
        ["○Quiz 0 of 5 right", "○Evidence not kept yet"]
    )
    keep(lesson)
    assert "finished" not in stored(lesson)
    expect(end).not_to_contain_text("This lesson is done.")
    answer_quiz(lesson)
    assert stored(lesson)["finished"]["revision"] == "1.0.0"
    expect(end.get_by_role("listitem")).to_have_text(
        ["✓Quiz complete", "✓Evidence kept"]
    )
    expect(end.get_by_role("status").first).to_contain_text("This lesson is done.")
    expect(end).to_contain_text("Its questions come back on ")
    assert end.get_by_role("link", name="Review").get_attribute("href") == (
        "../../review/"
    )


def test_a_finished_lesson_remembers_when_and_which_revision(lesson):
    keep(lesson)
    answer_quiz(lesson)
    entry = stored(lesson)["finished"]
    lesson.evaluate(
        "entry => lessonkit.store.write(['lessons','transforms-04','finished'], entry)",
        {"revision": "0.9.0"},
    )
    lesson.reload()
    expect(lesson.locator("lk-stage-end[data-stage=evidence]")).to_contain_text(
        "This lesson is done."
    )
    assert stored(lesson)["finished"]["revision"] == "0.9.0"
    assert entry["at"] != stored(lesson)["finished"]["at"]
