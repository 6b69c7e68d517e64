"""The offline edition, opened from a disk in a browser without any special setting."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from lessonkit.mkdocs_plugin import build_with_mkdocs

from .conftest import read_stored
from .learner import LESSON

REPOSITORY = Path(__file__).parents[2]
SOURCES = ("docs", "phases", "mkdocs.yml", "requirements-cpu.txt", ".gitignore")


@pytest.fixture(scope="module")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked offline edition of the real course."""
    root = tmp_path_factory.mktemp("real") / "course"
    root.mkdir()
    for name in SOURCES:
        source = REPOSITORY / name
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, root / name)
    assert build_with_mkdocs(root, strict=True, offline=True) == 0
    unpacked = tmp_path_factory.mktemp("a reader's disk")
    with zipfile.ZipFile(root / "site/downloads/jax-pathways-offline.zip") as archive:
        archive.extractall(unpacked)
    return unpacked / "jax-pathways-offline"


@pytest.fixture
def tab(context: BrowserContext, edition: Path) -> Iterator[Page]:
    """A tab on the first page; nothing may fail, complain or ask for a connection."""
    page = context.new_page()
    faults: list[Any] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "requestfailed",
        lambda request: (
            # What a page that is left no longer needs.
            None
            if request.failure == "net::ERR_ABORTED"
            else faults.append(f"{request.url} {request.failure}")
        ),
    )
    page.on(
        "request",
        lambda request: (
            None
            if request.url.startswith(("file:", "data:", "blob:"))
            else faults.append(request.url)
        ),
    )
    page.on(
        "console",
        lambda message: (
            faults.append(message.text)
            if message.type in ("error", "warning")
            else None
        ),
    )
    page.goto((edition / "index.html").as_uri())
    yield page
    assert faults == []


def test_every_page_opens_with_its_styles_and_its_figures(tab, edition):
    pages = sorted(edition.rglob("*.html"))
    assert len(pages) >= 12
    for page in pages:
        tab.goto(page.as_uri())
        assert tab.evaluate("document.styleSheets.length") >= 4
        expect(tab.locator("h1").first).to_be_visible()
    tab.goto((edition / f"lessons/{LESSON}/notebook/index.html").as_uri())
    widths = "all => all.map(one => one.complete && one.naturalWidth)"
    assert all(tab.eval_on_selector_all("article img", widths))


def test_a_reader_follows_links_from_the_first_page_to_a_lesson(tab):
    tab.locator("nav.md-tabs").get_by_role("link", name="Course").click()
    tab.locator(".lk-phase").get_by_role("link", name="JAX transformations").click()
    tab.locator(f"[data-lesson={LESSON}]").get_by_role("link").first.click()
    expect(tab.locator("h1")).to_contain_text("Compile a function with jit")
    tab.locator(".lk-stepper a[href='#experiment']").click()
    assert tab.url.endswith(f"/lessons/{LESSON}/index.html#experiment")


def test_the_search_finds_a_section_by_the_beginning_of_a_word(tab):
    tab.keyboard.press("/")
    tab.keyboard.type("SCÉPT")
    results = tab.locator("lk-search li")
    expect(results).to_have_count(1)
    expect(results.locator(".lk-found__title")).to_have_text("Write it for a sceptic")
    expect(results.locator(".lk-found__page")).to_have_text(
        "Compile a function with jit"
    )
    expect(results.locator("mark")).to_have_text("scept")
    expect(tab.get_by_role("status").filter(has_text="section")).to_have_text(
        "1 section"
    )
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("Enter")
    tab.wait_for_url(f"**/lessons/{LESSON}/index.html#write-it-for-a-sceptic")


def test_every_word_of_the_query_must_be_there_and_code_is_not_found(tab):
    tab.keyboard.press("/")
    for query, found in (
        ("perf_counter allclose", False),
        ("zzz", False),
        ("sceptic zzz", False),
        ("sceptic timing", True),
    ):
        tab.locator(".md-search__input").fill(query)
        results = tab.locator("lk-search li")
        said = tab.locator("lk-search [role=status]")
        if found:
            expect(results.first).to_be_visible()
        else:
            expect(said).to_contain_text("Nothing found")
            expect(results).to_have_count(0)


def test_escape_leaves_the_search_where_the_reader_was(tab):
    link = tab.locator("article a").first
    link.focus()
    tab.keyboard.press("/")
    tab.keyboard.type("jit")
    expect(tab.locator("lk-search li").first).to_be_visible()
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("ArrowUp")
    expect(tab.locator(".md-search__input")).to_be_focused()
    tab.keyboard.press("Escape")
    expect(link).to_be_focused()
    expect(tab.locator("#__search")).not_to_be_checked()


def test_a_text_of_the_index_never_becomes_markup(tab, edition):
    hostile = "<img src=x onerror=alert(1)> hostile"
    tab.keyboard.press("/")
    tab.wait_for_function("window.lessonkit.entries")
    tab.evaluate(
        "text => { const box = document.querySelector('lk-search');"
        " box.entries = [lessonkit.search.prepare(['index.html#x', text, text, text])];"
        "}",
        hostile,
    )
    tab.keyboard.type("hostile")
    expect(tab.locator("lk-search li")).to_contain_text(hostile)
    assert tab.locator("lk-search img").count() == 0


def test_an_answer_is_kept_and_shown_on_my_learning(tab, edition):
    tab.goto((edition / f"lessons/{LESSON}/index.html").as_uri())
    question = tab.locator("[data-question]").first
    question.scroll_into_view_if_needed()
    question.locator("input[type=radio]").first.check()
    question.get_by_role("button", name="Check").click()
    tab.wait_for_function("localStorage.getItem('lessonkit:jax-pathways')")
    quiz = read_stored(tab)["lessons"][LESSON]["quiz"]
    assert len(quiz) == 1
    tab.goto((edition / "my-learning.html").as_uri())
    expect(tab.locator("article")).to_contain_text("1 lesson under way")


def test_the_complete_file_comes_when_it_is_opened(tab, edition):
    tab.goto((edition / f"lessons/{LESSON}/index.html").as_uri())
    card = tab.locator("lk-complete figure")
    expect(card).to_be_hidden()
    tab.locator(".lk-complete > summary").click()
    expect(card).to_be_visible()
    program = (edition / f"lessons/{LESSON}/downloads/{LESSON}.py").read_text("utf-8")
    assert card.locator("code").text_content().strip() == program.strip()
