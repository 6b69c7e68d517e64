"""The built site in a real Chromium: nothing from elsewhere, nothing broken."""

import html
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Page

from tests.site_pages import find_each_kind, find_pages

WIDTHS = (320, 768, 1280)


@pytest.fixture(scope="module")
def origin(built_site: Path, serve: Callable[[Path], str]) -> str:
    """The address at which the built site is served."""
    return serve(built_site)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


LINK = re.compile(r'<a [^>]*?href="([^"]*)"')
ID = re.compile(r' id="([^"]+)"')


def find_broken(site: Path) -> Iterator[tuple[str, str]]:
    """Yield the links within a site that lead nowhere, with their pages."""
    ids: dict[Path, set[str]] = {}
    for path in find_pages(site):
        here = site / path.lstrip("/")
        for link in set(LINK.findall(here.read_text(encoding="utf-8"))):
            address, _, anchor = html.unescape(link).partition("#")
            if ":" in address.split("/")[0]:
                continue
            start = site if address.startswith("/") else here.parent
            file = start / unquote(address).lstrip("/") if address else here
            file = file / "index.html" if file.is_dir() else file
            if file.suffix == ".html" and file.is_file() and file not in ids:
                ids[file] = set(ID.findall(file.read_text(encoding="utf-8")))
            if not file.is_file() or (anchor and anchor not in ids.get(file, ())):
                yield path, link


def test_every_link_within_the_site_leads_somewhere(built_site):
    """Also those in raw HTML, which MkDocs does not look at."""
    assert list(find_broken(built_site)) == []


def test_every_link_that_a_script_makes_leads_somewhere(built_site, origin, page):
    broken = []
    for path in find_each_kind(built_site):
        page.goto(origin + path)
        links = page.eval_on_selector_all(
            "main a[href], nav a[href]", "found => found.map(link => link.href)"
        )
        for link in {link for link in links if link.startswith(origin)}:
            address = link.removeprefix(origin).partition("#")[0]
            file = built_site / unquote(address).lstrip("/")
            if not (file / "index.html" if file.is_dir() else file).is_file():
                broken.append((path, link))
    assert broken == []


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_scrolls_sideways(built_site, origin, page, width):
    page.set_viewport_size({"width": width, "height": 800})
    wide = []
    for path in find_each_kind(built_site):
        page.goto(origin + path)
        if page.evaluate("document.documentElement.scrollWidth") > width:
            wide.append(path)
    assert wide == []


def test_formulas_are_read_once(built_site, origin, page):
    page.goto(f"{origin}/lessons/transforms-04/")
    assert page.locator("article math").count() > 0
    assert page.locator("article script[type*=tex], article annotation").count() == 0


def test_the_stepper_stays_in_view(built_site, origin, page):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{origin}/lessons/transforms-04/")
    page.locator("#exercise").scroll_into_view_if_needed()
    page.mouse.wheel(0, 600)
    page.wait_for_function("scrollY > 600")
    box = page.locator(".lk-stepper").bounding_box()
    assert box and 0 <= box["y"] < 400
    page.locator(".lk-stepper a[href='#build']").focus()
    page.keyboard.press("Enter")
    page.wait_for_function(
        """() => {
          const place = (name) => document.querySelector(name).getBoundingClientRect();
          const top = place("#build").top - place(".lk-stepper").bottom;
          return top >= -1 && top < innerHeight;
        }"""
    )
