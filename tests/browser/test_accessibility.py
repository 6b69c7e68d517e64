"""Every page holds what accessibility rules ask for, in both schemes, all open."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.site_pages import find_each_kind

from .conftest import store
from .learner import LESSON, make_answer, make_finished, make_state, make_text

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js")
OPEN_ALL = "document.querySelectorAll('details').forEach(one => (one.open = true))"
DARK = "document.body.setAttribute('data-md-color-scheme', 'slate')"
# Scripts hear of new sizes when a frame has been laid out.
LAID_OUT = """new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(done)))"""
SHOW_RESULTS = """document.querySelectorAll("main button").forEach((one) => {
  if (one.textContent.startsWith("Show without")) one.click();
})"""
# Pages of prose for contributors, all of one kind.
PLAIN = ("/contributing/", "/about/")
CONTRAST = ("color-contrast",)
WIDE = {"width": 1280, "height": 900}
NARROW = {"width": 390, "height": 844}


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    """A wide page in light colours that knows axe and does not move."""
    context = browser.new_context(
        viewport=WIDE,  # type: ignore[arg-type]
        color_scheme="light",
        reduced_motion="reduce",
    )
    context.add_init_script(path=AXE)
    yield context.new_page()
    context.close()


def find_faults(
    page: Page, part: str = "html", *, without: tuple[str, ...] = (), only=()
) -> list[str]:
    """What axe finds wrong in a part of a page: the rule and the first elements."""
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if only:
        options["runOnly"] = list(only)
    options["rules"] = {rule: {"enabled": False} for rule in without}
    page.evaluate(LAID_OUT)
    result = page.evaluate(
        "([part, options]) => axe.run(part, options)", [part, options]
    )
    return [
        f"{page.url} {fault['id']}: {[node['target'] for node in fault['nodes'][:4]]}"
        for fault in result["violations"]
    ]


def find_all_faults(page: Page, part: str = "html") -> list[str]:
    """What axe finds with everything open: wide, in the dark, and on a phone."""
    page.evaluate(OPEN_ALL)
    faults = find_faults(page, part)
    page.evaluate(DARK)
    faults += find_faults(page, part, only=CONTRAST)
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    faults += find_faults(page, part, without=CONTRAST)
    page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    return faults


def test_axe_finds_nothing_on_any_kind_of_page_with_all_of_it_open(
    built_site, origin, tab
):
    faults = []
    for path in find_each_kind(built_site):
        tab.goto(origin + path)
        if path.startswith(PLAIN):
            faults += find_faults(tab)
        else:
            faults += find_all_faults(tab)
    assert faults == []


def test_axe_sees_a_fault_where_there_is_one(origin, tab):
    tab.goto(origin)
    tab.evaluate("document.querySelector('h1').innerHTML = '<a href=x></a>'")
    (fault,) = [fault for fault in find_all_faults(tab) if "link-name" in fault][:1]
    assert 'a[href="x"]' in fault


def test_axe_finds_nothing_where_a_reader_has_worked(origin, tab):
    tab.goto(f"{origin}/lessons/{LESSON}/")
    questions = tab.eval_on_selector_all(
        "[data-question]", "all => all.map(one => one.dataset.question)"
    )
    options = tab.eval_on_selector_all(
        "[data-question]",
        "all => all.map(one => one.querySelector('[data-option]').dataset.option)",
    )
    assert len(questions) >= 4
    quiz = {
        question: make_answer(option, right=number > 0)
        for number, (question, option) in enumerate(
            zip(questions, options, strict=True)
        )
    }
    evidence = {"code": make_text("x = 1"), "output": make_text("0.46")}
    done = {"quiz": quiz, "evidence": evidence, "finished": make_finished("0.9.0")}
    due = {f"{LESSON}/{questions[0]}": {"step": 0, "due": "2026-12-01", "right": False}}
    store(tab, make_state({LESSON: done}, review=due))
    faults = []
    for path in (f"/lessons/{LESSON}/", "/my-learning/", "/review/"):
        tab.goto(origin + path)
        tab.wait_for_load_state("networkidle")
        tab.evaluate(SHOW_RESULTS)
        faults += find_all_faults(tab)
    assert faults == []


def test_axe_finds_nothing_while_searching_and_in_dialogs(origin, tab):
    tab.goto(f"{origin}/lessons/{LESSON}/")
    tab.keyboard.press("/")
    tab.keyboard.type("gradient")
    tab.locator(".md-search-result__item").first.wait_for()
    faults = find_all_faults(tab, ".md-header")
    tab.goto(f"{origin}/lessons/{LESSON}/")
    tab.get_by_role("button", name="Show without predicting").first.click()
    tab.locator("figure a[aria-haspopup=dialog]").first.click()
    expect(tab.get_by_role("dialog")).to_be_visible()
    faults += find_all_faults(tab, "dialog[open]")
    tab.goto(f"{origin}/my-learning/")
    tab.get_by_role("button", name="Delete my work").click()
    expect(tab.get_by_role("dialog")).to_be_visible()
    faults += find_all_faults(tab, "dialog[open]")
    assert faults == []


def test_the_menu_and_the_search_open_by_keyboard_on_a_narrow_page(origin, tab):
    tab.set_viewport_size(NARROW)  # type: ignore[arg-type]
    tab.goto(origin)
    for name, box in (("Menu", "#__drawer"), ("Search", "#__search")):
        button = tab.get_by_role("button", name=name, exact=True)
        button.focus()
        tab.keyboard.press("Enter")
        expect(tab.locator(box)).to_be_checked()
        expect(button).to_have_attribute("aria-expanded", "true")
        tab.evaluate("box => document.querySelector(box).click()", box)
        expect(button).to_have_attribute("aria-expanded", "false")


def test_what_scrolls_sideways_takes_the_focus_and_nothing_else_does(origin, tab):
    tab.set_viewport_size(NARROW)  # type: ignore[arg-type]
    tab.goto(f"{origin}/lessons/{LESSON}/notebook/")
    tab.wait_for_function(
        """() => {
          const all = [...document.querySelectorAll("article pre > code")];
          const wide = (one) => one.scrollWidth > one.clientWidth;
          const right = (one) => wide(one) === (one.tabIndex === 0);
          return all.some(wide) && all.every(right);
        }"""
    )


def test_each_copy_button_says_what_it_copies(page, origin):
    page.goto(f"{origin}/lessons/transforms-04/")
    step = page.locator("#build-inputs ~ article figure.lk-code").first
    copy = step.locator("button[title='Copy to clipboard']")
    expect(copy).to_have_accessible_name(
        "Copy to clipboard: main.py · append build step 1"
    )
