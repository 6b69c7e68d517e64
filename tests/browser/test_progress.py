"""Progress on other pages: the home page's way back, the path, a phase."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .conftest import store
from .learner import (
    AT,
    LESSON,
    make_answer,
    make_course,
    make_finished,
    make_lesson,
    make_state,
    serve_course,
)

ALL_RIGHT = {
    "q1": make_answer("right", right=True),
    "q2": make_answer("right", right=True),
}
KEPT = {"done": True, "revision": "1.0.0", "at": AT}


def visit(page: Page, address: str, state: object = None) -> Page:
    page.goto(address)
    if state is not None:
        store(page, state)
        page.reload()
    return page


def make_place(stage: str, at: str = AT) -> dict[str, dict[str, str]]:
    return {"place": {"stage": stage, "at": at}}


@pytest.mark.parametrize("path", ["/", "/phases/", "/phases/transforms/"])
def test_a_newcomer_sees_nothing_of_progress_and_loads_nothing_for_it(
    page, origin, path
):
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    visit(page, origin + path)
    page.wait_for_load_state("networkidle")
    expect(page.locator(".lk-mark, .lk-continue")).to_have_count(0)
    assert not [url for url in loaded if url.endswith("/course.js")]


def test_home_leads_back_to_the_stage_where_the_reader_was(page, origin):
    visit(page, f"{origin}/", make_state({LESSON: make_place("experiment")}))
    card = page.locator(".lk-continue")
    expect(card).to_contain_text("Continue where you left off")
    expect(card).to_contain_text("Experiment")
    card.get_by_role("link", name="02.04 Compile a function with jit").click()
    page.wait_for_url(f"**/lessons/{LESSON}/#experiment")


def test_home_names_the_last_of_several_lessons(page, context, origin):
    serve_course(context, make_course({"one": [make_lesson("a"), make_lesson("b")]}))
    places = {
        "a": make_place("build", "2026-11-29T09:59:59.900Z"),
        "b": make_place("no-such-stage", "2026-11-29T10:00:00Z"),
    }
    visit(page, f"{origin}/", make_state(places))
    link = page.locator(".lk-continue a")
    expect(link).to_have_text("b Lesson b")
    assert "#" not in link.get_attribute("href")


def test_a_finished_lesson_leads_to_the_next_and_to_what_is_due(page, context, origin):
    serve_course(
        context,
        make_course(
            {"one": [make_lesson("a"), make_lesson("b")], "two": [make_lesson("c")]}
        ),
    )
    done = {"quiz": ALL_RIGHT, "evidence_kept": KEPT, "finished": make_finished()}
    page.clock.set_fixed_time("2026-11-30T12:00:00")
    state = make_state({"a": {**done, **make_place("evidence")}, "b": done})
    visit(page, f"{origin}/", state)
    card = page.locator(".lk-continue")
    expect(card).to_contain_text("Next lesson")
    expect(card).to_contain_text("c Lesson c")
    expect(card).to_contain_text("Due for review: 4 questions.")
    card.get_by_role("link", name="Review now").click()
    page.wait_for_url("**/review/")


def test_a_phase_shows_quiz_and_evidence_of_each_lesson_apart(page, origin):
    lesson = {
        "quiz": {"waiting": make_answer("x", right=True)},
        "evidence_kept": KEPT,
    }
    visit(page, f"{origin}/phases/transforms/", make_state({LESSON: lesson}))
    marks = page.locator(f".lk-lesson[data-lesson='{LESSON}'] .lk-mark")
    expect(marks).to_have_text(["–quiz 1 of 5 right", "✓evidence kept"])
    expect(page.locator(".lk-mark")).to_have_count(2)
    assert marks.first.locator("i").get_attribute("aria-hidden") == "true"


@pytest.mark.parametrize("path", ["/", "/phases/"])
def test_the_path_shows_how_far_a_phase_is(page, origin, course, path):
    (known,) = (found for found in course.phases if found.id == "transforms")
    begun = make_state({LESSON: make_place("build")})
    visit(page, origin + path, begun)
    phase = page.locator(".lk-phase[data-phase='transforms']")
    expect(phase.locator(".lk-mark")).to_have_text("–begun")
    begun["lessons"][LESSON]["finished"] = make_finished()
    visit(page, origin + path, begun)
    count = len(known.lessons)
    expect(phase.locator(".lk-mark")).to_have_text(f"–1 of {count} lessons done")
    done = {lesson.id: {"finished": make_finished()} for lesson in known.lessons}
    visit(page, origin + path, make_state(done))
    expect(phase.locator(".lk-mark")).to_have_text(f"✓{count} of {count} lessons done")
