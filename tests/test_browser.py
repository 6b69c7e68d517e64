"""The built site in a real Chromium: nothing from elsewhere, nothing broken."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

WIDTHS = (320, 768, 1280)


@pytest.fixture(scope="module")
def origin(built_site: Path, serve: Callable[[Path], str]) -> str:
    """The address at which the built site is served."""
    return serve(built_site)


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=chromium, args=options)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


def pages(folder: Path) -> list[str]:
    """The addresses of all pages, below the origin."""
    found = sorted(folder.rglob("index.html"))
    return [f"/{path.relative_to(folder).parent.as_posix()}/" for path in found]


def test_no_page_asks_another_origin_or_complains(built_site, origin, page):
    requested: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda message: (
            complaints.append(message.text)
            if message.type in ("error", "warning")
            else None
        ),
    )
    visited = pages(built_site)
    assert len(visited) >= 8
    for path in visited:
        page.goto(origin + path)
        page.wait_for_load_state("networkidle")
    assert complaints == []
    own = (f"{origin}/", "data:", f"blob:{origin}/")
    assert [url for url in requested if not url.startswith(own)] == []
    assert len(requested) > len(visited)


def leads_somewhere(file: Path, anchor: str) -> bool:
    """Whether a file exists, and holds the anchor where one is asked for."""
    if not file.is_file():
        return False
    return not anchor or f'id="{anchor}"' in file.read_text(encoding="utf-8")


def test_every_link_within_the_site_leads_somewhere(built_site, origin, page):
    """Also those in raw HTML, which MkDocs does not look at."""
    broken = []
    for path in pages(built_site):
        page.goto(origin + path)
        links = page.eval_on_selector_all(
            "main a[href], nav a[href]", "found => found.map(link => link.href)"
        )
        for link in {link for link in links if link.startswith(origin)}:
            address, _, anchor = link.removeprefix(origin).partition("#")
            file = built_site / address.lstrip("/")
            file = file / "index.html" if address.endswith("/") else file
            if not leads_somewhere(file, anchor):
                broken.append((path, link))
    assert broken == []


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_scrolls_sideways(built_site, origin, page, width):
    page.set_viewport_size({"width": width, "height": 800})
    wide = []
    for path in pages(built_site):
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
    page.wait_for_timeout(300)
    box = page.locator(".lk-stepper").bounding_box()
    assert box and 0 <= box["y"] < 400
    page.locator(".lk-stepper a[href='#build']").focus()
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    heading = page.locator("#build").bounding_box()
    stepper = page.locator(".lk-stepper").bounding_box()
    assert heading["y"] >= stepper["y"] + stepper["height"] - 1
