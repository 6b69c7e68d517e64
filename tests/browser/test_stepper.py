"""The stepper: where the reader is, what is done, and links that lead there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import read_stored

PATH = "/lessons/transforms-04/"
STAGES = ("understand", "build", "experiment", "exercise", "evidence")


@pytest.fixture
def lesson(page: Page, origin: str) -> Iterator[Page]:
    """The lesson's page, opened for the first time."""
    page.goto(origin + PATH)
    yield page


def expect_current(page: Page, stage: str) -> None:
    link = page.locator(".lk-stepper li:has([aria-current=step])")
    expect(link).to_have_attribute("data-stage", stage)


def expect_none_current(page: Page) -> None:
    expect(page.locator(".lk-stepper [aria-current]")).to_have_count(0)


def scroll_to(page: Page, stage: str) -> None:
    page.evaluate("id => document.getElementById(id).scrollIntoView()", stage)


def stored(page: Page) -> dict:
    return read_stored(page)["lessons"]["transforms-04"]


def test_the_current_stage_follows_what_is_read(lesson):
    expect_none_current(lesson)
    for stage in (*STAGES, "build"):
        scroll_to(lesson, stage)
        expect_current(lesson, stage)
    assert stored(lesson)["place"]["stage"] == "build"
    lesson.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect_current(lesson, "evidence")
    lesson.evaluate("scrollTo(0, 0)")
    expect_none_current(lesson)


@pytest.mark.parametrize("width", [320, 768, 1280])
@pytest.mark.parametrize("target", ["exercise", "quiz", "question-agreement", "run"])
def test_a_deep_link_lands_below_the_stepper(page, origin, width, target):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{origin}{PATH}#{target}")
    heading = page.locator(f"#{target}")
    stepper = page.locator(".lk-stepper")
    page.wait_for_function(
        "id => Math.abs(document.getElementById(id).getBoundingClientRect().top) < 250",
        arg=target,
    )
    above, below = stepper.bounding_box(), heading.bounding_box()
    assert above and below
    assert 0 <= above["y"] <= 60
    assert above["y"] + above["height"] <= below["y"] < 250


@pytest.mark.parametrize("part", ["practice-lookup-hint-2", "practice-lookup-solution"])
def test_a_deep_link_opens_the_hint_or_solution_that_it_leads_into(page, origin, part):
    page.goto(f"{origin}/lessons/arrays-03/#{part}")
    expect(page.locator(f"#{part}")).to_be_in_viewport()
    other = "lk-result[data-for=challenge-running-mean]"
    expect(page.locator(other)).to_have_attribute("data-state", "veiled")


@pytest.mark.parametrize("lesson", ["setup-04", "arrays-03", "transforms-05"])
def test_a_line_of_80_characters_fits_beside_the_contents(page, origin, lesson):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{origin}/lessons/{lesson}/")
    cut = """() => [...document.querySelectorAll(".lk-card > .lk-code pre > code")]
      .filter(code => code.scrollWidth > code.clientWidth)
      .map(code => code.textContent.split("\\n").map(line => line.length))"""
    assert [lines for lines in page.evaluate(cut) if max(lines) <= 80] == []


def test_stages_are_reached_by_keyboard(lesson):
    links = lesson.locator(".lk-stage-link a")
    links.first.focus()
    lesson.keyboard.press("ArrowLeft")
    expect(links.first).to_be_focused()
    for place in range(1, 5):
        lesson.keyboard.press("ArrowRight")
        expect(links.nth(place)).to_be_focused()
    lesson.keyboard.press("ArrowRight")
    lesson.keyboard.press("ArrowLeft")
    expect(links.nth(3)).to_be_focused()
    lesson.keyboard.press("Tab")
    lesson.keyboard.press("Enter")
    expect_current(lesson, "evidence")
    expect(lesson.locator("#evidence")).to_be_in_viewport()


def test_the_stepper_covers_nothing_that_has_the_focus(lesson):
    lesson.locator(".lk-reference a").last.focus()
    covered = """() => {
      const focus = document.activeElement.getBoundingClientRect();
      const stepper = document.querySelector(".lk-stepper").getBoundingClientRect();
      // An edge of padding may be; a word or a box to tick may not.
      return focus.top < stepper.bottom - 8 && document.activeElement.outerHTML;
    }"""
    for _ in range(60):
        lesson.keyboard.press("Shift+Tab")
        assert not lesson.evaluate(covered)


def test_a_stage_is_marked_as_done_and_back(lesson):
    link = lesson.locator(".lk-stage-link[data-stage=build] a")
    expect(link).to_have_accessible_name("Build & Run")
    lesson.get_by_label("Mark stage 2 as done").check()
    expect(link).to_have_accessible_name("Build & Run (done)")
    assert stored(lesson)["stages"]["build"]["done"] is True
    lesson.reload()
    expect(link).to_have_accessible_name("Build & Run (done)")
    box = lesson.get_by_label("Stage 2 is done")
    box.press("Space")
    expect(link).to_have_accessible_name("Build & Run")
    assert stored(lesson)["stages"]["build"]["done"] is False


def test_the_end_of_a_stage_leads_to_the_next(lesson):
    lesson.get_by_role("link", name="Next: Experiment").click()
    expect_current(lesson, "experiment")


def test_the_number_leads_to_the_top(lesson):
    scroll_to(lesson, "exercise")
    lesson.get_by_role("link", name="02.04").press("Enter")
    expect(lesson.locator("h1")).to_be_in_viewport()


def test_a_page_that_is_shown_again_asks_what_happened(lesson):
    """As a browser does that kept the page: it has heard of nothing meanwhile."""
    link = lesson.locator(".lk-stage-link[data-stage=build] a")
    path = ["lessons", "transforms-04", "stages", "build"]
    write = "path => { lessonkit.store.write(path, { done: true }); }"
    lesson.evaluate(write, path)
    kept = lesson.evaluate("({ ...localStorage })")
    lesson.evaluate("localStorage.clear()")
    lesson.reload()
    expect(link).to_have_accessible_name("Build & Run")
    # A tab hears nothing of what it writes into the storage itself.
    lesson.evaluate("kept => Object.assign(localStorage, kept)", kept)
    expect(link).to_have_accessible_name("Build & Run")
    shown = "new PageTransitionEvent('pageshow', { persisted: true })"
    lesson.evaluate(f"window.dispatchEvent({shown})")
    expect(link).to_have_accessible_name("Build & Run (done)")


@pytest.fixture
def remembering(browser: Browser, chromium: str) -> Iterator[Page]:
    """A tab of a browser that keeps pages in memory when they are left."""
    if "headless-shell" in chromium:
        pytest.skip("Chromium's headless shell keeps no pages in memory")
    own = browser.browser_type.launch(
        executable_path=chromium,
        args=["--no-sandbox", "--disable-gpu"],
        ignore_default_args=["--disable-back-forward-cache"],
    )
    yield own.new_page()
    own.close()


def test_coming_back_shows_what_happened_meanwhile(remembering, origin):
    """A page that the browser kept in memory has heard nothing of it."""
    page = remembering
    page.goto(origin + PATH)
    page.evaluate("window.marker = true")
    link = page.locator(".lk-stage-link[data-stage=build] a")
    expect(link).to_have_accessible_name("Build & Run")
    page.goto(f"{origin}/my-learning/")
    path = ["lessons", "transforms-04", "stages", "build"]
    page.evaluate("path => lessonkit.store.write(path, { done: true })", path)
    # No page is loaded, so there is no event to wait for.
    page.go_back(wait_until="commit")
    expect(link).to_have_accessible_name("Build & Run (done)")
    assert page.evaluate("window.marker") is True


def test_pages_that_are_swapped_in_work_like_loaded_ones(page, sample_origin):
    """The theme runs every script of a swapped page, so none may hold JSON."""
    page.goto(f"{sample_origin}/phases/counting/")
    page.wait_for_load_state("networkidle")
    page.evaluate("window.marker = true")
    page.locator("article").get_by_role("link", name="Count things fairly").click()
    end = page.get_by_label("Mark stage 1 as done")
    end.check()
    ask = page.locator("[data-item=experiment-outlier]")
    ask.get_by_role("button", name="Show without predicting").click()
    page.get_by_label("Output", exact=True).press_sequentially("3")
    page.locator(".lk-crumbs a").click()
    expect(page.locator("h1")).to_contain_text("Counting")
    page.go_back()
    expect(page.get_by_label("Stage 1 is done")).to_be_checked()
    expect(page.get_by_label("Output", exact=True)).to_have_value("3")
    page.get_by_text("Compare with my run").click()
    page.get_by_label("What your run printed").fill("Mean: 4")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.locator(".lk-compare__summary")).to_contain_text("Your run differs")
    page.locator(".lk-stage-link[data-stage=exercise] a").click()
    expect_current(page, "exercise")
    described = "JSON.parse(document.querySelector('head [type*=ld]').textContent).name"
    assert page.evaluate(described) == "Count things fairly"
    # All of that on one page, which was never loaded anew.
    assert page.evaluate("window.marker") is True


@pytest.mark.parametrize("width", [320, 390])
def test_the_longest_stage_fits_beside_the_others_on_a_phone(page, origin, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{origin}{PATH}#exercise")
    expect_current(page, "exercise")
    stepper = page.locator(".lk-stepper").bounding_box()
    last = page.locator(".lk-stage-link a").last.bounding_box()
    number = page.locator(".lk-stepper__number")
    assert stepper and last
    assert last["x"] + last["width"] <= stepper["x"] + stepper["width"] + 0.5
    line_height = "e => e.offsetHeight / parseFloat(getComputedStyle(e).lineHeight)"
    assert number.evaluate(line_height) < 1.5
