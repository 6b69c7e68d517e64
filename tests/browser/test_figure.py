"""A figure at full size, a transcript step by step, and copies of code."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

PATH = "/lessons/transforms-04/"


@pytest.fixture
def lesson(page: Page, origin: str) -> Iterator[Page]:
    """The lesson's page with its figure in view."""
    page.goto(f"{origin}{PATH}#figure-agreement")
    yield page


@pytest.fixture
def dialog(lesson: Page) -> Locator:
    return lesson.get_by_role("dialog", name="Figure at full size")


def test_a_figure_opens_at_full_size_and_gives_the_focus_back(lesson, dialog):
    link = lesson.get_by_role("link", name="Full size")
    link.focus()
    lesson.keyboard.press("Enter")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("img", name="Bar chart of the loss")).to_be_visible()
    lesson.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(link).to_be_focused()


def test_the_picture_and_the_space_beside_it_open_and_close(lesson, dialog):
    lesson.locator("#figure-agreement lk-figure > img").click()
    expect(dialog).to_be_visible()
    lesson.mouse.click(5, 5)
    expect(dialog).to_be_hidden()
    expect(lesson.get_by_role("link", name="Full size")).to_be_focused()
    lesson.get_by_role("link", name="Full size").click()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()


def test_a_figure_is_made_larger_and_scrolled_by_keyboard(lesson, dialog):
    lesson.get_by_role("link", name="Full size").press("Enter")
    picture = dialog.get_by_role("img")
    before = picture.bounding_box()
    dialog.get_by_role("button", name="Larger").press("Enter")
    expect(dialog.get_by_role("status")).to_have_text("150 %")
    after = picture.bounding_box()
    assert (
        before
        and after
        and after["width"] == pytest.approx(before["width"] * 1.5, rel=0.05)
    )
    view = dialog.get_by_role("group")
    view.press("ArrowRight")
    lesson.wait_for_function("document.querySelector('.lk-zoom__view').scrollLeft > 0")
    for _ in range(3):
        dialog.get_by_role("button", name="Larger").click()
    expect(dialog.get_by_role("button", name="Larger")).to_be_disabled()


def test_with_a_key_for_a_new_tab_the_link_leads_to_the_file(
    lesson, dialog, context: BrowserContext
):
    with context.expect_page() as opened:
        lesson.get_by_role("link", name="Full size").click(modifiers=["ControlOrMeta"])
    assert opened.value.url.endswith("/downloads/transforms-04-agreement.svg")
    expect(dialog).to_have_count(0)


def test_a_transcript_is_shown_whole_or_step_by_step(lesson):
    lesson.locator("details.lk-transcript summary").click()
    transcript = lesson.locator("lk-transcript")
    printed = transcript.locator("samp").first
    text = printed.inner_text()
    assert text.endswith("PASS: transforms-04\n")
    steps = transcript.get_by_role("button", name="Step by step")
    steps.press("Enter")
    expect(steps).to_have_attribute("aria-pressed", "true")
    first = printed.locator("[data-step]").first
    name = "step => getComputedStyle(step, '::before').content"
    assert first.evaluate(name) == '"Build step 1 · inputs"'
    # What is copied stays what was printed.
    assert printed.text_content() == text
    transcript.get_by_role("button", name="Whole output").click()
    assert (
        first.evaluate("step => getComputedStyle(step, '::before').content") == "none"
    )


def test_every_block_of_code_has_one_labelled_button_that_copies_it(lesson, context):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    blocks = lesson.locator("article pre:has(> code)")
    assert blocks.count() > 30
    unlabelled = lesson.evaluate(
        """() => {
          const blocks = [...document.querySelectorAll("article pre:has(> code)")];
          return blocks.filter(pre => {
            const found = pre.querySelectorAll("button");
            return found.length !== 1 || found[0].tabIndex < 0
              || !(found[0].ariaLabel || found[0].title);
          }).map(pre => pre.outerHTML);
        }"""
    )
    assert unlabelled == []
    step = lesson.locator(".lk-step").first
    step.get_by_role("button").first.press("Enter")
    copied = lesson.evaluate("navigator.clipboard.readText()")
    assert copied.strip() == step.locator("pre code").first.inner_text().strip()
