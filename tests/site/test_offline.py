"""The offline edition as an archive: always the same bytes, links that name files."""

from __future__ import annotations

import posixpath
import zipfile
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest
from bs4 import BeautifulSoup

from lessonkit.mkdocs_plugin import build_with_mkdocs
from lessonkit.site.pages import build_site
from tests.site.factory import make_repository, make_site, write_record

NAME = "downloads/sample-course-offline.zip"
FOLDER = "sample-course-offline"


def build(folder: Path) -> Path:
    """Build the sample with its offline edition, and return the folder of the site."""
    root = make_repository(folder / "sample")
    write_record(root)
    assert build_with_mkdocs(root, strict=True, offline=True) == 0
    return root / "site"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("offline"))


@pytest.fixture(scope="module")
def members(site: Path) -> dict[str, bytes]:
    """The files of the archive by their names below its one folder."""
    with zipfile.ZipFile(site / NAME) as archive:
        names = archive.namelist()
        assert {name.partition("/")[0] for name in names} == {FOLDER}
        return {name.partition("/")[2]: archive.read(name) for name in names}


def test_the_same_course_gives_the_same_bytes(site, tmp_path):
    assert (build(tmp_path) / NAME).read_bytes() == (site / NAME).read_bytes()


def test_it_is_offered_where_it_is_and_nowhere_else(site, members, built):
    offer = "The offline edition"
    assert offer in (site / "phases/index.html").read_text(encoding="utf-8")
    assert offer not in members["phases/index.html"].decode()
    assert offer not in (built / "phases/index.html").read_text(encoding="utf-8")
    assert not (built / NAME).exists()
    assert NAME not in build_site(make_site())


def test_every_link_names_a_file_that_is_in_it(members):
    """None begins at a root, none ends in a folder, none is left to a server."""
    broken = []
    for name in sorted(name for name in members if name.endswith(".html")):
        page = BeautifulSoup(members[name].decode(), "html.parser")
        for tag in page.select("[href], [src]"):
            address, _ = urldefrag(str(tag.get("href") or tag.get("src")))
            if "://" in address or address.startswith(("mailto:", "data:")):
                continue
            here = posixpath.dirname(name)
            target = posixpath.normpath(posixpath.join(here, unquote(address)))
            if address and (address.startswith("/") or target not in members):
                broken.append((name, str(tag)[:120]))
    assert broken == []


def test_it_loads_nothing_from_elsewhere(members):
    for name in (name for name in members if name.endswith(".html")):
        page = BeautifulSoup(members[name].decode(), "html.parser")
        for tag in page.select("script[src], img[src], link[href], iframe[src]"):
            assert "//" not in str(tag.get("src") or tag.get("href")), (name, tag)


def test_it_carries_no_part_that_needs_a_server(members):
    assert "index.html" in members and "assets/search.js" in members
    needless = ("search/", "sitemap.xml", "404.html", "assets/javascripts/workers/")
    assert [name for name in members if name.startswith(needless)] == []
    assert [name for name in members if name.endswith(".map")] == []
