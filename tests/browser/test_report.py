"""A published course in a browser: reports, old addresses, addresses without a page."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from lessonkit.mkdocs_plugin import build_with_mkdocs
from tests.site.factory import make_published, make_repository, write_record


@pytest.fixture(scope="module")
def published(
    tmp_path_factory: pytest.TempPathFactory, serve: Callable[[Path], str]
) -> str:
    """The address of the sample as a published course."""
    root = make_published(tmp_path_factory.mktemp("published") / "sample")
    assert build_with_mkdocs(root, strict=True) == 0
    host = tmp_path_factory.mktemp("host")
    shutil.copytree(root / "site", host / "courses/sample")
    return f"{serve(host)}/courses/sample"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A host's folder with a site below its root that knows no address of its own."""
    root = make_repository(tmp_path_factory.mktemp("unknown") / "sample")
    write_record(root)
    assert build_with_mkdocs(root, strict=True) == 0
    host = tmp_path_factory.mktemp("host")
    shutil.copytree(root / "site", host / "sub/course")
    return host


@pytest.fixture
def below(page: Page, host: Path, serve: Callable[[Path], str]) -> str:
    """The address of that site; its host shows the 404 page as hosts do."""

    def answer(route: Route) -> None:
        if not route.request.is_navigation_request():
            route.continue_()
            return
        response = route.fetch()
        if response.status == 404:
            lost = (host / "sub/course/404.html").read_text("utf-8")
            route.fulfill(status=404, body=lost, content_type="text/html")
        else:
            route.fulfill(response=response)

    page.route("**/*", answer)
    return f"{serve(host)}/sub/course"


def test_a_block_is_reported_by_keyboard_and_without_scripts(
    browser: Browser, published: str
):
    context = browser.new_context(
        java_script_enabled=False, viewport={"width": 320, "height": 700}
    )
    page = context.new_page()
    page.goto(f"{published}/lessons/counting-02/")
    links = page.locator(".lk-report a")
    assert links.count() == 10
    expect(links.first).to_have_text("Report a problem with this figure")
    asked: list[str] = []
    context.route(
        "https://github.com/**",
        lambda route: (asked.append(route.request.url), route.fulfill(body="form")),
    )
    links.first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("https://github.com/**")
    assert asked[0].startswith("https://github.com/example/sample/issues/new?title=")
    context.close()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("lessons/old-count/#experiment", "lessons/counting-02/#experiment"),
        ("phases/old-counting/", "phases/counting/"),
        ("setup/laptop/", "setup/cpu/"),
    ],
)
def test_an_old_address_leads_on_with_its_anchor(page: Page, published, old, new):
    page.goto(f"{published}/{old}")
    page.wait_for_url(f"{published}/{new}")


def test_an_old_address_leads_on_without_scripts(browser: Browser, published: str):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{published}/lessons/old-count/")
    page.wait_for_url(f"{published}/lessons/counting-02/")
    context.close()


@pytest.mark.parametrize("lost", ["none", "lessons/none/", "lessons/a/b/c", "x/y/none"])
def test_the_404_page_leads_home_from_any_depth(page: Page, below: str, lost: str):
    answer = page.goto(f"{below}/{lost}")
    assert answer and answer.status == 404
    expect(page.locator("h1")).to_have_text("There is no page here")
    home = page.get_by_role("link", name="Start of the site")
    expect(home).to_have_attribute("href", "/sub/course/")
    page.get_by_role("link", name="Glossary").click()
    page.wait_for_url(f"{below}/reference/glossary/")
    expect(page.locator("h1")).to_contain_text("Glossary")
