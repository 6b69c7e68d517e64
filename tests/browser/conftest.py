"""The built site in a browser, with what a reader has stored there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from lessonkit.mkdocs_plugin import build_with_mkdocs
from tests.site.factory import make_repository, write_record

KEY = "lessonkit:jax-pathways"


@pytest.fixture(scope="session")
def origin(built_site: Path, serve: Callable[[Path], str]) -> str:
    """The address at which the built site is served."""
    return serve(built_site)


@pytest.fixture(scope="session")
def sample_origin(
    tmp_path_factory: pytest.TempPathFactory, serve: Callable[[Path], str]
) -> str:
    """The address of the sample course, built for the address at which it is served.

    Knowing its address, the theme swaps pages without loading them anew.
    """
    root = make_repository(tmp_path_factory.mktemp("sample") / "course")
    write_record(root)
    (root / "site").mkdir()
    origin = serve(root / "site")
    config = (root / "mkdocs.yml").read_text(encoding="utf-8")
    config = config.replace("  features:\n", "  features:\n    - navigation.instant\n")
    (root / "mkdocs.yml").write_text(f"site_url: {origin}/\n{config}", "utf-8")
    assert build_with_mkdocs(root, strict=False) == 0
    return origin


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that has seen nothing yet; its tabs share what is stored."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(10_000)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A tab in which nothing may fail unseen."""
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    assert errors == []


def store(page: Page, value: Any) -> None:
    """Put a value, or a text as it is, where the site keeps its state."""
    text = value if isinstance(value, str) else json.dumps(value)
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, text])


def read_stored(page: Page) -> Any:
    """Return what is stored as a value; None where there is nothing."""
    text = page.evaluate("key => localStorage.getItem(key)", KEY)
    return None if text is None else json.loads(text)
