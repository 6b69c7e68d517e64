"""The sample course as pages, and as a site that MkDocs has built."""

from __future__ import annotations

from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag

from lessonkit.course.model import Lesson
from lessonkit.mkdocs_plugin import build_with_mkdocs
from lessonkit.site.pages import Content, build_site
from tests.site.factory import (
    load_sample,
    make_published,
    make_repository,
    make_site,
    write_record,
)


@pytest.fixture(scope="session")
def lesson() -> Lesson:
    """The sample's one written lesson."""
    return load_sample().lessons[0]


@pytest.fixture(scope="session")
def tree() -> dict[str, Content]:
    """The pages of the sample with a fresh record."""
    return build_site(make_site())


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site that was built strictly from a recorded sample."""
    root = make_repository(tmp_path_factory.mktemp("built") / "sample")
    write_record(root)
    assert build_with_mkdocs(root, strict=True) == 0
    return root / "site"


@pytest.fixture(scope="session")
def page(built: Path) -> Tag:
    """The content of the lesson's page as a browser gets it."""
    return read_page(built / "lessons/counting-02/index.html")


@pytest.fixture(scope="session")
def published_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample with an address, a repository, errata and redirects."""
    return make_published(tmp_path_factory.mktemp("published") / "sample")


@pytest.fixture(scope="session")
def published_tree(published_root: Path) -> dict[str, Content]:
    """The pages of the published sample."""
    site = make_site(published_root)
    assert not site.problems
    return build_site(site)


@pytest.fixture(scope="session")
def published_site(published_root: Path) -> Path:
    """The folder of the published sample's site, offline edition included."""
    assert build_with_mkdocs(published_root, strict=True, offline=True) == 0
    return published_root / "site"


def read_page(path: Path) -> Tag:
    """Return the content of a built page, without the theme's frame."""
    document = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
    (article,) = document.select("article.md-content__inner")
    return article
