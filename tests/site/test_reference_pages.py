"""Pages around the lessons: API index, glossary, errata, redirects, reports, 404."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest
from bs4 import BeautifulSoup, Tag

from lessonkit.course.entries import Term
from lessonkit.site.glossary import link_terms, list_forms
from lessonkit.site.links import Links
from lessonkit.site.pages import Content, build_site, load_site
from lessonkit.site.repository import build_edit_link, build_issue_link
from tests.site.conftest import read_page
from tests.site.factory import (
    REPOSITORY_URL,
    SITE_URL,
    make_published,
    make_repository,
    make_site,
)


def parse(text: Content) -> BeautifulSoup:
    assert isinstance(text, str)
    return BeautifulSoup(text, "html.parser")


def entry(page: Tag, id: str) -> Tag:
    """The whole entry of a reference page by its anchor."""
    found = page.select_one(f'[id="{id}"]')
    return found if "lk-entry" in found["class"] else found.find_parent("section")


# --- API index and glossary ----------------------------------------------------------


def test_the_api_index_tells_what_each_call_does_and_where_it_is_used(built):
    page = read_page(built / "reference/api/index.html")
    assert [h.get("id") for h in page.select("h2")] == ["statistics"]
    names = [h.get("id") for h in page.select("h3")]
    assert names == ["statistics.mean", "statistics.median"]
    median = entry(page, "statistics.median")
    assert "The middle of the sorted values" in median.get_text()
    assert "statistics.median(xs)" in median.get_text()
    assert median.select("a[href^='https://docs.python.org']")
    uses = [a["href"] for a in median.select(".lk-uses a")]
    assert uses == [
        "../../lessons/counting-02/",
        "../../lessons/counting-02/#build-median",
        "../../lessons/counting-02/#experiment-outlier",
        "../../lessons/counting-02/#experiment-reverse",
    ]


def test_a_call_that_no_lesson_uses_is_not_in_the_index(tmp_path):
    root = make_repository(tmp_path / "sample")
    registry = root / "phases/building-blocks.yml"
    text = registry.read_text("utf-8")
    unused = text.split("- name")[1].replace("statistics.median", "statistics.mode")
    registry.write_text(f"{text}- name{unused}", "utf-8")
    page = build_site(make_site(root))["reference/api/index.md"]
    assert "statistics.median" in page and "statistics.mode" not in page


def test_the_glossary_explains_a_term_and_leads_to_where_it_is_introduced(built):
    page = read_page(built / "reference/glossary/index.html")
    median = entry(page, "median")
    assert "The middle value." in median.get_text()
    link = median.select_one("a")
    assert link["href"] == "../../lessons/counting-02/#understand"
    assert "01.02 Count things fairly" in link.get_text()


@pytest.mark.parametrize(
    ("id", "term", "written"),
    [
        ("leaf", "leaf", "leaves"),
        ("eager", "eager execution", "eager"),
        ("break-even-count", "break-even count", "break-even counts"),
        ("xla", "XLA", "xla"),
        ("entry", "entry", "entries"),
    ],
)
def test_a_term_is_known_in_its_usual_forms(id, term, written):
    assert written in list_forms(Term(id=id, term=term, definition="x"))


def test_words_in_code_introduce_no_term(tmp_path):
    root = make_repository(tmp_path / "sample")
    (lesson,) = root.glob("phases/*/*/lesson.md")
    text = lesson.read_text("utf-8").replace("**median**", "`x**median**2`")
    lesson.write_text(text, "utf-8")
    page = parse(build_site(make_site(root))["reference/glossary/index.md"])
    assert not entry(page, "median").select("a")


def test_the_first_bold_use_on_a_lesson_s_page_leads_to_the_definition(built):
    page = read_page(built / "lessons/counting-02/index.html")
    (link,) = page.select("a:has(> strong)")
    assert link.get_text() == "median"
    assert link["href"] == "../../reference/glossary/#median"
    notebook = (built / "lessons/counting-02/notebook/index.html").read_text("utf-8")
    assert "glossary/#median" not in notebook


def test_a_term_is_linked_once_and_neither_in_code_nor_in_a_link(lesson):
    text = "`**median**` [**median**](x) **Medians** and **median** and **mode**"
    section = lesson.prose.stages[0].sections[0]
    block = replace(section.blocks[0], markdown=text)
    stage = replace(
        lesson.prose.stages[0], sections=(replace(section, blocks=(block,)),)
    )
    prose = replace(lesson.prose, stages=(stage,))
    terms = {"median": "median", "medians": "median"}
    linked = link_terms(replace(lesson, prose=prose), terms, Links("a/b/index.md"))
    (block,) = linked.prose.stages[0].sections[0].blocks
    assert block.markdown == (
        "`**median**` [**median**](x) [**Medians**](../../reference/glossary/index.md#median)"
        " and **median** and **mode**"
    )


def test_search_finds_a_term_and_a_call_by_its_own_section(built):
    index = (built / "search/search_index.json").read_text("utf-8")
    assert "reference/glossary/#median" in index
    assert "reference/api/#statistics.median" in index


# --- Errata ---------------------------------------------------------------------------


def test_errata_stand_newest_first_and_as_text(published_tree):
    page = parse(published_tree["reference/errata/index.md"])
    assert [e["id"] for e in page.select(".lk-erratum")] == ["old-word", "wrong-mean"]
    assert not page.select("b") and page.select("math")
    assert "revision 1.0.0 on 2 Nov 2026" in entry(page, "wrong-mean").get_text()
    assert "open a report here" in page.get_text()


def test_without_errata_and_repository_the_page_says_so(built):
    text = read_page(built / "reference/errata/index.html").get_text()
    assert "There is no entry yet." in text
    assert "names no place for reports" in text


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("lesson: counting-02", "lesson: counting-2", 3, "no lesson `counting-2`"),
        ("revision: 1.0.0", "revision: 9.9.9", 4, "has no revision `9.9.9`"),
        ("id: old-word", "id: wrong-mean", 8, "`wrong-mean` stands twice"),
        ("$2$", "$\\\\frac{2$", 2, "LK305"),
        ('right: "It is `3`."', "rigth: x", 7, "unknown key `rigth`"),
    ],
)
def test_a_mistake_in_the_errata_is_a_problem_at_its_line(
    tmp_path, old, new, line, words
):
    root = make_published(tmp_path / "sample")
    path = root / "phases/errata.yml"
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    found = [str(problem) for problem in load_site(root).problems]
    assert any(f"errata.yml:{line}: " in p and words in p for p in found), found


# --- Redirects ------------------------------------------------------------------------


@pytest.mark.parametrize("directory_urls", [True, False])
def test_an_old_address_leads_to_the_new_page(published_root, directory_urls):
    tree = build_site(make_site(published_root), directory_urls=directory_urls)
    setup = "setup/laptop/index.html" if directory_urls else "setup/laptop.html"
    for name, target in {
        "lessons/old-count/index.html": "lessons/counting-02/index.md",
        "phases/old-counting/index.html": "phases/counting/index.md",
        setup: "setup/cpu.md",
    }.items():
        page = parse(tree[name])
        (link,) = page.select("body a")
        old = name.replace("/index.html", "/index.md").replace(".html", ".md")
        old = "setup/laptop.md" if "laptop" in name else old
        links = Links(old, directory_urls)
        assert link["href"] == links.to(target)
        refresh = page.select_one("meta[http-equiv=refresh]")
        assert refresh["content"] == f"0; url={link['href']}"
        canonical = page.select_one("link[rel=canonical]")["href"]
        assert canonical == f"{SITE_URL}/{links.address(target)}"


def test_redirects_are_files_of_the_site(published_site):
    page = published_site / "lessons/old-count/index.html"
    assert "Count things fairly" in page.read_text("utf-8")
    assert (published_site / "setup/laptop/index.html").is_file()


@pytest.mark.parametrize(
    ("redirect", "words"),
    [
        ("lessons/old: lessons/counting-01", "there is no page `lessons/counting-01`"),
        (
            "lessons/counting-02: setup/cpu",
            "`lessons/counting-02` is a page of its own",
        ),
        ("a: lessons/old-count", "there is no page `lessons/old-count`"),
        ("/a/: setup/cpu", "redirects"),
    ],
)
def test_a_redirect_that_leads_nowhere_is_a_problem(tmp_path, redirect, words):
    root = make_published(tmp_path / "sample")
    with (root / "phases/course.yml").open("a", encoding="utf-8") as course:
        course.write(f"  {redirect}\n")
    found = [str(problem) for problem in load_site(root).problems]
    assert any("course.yml" in p and words in p for p in found), found


# --- Reports and edits ----------------------------------------------------------------


def test_each_block_has_a_report_that_is_filled_in(published_tree):
    page = parse(published_tree["lessons/counting-02/index.md"])
    links = [a["href"] for a in page.select(".lk-report a")]
    blocks = {}
    for link in links:
        assert link.startswith(f"{REPOSITORY_URL}/issues/new?")
        query = parse_qs(urlsplit(link).query)
        body = query["body"][0]
        block = body.partition("Block: ")[2].partition("\n")[0]
        blocks[block] = body
        assert query["title"] == [f"counting-02, {block}: "]
        assert "Lesson: 01.02 counting-02, revision 1.1.0" in body
        anchor = block.replace("/", "-")
        assert f"Page: {SITE_URL}/lessons/counting-02/#{anchor}\n" in body
    assert sorted(blocks) == [
        "build/median",
        "build/values",
        "challenge/report",
        "exercise/middle",
        "experiment/outlier",
        "experiment/reverse",
        "figure/values",
        "practice/words",
        "question/mean",
        "question/outlier",
    ]


def test_the_anchors_of_reports_are_on_the_page(published_site):
    page = read_page(published_site / "lessons/counting-02/index.html")
    for link in page.select(".lk-report a"):
        body = parse_qs(urlsplit(link["href"]).query)["body"][0]
        anchor = body.partition("#")[2].partition("\n")[0]
        assert page.select(f"#{anchor}"), anchor


def test_each_written_page_leads_to_its_source(published_tree):
    edits = {
        name: parse(text).select_one(".lk-edit a")["href"]
        for name, text in published_tree.items()
        if isinstance(text, str) and "lk-edit" in text
    }
    base = f"{REPOSITORY_URL}/edit/main/"
    folder = "phases/01-counting"
    assert edits["lessons/counting-02/index.md"] == (
        f"{base}{folder}/02-count-things/lesson.md"
    )
    assert edits["phases/counting/index.md"] == f"{base}{folder}/guide.md"
    assert edits["index.md"] == f"{base}docs/index.md"
    assert edits["reference/glossary/index.md"] == f"{base}phases/glossary.yml"
    assert "about/status/index.md" not in edits
    assert not [name for name in edits if "notebook" in name or "downloads" in name]


def test_without_a_repository_no_page_offers_what_needs_one(tree):
    for name, text in tree.items():
        if isinstance(text, str) and name.endswith(".md"):
            assert "lk-report" not in text and "lk-edit" not in text, name


def test_gitlab_has_addresses_of_its_own(course):
    url = "https://gitlab.example.org/group/course/"
    metadata = course.metadata.model_copy(update={"repository": url})
    link = build_issue_link(metadata, "a b", "c&d")
    assert link.startswith("https://gitlab.example.org/group/course/-/issues/new?")
    assert "issue%5Bdescription%5D=c%26d" in link
    assert build_edit_link(metadata, "a b.md").endswith("/-/edit/main/a%20b.md")


# --- 404 ------------------------------------------------------------------------------


def test_where_the_address_is_known_the_404_page_works_at_any_depth(published_site):
    page = parse((published_site / "404.html").read_text("utf-8"))
    assert "There is no page here" in page.get_text()
    for element in page.select("link[href], script[src], a[href]"):
        address = element.get("href") or element.get("src")
        assert address.startswith(("/courses/sample/", "#", "https://")), element


def test_elsewhere_the_404_page_needs_no_other_file(built):
    page = parse((built / "404.html").read_text("utf-8"))
    assert not page.select("script[src], img, link[rel=stylesheet]")
    assert [a.get_text() for a in page.select("main a")] == [
        "Start of the site",
        "My learning",
        "The course",
        "API index",
        "Glossary",
    ]
