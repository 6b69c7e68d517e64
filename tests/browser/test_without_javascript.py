"""Without scripts every word of a lesson is there, and with them none is lost."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag
from playwright.sync_api import Browser, Page, expect

PATH = "/lessons/transforms-04/"
# What the theme adds to a page by its script.
OF_THE_THEME = ".md-code__nav, .headerlink, template, script, style"
# What on paper would do nothing.
CONTROLS = (
    ".headerlink, button, lk-compare, .lk-stepper, .lk-pager, .lk-stage-end, "
    ".lk-actions, .lk-sure, .lk-veil, .lk-predict__said, .lk-predicted, .lk-saved, "
    ".lk-kept, .lk-score"
)
# A file that is loaded when it is wanted has a label before; a link leads to it too.
HIDDEN_TEXT = """controls => {
  const NO_TEXT = "script, style, template, lk-complete > [hidden]";
  const walker = document.createTreeWalker(
    document.querySelector("article"), NodeFilter.SHOW_TEXT
  );
  const hidden = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest(NO_TEXT)) continue;
    if (controls && parent.closest(controls)) continue;
    const shown = parent.checkVisibility(
      { contentVisibilityAuto: true, visibilityProperty: true }
    );
    if (!shown) hidden.push(node.data.trim());
  }
  return hidden;
}"""


@pytest.fixture(scope="module")
def article(built_site: Path) -> Tag:
    """The page's content as it lies in its file."""
    text = (built_site / PATH.strip("/") / "index.html").read_text(encoding="utf-8")
    article = BeautifulSoup(text, "html.parser").select_one("article")
    assert article is not None
    for element in article.select(OF_THE_THEME):
        element.decompose()
    return article


@pytest.fixture
def plain(browser: Browser, origin: str) -> Iterator[Page]:
    """The page in a browser that runs no script of it."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(origin + PATH)
    yield page
    context.close()


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text))


def test_without_scripts_every_text_is_shown_once_what_is_folded_is_open(plain):
    summaries = plain.locator("article summary").all()
    assert len(summaries) > 40
    # Opened one after the other, as a reader does.
    for summary in summaries:
        summary.press("Enter")
    assert plain.locator("article details:not([open])").count() == 0
    assert plain.evaluate(HIDDEN_TEXT) == []
    for picture in plain.locator("article img").all():
        assert picture.is_visible() and picture.get_attribute("alt")


def test_without_scripts_no_control_stands_on_the_page_that_does_nothing(plain):
    assert (
        plain.locator("article :is(button, input, textarea, select, form)").all() == []
    )


def test_no_word_is_lost_when_the_script_has_changed_the_page(page, origin, article):
    page.goto(origin + PATH)
    page.wait_for_selector("lk-stage-end[data-stage=evidence] li")
    shown = words(page.locator("article.md-content__inner").text_content() or "")
    missing = words(article.get_text()) - shown
    assert missing == Counter()


def test_what_is_printed_with_scripts_holds_every_text(page, origin):
    page.goto(origin + PATH)
    page.wait_for_selector("lk-stage-end[data-stage=evidence] li")
    page.emulate_media(media="print")
    assert page.evaluate(HIDDEN_TEXT, CONTROLS) == []


def test_no_empty_card_stands_where_the_complete_file_would(plain):
    plain.locator(".lk-complete > summary").click()
    expect(plain.locator("lk-complete a[download]")).to_be_visible()
    expect(plain.locator("lk-complete figure")).to_be_hidden()


def test_on_paper_what_was_folded_may_go_on_to_the_next_page(plain):
    """Kept whole, each disclosure would leave the rest of a page empty."""
    plain.emulate_media(media="print")
    breaks = "all => all.map(e => getComputedStyle(e).breakInside)"
    found = plain.locator("article details").evaluate_all(breaks)
    assert len(found) > 20 and set(found) == {"auto"}
