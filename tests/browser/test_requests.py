"""No page asks another origin for anything, and none complains, whatever one does.

Both link kinds: the site on a server here, and in test_offline.py from a disk.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page

from tests.site_pages import find_each_kind

from .conftest import read_stored

LESSON = "/lessons/transforms-04/"


class Watch:
    """What a page has asked for, and what it complained of."""

    def __init__(self, page: Page) -> None:
        self.requested: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self.requested.append(request.url))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.text} ({message.location})")

    def check(self, origin: str) -> None:
        """Fail on a request to another origin, and on every complaint."""
        assert self.complaints == []
        own = (f"{origin}/", "data:", f"blob:{origin}/")
        assert self.requested
        assert [url for url in self.requested if not url.startswith(own)] == []


@pytest.fixture
def tab(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    yield page
    page.close()


def test_no_page_asks_another_origin_or_complains(built_site, origin, tab):
    watch = Watch(tab)
    visited = find_each_kind(built_site)
    assert len(visited) >= 12
    for path in visited:
        tab.goto(origin + path)
    watch.check(origin)
    assert len(watch.requested) > len(visited)


def test_neither_does_anything_that_a_reader_sets_off(origin, tab):
    """Every disclosure, every button and every choice of the lesson, and the search."""
    watch = Watch(tab)
    tab.goto(origin + LESSON)
    use_everything(tab)
    done = read_stored(tab)["lessons"]["transforms-04"]
    assert {"predictions", "quiz", "evidence"} <= set(done)
    tab.wait_for_load_state("networkidle")
    tab.keyboard.press("/")
    tab.keyboard.type("gradient")
    tab.locator(".md-search-result__item").first.wait_for()
    for page in ("/my-learning/", "/review/", "/phases/"):
        tab.goto(origin + page)
        tab.wait_for_load_state("networkidle")
        use_everything(tab)
    watch.check(origin)


def test_a_browser_that_stores_nothing_loses_no_part_of_the_page(origin, tab):
    watch = Watch(tab)
    tab.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() {"
        " throw new DOMException('Denied', 'SecurityError'); }})"
    )
    tab.goto(origin + LESSON)
    assert tab.evaluate("lessonkit.store.trouble().kind") == "blocked"
    tab.locator(".lk-step .md-code__button").first.wait_for()
    tab.keyboard.press("/")
    tab.keyboard.type("gradient")
    tab.locator(".md-search-result__item").first.wait_for()
    watch.check(origin)


def use_everything(page: Page) -> None:
    """Open, choose, write and press all that is on a page, but what leaves it."""
    page.evaluate(USE)


USE = """() => {
  const all = (selector) => document.querySelectorAll(`main ${selector}`);
  const close = () => all("dialog[open]").forEach((dialog) => dialog.close());
  all("details").forEach((details) => (details.open = true));
  all("input[type=radio]").forEach((choice) => choice.click());
  all("textarea").forEach((box) => {
    box.value = "Some words.";
    box.dispatchEvent(new Event("input", { bubbles: true }));
  });
  // A button may bring others, once.
  const pressed = new Set();
  for (let more = true; more; ) {
    const button = [...all("button")].find((one) => !pressed.has(one));
    if ((more = Boolean(button))) {
      pressed.add(button);
      button.click();
      close();
    }
    if (pressed.size > 400) throw new Error("The buttons never end.");
  }
}"""
