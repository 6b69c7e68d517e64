"""The map with a reader's own progress, and the new pages on the narrowest screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import store
from .learner import AT, make_answer, make_finished, make_state

FILL = "id => getComputedStyle(document.querySelector(`#${id} circle`)).fill"


def test_a_newcomer_s_map_shows_the_lessons_alone(page, origin):
    page.goto(f"{origin}/map/")
    expect(page.locator(".lk-map__lesson")).not_to_have_count(0)
    expect(page.locator("lk-progress > *")).to_have_count(0)


def test_done_and_begun_lessons_show_on_the_map_in_words_and_in_their_dots(
    page, origin, course
):
    first, second, third = course.lessons[:3]
    quiz = {
        question.id: make_answer("00000000", right=True)
        for question in first.metadata.quiz
    }
    kept = {"done": True, "revision": "1.0.0", "at": AT}
    done = {"quiz": quiz, "evidence_kept": kept, "finished": make_finished()}
    begun = {"place": {"stage": "build", "at": AT}}
    page.goto(f"{origin}/map/")
    store(page, make_state({first.id: done, second.id: begun}))
    page.reload()
    rows = [page.locator(f"#{lesson.id}") for lesson in (first, second, third)]
    expect(rows[0]).to_contain_text("quiz done")
    expect(rows[0]).to_contain_text("evidence kept")
    expect(rows[1]).to_contain_text("quiz not yet")
    expect(rows[2].locator("lk-progress > *")).to_have_count(0)
    fills = {page.evaluate(FILL, lesson.id) for lesson in (first, second, third)}
    assert len(fills) == 3


def test_a_lesson_on_the_map_leads_to_its_page_and_back(page, origin):
    page.goto(f"{origin}/map/")
    page.locator("#arrays-01 .lk-map__lesson").click()
    page.wait_for_url("**/lessons/arrays-01/")
    page.get_by_role("link", name="On the map").click()
    page.wait_for_url("**/map/#arrays-01")
    expect(page.locator("#arrays-01")).to_be_in_viewport()


def test_lines_meet_from_row_to_row_whatever_their_height(page, origin):
    """Each row's drawing is as high as the row, and no row leaves a gap."""
    page.set_viewport_size({"width": 320, "height": 800})
    page.goto(f"{origin}/map/")
    rows = page.locator(".lk-map__row").all()
    assert len(rows) > 10
    boxes = [row.bounding_box() for row in rows]
    assert len({round(box["height"]) for box in boxes}) > 2
    for row, box in zip(rows, boxes, strict=True):
        drawn = row.locator("svg").bounding_box()
        assert abs(drawn["y"] - box["y"]) < 1
        assert abs(drawn["height"] - box["height"]) < 1
    for one, two in zip(boxes, boxes[1:], strict=False):
        assert abs(one["y"] + one["height"] - two["y"]) < 1


@pytest.mark.parametrize(
    "path", ["/map/", "/reference/errors/", "/phases/transforms/review/"]
)
def test_nothing_scrolls_sideways_at_320_pixels(page, origin, path):
    page.set_viewport_size({"width": 320, "height": 800})
    page.goto(origin + path)
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 320
