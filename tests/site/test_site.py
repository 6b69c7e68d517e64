"""The whole site: pages of phases, navigation, links, search, no foreign request."""

from __future__ import annotations

import json
import logging
import posixpath
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest
from bs4 import BeautifulSoup
from mkdocs.config.defaults import MkDocsConfig

from lessonkit.errors import UsageError
from lessonkit.mkdocs_plugin import build_nav, build_with_mkdocs
from lessonkit.site.host import find_config, find_unfit_records
from tests.site.conftest import read_page
from tests.site.factory import load_sample, make_repository, make_site, write_record

LOADING = {"img": "src", "script": "src", "link": "href", "iframe": "src"}


def find_pages(built):
    return sorted(built.rglob("*.html"))


def resolve(built: Path, page: Path, address: str) -> Path:
    """Return the file that an address on a page names."""
    here = page.parent.relative_to(built).as_posix()
    target = built / posixpath.normpath(posixpath.join(here, unquote(address)))
    return target / "index.html" if target.is_dir() else target


def test_every_link_and_anchor_leads_somewhere(built):
    for page in find_pages(built):
        if page.name == "404.html":
            continue
        document = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")
        for link in document.select("a[href], img[src], link[href], script[src]"):
            address, anchor = urldefrag(link.get("href") or link.get("src"))
            if "://" in address:
                continue
            target = resolve(built, page, address) if address else page
            assert target.is_file(), f"{page}: {link}"
            if anchor and target.suffix == ".html":
                assert f'id="{anchor}"' in target.read_text(encoding="utf-8"), link


def test_no_page_loads_anything_from_another_origin(built):
    for page in find_pages(built):
        document = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")
        for tag, attribute in LOADING.items():
            for element in document.select(f"{tag}[{attribute}]"):
                if element.get("rel") != ["canonical"]:
                    assert "//" not in element[attribute], element
    for sheet in (built / "assets").glob("*.css"):
        assert "url(" not in sheet.read_text(encoding="utf-8")


def test_the_path_groups_phases_by_track(built):
    for name in ("index.html", "phases/index.html"):
        page = read_page(built / name)
        tracks = page.select(".lk-track")
        assert [t.get("data-track") for t in tracks] == ["core", "extra"]
        assert [bool(t.get("data-optional")) for t in tracks] == [False, True]
        written, planned = page.select(".lk-phase")
        assert written.select("a") and not planned.select("a")
        assert planned.get("data-planned") and "planned" in planned.get_text()


def test_a_hand_written_page_keeps_its_words_around_the_path(built):
    text = read_page(built / "index.html").get_text()
    assert text.index("Hand-written home.") < text.index("Core Foundation")
    assert text.index("Sharding") < text.index("The end.")


def test_a_phase_lists_its_lessons_and_holds_its_study_guide(built):
    page = read_page(built / "phases/counting/index.html")
    lessons = page.select(".lk-lesson")
    assert [bool(e.select("a")) for e in lessons] == [False, True, False]
    assert "50 minutes" in lessons[1].get_text()
    assert "Leave with a median" in lessons[1].get_text()
    guide = page.select_one("h2#study-guide")
    headings = [h.contents[0] for h in guide.find_next_siblings("h3")]
    assert headings == ["Preparation", "Milestones", "Project", "Evidence"]


def test_the_notebook_page_is_light_and_leads_back(built):
    path = built / "lessons/counting-02/notebook/index.html"
    page = read_page(path)
    assert path.stat().st_size < 60_000
    assert not page.select("style, script, clipboard-copy")
    assert page.select_one("a[href='../']").get_text() == "Back to the lesson"
    (image,) = page.select("img")
    assert image.get("alt") == "Five bars that rise from 1 to 5."
    assert page.select("math") and "$" not in page.get_text().replace("$5", "")
    assert len(page.select("details.lk-solution")) == 3
    assert not page.select("img[src=x]")


def test_downloads_are_files_and_never_pages(built):
    folder = built / "lessons/counting-02/downloads"
    assert not list(folder.rglob("*.html"))
    assert (folder / "counting-02.md").is_file()
    assert (built / "downloads/sample-course.zip").is_file()


def test_search_leaves_out_code_and_boilerplate(built):
    index = json.loads((built / "search/search_index.json").read_text("utf-8"))
    here = [e for e in index["docs"] if e["location"].startswith("lessons/")]
    text = " ".join(entry["text"] for entry in here)
    assert "Five values, one of them absurd." in text
    assert "The order did not matter." in text
    for absent in ("statistics.median(values)", "pip install", "counting-02.ipynb"):
        assert absent not in text
    assert not [e for e in here if "notebook" in e["location"]]


def test_the_lesson_page_is_not_heavy(built):
    assert (built / "lessons/counting-02/index.html").stat().st_size < 90_000


def test_navigation_lists_written_lessons_below_the_path():
    nav = build_nav([{"Home": "index.md"}, {"C": ["phases/index.md"]}], load_sample())
    assert nav == [
        {"Home": "index.md"},
        {
            "C": [
                "phases/index.md",
                {
                    "01 · Counting": [
                        "phases/counting/index.md",
                        "lessons/counting-02/index.md",
                    ]
                },
            ]
        },
    ]
    assert build_nav(None, load_sample()) is None


@pytest.mark.parametrize("kind", ["never", "stale", "failed", "unreadable"])
def test_a_strict_build_refuses_records_that_do_not_hold(kind):
    (sentence,) = find_unfit_records(make_site(kind=kind))
    assert sentence.startswith(f"counting-02: the cpu record is {kind}")
    assert not find_unfit_records(make_site())


def test_a_strict_build_without_a_record_fails_in_words(tmp_path, caplog):
    root = make_repository(tmp_path / "sample")
    with caplog.at_level(logging.ERROR):
        assert build_with_mkdocs(root, strict=True) == 1
    assert "counting-02: the cpu record is never" in caplog.text
    assert not (root / "site").exists()


def test_problems_of_the_sources_stop_the_build(tmp_path, caplog):
    root = make_repository(tmp_path / "sample")
    write_record(root)
    page = next(root.glob("phases/*/*/lesson.yml"))
    page.write_text(page.read_text("utf-8").replace("title:", "titel:", 1), "utf-8")
    with caplog.at_level(logging.ERROR):
        assert build_with_mkdocs(root, strict=False) == 1
    assert "lesson.yml:3: LK103" in caplog.text


@pytest.mark.parametrize("strict", [False, True])
def test_a_refused_build_keeps_the_last_site(tmp_path, caplog, strict):
    root = make_repository(tmp_path / "sample")
    (root / "site").mkdir()
    (root / "site/index.html").write_text("the last site", encoding="utf-8")
    with (root / "phases/course.yml").open("a", encoding="utf-8") as course:
        course.write("x: [\n")
    with caplog.at_level(logging.ERROR):
        assert build_with_mkdocs(root, strict=strict) == 1
    assert "course.yml" in caplog.text and "LK101" in caplog.text
    assert (root / "site/index.html").read_text("utf-8") == "the last site"


def test_a_course_without_a_configuration_is_told_so(tmp_path):
    with pytest.raises(UsageError, match="no mkdocs.yml"):
        find_config(tmp_path)


def test_the_configuration_is_understood(tmp_path):
    root = make_repository(tmp_path / "sample")
    config = MkDocsConfig(config_file_path=str(root / "mkdocs.yml"))
    with (root / "mkdocs.yml").open("rb") as file:
        config.load_file(file)
    errors, warnings = config.validate()
    assert (errors, warnings) == ([], [])
