"""What machines read: JSON-LD, Open Graph, sitemap, llms.txt, provenance, schemas."""

from __future__ import annotations

import copy
import json
import re
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from bs4 import BeautifulSoup
from jsonschema import Draft202012Validator, ValidationError

from lessonkit.learn.receipts import render_receipt
from lessonkit.records import Environment, SourceHash
from lessonkit.records.receipts import Receipt
from lessonkit.records.verifications import Standing
from lessonkit.site.metadata import build_license, render_script
from lessonkit.site.pages import Content, build_site
from tests.site.factory import SITE_URL, VERIFICATION, make_repository, make_site

LESSON = "lessons/counting-02/index.md"


def read_linked_data(html: str) -> dict[str, Any]:
    """Return the one piece of JSON-LD that a page has, in its head."""
    document = BeautifulSoup(html, "html.parser")
    (script,) = document.select("script[type='application/ld+json']")
    assert script.find_parent("head")
    return json.loads(script.string)


def read_front_matter(page: Content) -> dict[str, Any]:
    """Return the JSON-LD that stands in a page's front matter."""
    assert isinstance(page, str) and page.startswith("---\n")
    return json.loads(yaml.safe_load(page.split("---\n")[1])["linked_data"])


# --- schema.org -----------------------------------------------------------------------


def test_a_lesson_is_a_learning_resource_with_absolute_addresses(published_site):
    page = published_site / "lessons/counting-02/index.html"
    found = read_linked_data(page.read_text("utf-8"))
    assert found["@type"] == "LearningResource"
    assert found["name"] == "Count things fairly"
    assert found["description"] == "Leave with a median that one outlier cannot move."
    assert found["url"] == f"{SITE_URL}/lessons/counting-02/"
    assert (found["version"], found["dateModified"]) == ("1.1.0", "2026-11-29")
    assert found["timeRequired"] == "PT50M"
    assert found["license"] == "https://creativecommons.org/licenses/by/4.0/"
    assert found["teaches"][0] == "Compute a median with statistics.median."
    assert found["isPartOf"]["isPartOf"]["@type"] == "Course"
    for entry in found["encoding"]:
        address = entry["contentUrl"].removeprefix(f"{SITE_URL}/")
        assert (published_site / address).is_file(), address


def test_home_and_path_are_the_course(published_site):
    for name in ("index.html", "phases/index.html"):
        found = read_linked_data((published_site / name).read_text("utf-8"))
        assert found["@type"] == "Course"
        assert found["url"] == f"{SITE_URL}/"
        assert found["hasCourseInstance"]["courseWorkload"] == "PT50M"
        (part,) = found["hasPart"]
        assert part["url"] == f"{SITE_URL}/lessons/counting-02/"


@pytest.mark.parametrize("directory_urls", [True, False])
def test_without_an_address_all_are_relative(directory_urls):
    tree = build_site(make_site(), directory_urls=directory_urls)
    index = "" if directory_urls else "index.html"
    lesson = read_front_matter(tree[LESSON])
    assert lesson["url"] == (index or "./")
    assert lesson["isPartOf"]["url"] == f"../../phases/counting/{index}"
    assert lesson["encoding"][0]["contentUrl"] == "downloads/counting-02.ipynb"
    home = read_front_matter(tree["index.md"])
    assert home["hasPart"][0]["url"] == f"lessons/counting-02/{index}"


def test_no_text_can_leave_the_script(tmp_path):
    root = make_repository(tmp_path / "sample")
    (lesson,) = root.glob("phases/*/*/lesson.yml")
    text = lesson.read_text("utf-8")
    plain = "Leave with a *median* that one outlier cannot move."
    assert plain in text
    hostile = "`</script><img src=x> 🚀 --- & <!--`"
    lesson.write_text(text.replace(plain, hostile), "utf-8")
    page = build_site(make_site(root))[LESSON]
    found = read_front_matter(page)["description"]
    assert found.startswith("</script><img src=x> 🚀 --- &")
    assert "<img src=x>" not in page.partition("linked_data:")[2]
    assert "<" not in render_script({"a": "</script>"})


def test_an_unknown_licence_is_named():
    named = {"@type": "CreativeWork", "name": "Ask us"}
    assert build_license("Ask us") == named
    assert build_license("CC BY-SA 4.0").endswith("/licenses/by-sa/4.0/")


def test_metadata_is_no_part_of_the_search(published_site):
    index = (published_site / "search/search_index.json").read_text("utf-8")
    assert "LearningResource" not in index and "Edit this page" not in index
    assert "Report a problem" not in index


# --- the head of a page, and the sitemap ----------------------------------------------


def read_head(path: Path) -> dict[str, str]:
    document = BeautifulSoup(path.read_text("utf-8"), "html.parser")
    found = {e["property"]: e["content"] for e in document.select("meta[property]")}
    canonical = document.select_one("link[rel=canonical]")
    return found | ({"canonical": canonical["href"]} if canonical else {})


def test_a_published_page_names_its_address_and_a_local_one_none(published_site, built):
    head = read_head(published_site / "lessons/counting-02/index.html")
    address = f"{SITE_URL}/lessons/counting-02/"
    assert head["canonical"] == head["og:url"] == address
    assert head["og:title"] == "Count things fairly"
    assert head["og:type"] == "article"
    assert read_head(published_site / "index.html")["og:type"] == "website"
    local = read_head(built / "lessons/counting-02/index.html")
    assert "canonical" not in local and "og:url" not in local
    assert local["og:description"] == head["og:description"]


def test_the_sitemap_lists_pages_once_the_address_is_known(published_site, built):
    root = ElementTree.parse(published_site / "sitemap.xml").getroot()
    places = [element.text for element in root.iter() if element.tag.endswith("loc")]
    assert f"{SITE_URL}/lessons/counting-02/" in places
    assert f"{SITE_URL}/reference/glossary/" in places
    assert not [place for place in places if "notebook" in place]
    assert not list(built.glob("sitemap*"))


def test_a_copy_on_a_disk_has_no_address(published_site):
    (path,) = published_site.glob("downloads/*offline*.zip")
    with zipfile.ZipFile(path) as archive:
        names = [n for n in archive.namelist() if n.endswith((".html", ".txt", ".xml"))]
        pages = {name: archive.read(name).decode("utf-8") for name in names}
    assert len(pages) > 5
    assert [name for name, text in pages.items() if SITE_URL in text] == []


# --- llms.txt -------------------------------------------------------------------------


def test_llms_txt_has_the_form_and_its_links_lead_to_markdown(tree):
    text = tree["llms.txt"]
    title, summary, *_ = [line for line in text.splitlines() if line]
    assert title == "# Sample Course"
    assert summary.startswith("> A tiny course")
    sections = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert sections == ["01 Counting", "Reference", "Optional"]
    links = re.findall(r"^- \[[^\]]+\]\(([^)]+)\)", text, re.MULTILINE)
    assert links[0] == "lessons/counting-02/downloads/counting-02.md"
    pages = {f"{link}index.md" for link in links} | {
        f"{link[:-1]}.md" for link in links
    }
    known = [link for link in links if link in tree or pages & set(tree)]
    assert known == links
    assert "Texts are under CC BY 4.0." in text


def test_llms_txt_of_a_published_course_is_absolute(published_tree):
    text = published_tree["llms.txt"]
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert links and all(link.startswith(f"{SITE_URL}/") for link in links)
    assert "code is under MIT" in text


# --- provenance and schemas -----------------------------------------------------------


def find_misfit(schema: Content, value: Any) -> str:
    """Return what of a value does not fit; nothing where all does."""
    parsed = json.loads(schema)
    Draft202012Validator.check_schema(parsed)
    try:
        Draft202012Validator(parsed).validate(value)
    except ValidationError as error:
        return error.message
    return ""


@pytest.fixture(scope="module")
def verified_tree() -> dict[str, Content]:
    """The pages of the sample, verified in another environment."""
    packages = {"jax": "0.12.0"}
    found = replace(VERIFICATION, revision="1.1.0", date="2026-11-29", packages=packages)
    standings = {"counting-02": (Standing("next", found, True),)}
    return build_site(replace(make_site(), standings=standings))


def test_the_provenance_fits_its_published_schema(verified_tree):
    value = json.loads(verified_tree["provenance.json"])
    schema = verified_tree[value["$schema"]]
    assert find_misfit(schema, value) == ""
    (run,) = value["runs"]
    assert (run["lesson"], run["backend"], run["state"]) == (
        "counting-02",
        "cpu",
        "fresh",
    )
    assert run["environment"]["packages"] == {"jax": "0.10.2"}
    assert run["verified"][0]["packages"] == {"jax": "0.12.0"}
    assert run["record"] in verified_tree
    assert f"{run['page']}index.md" in verified_tree
    (figure,) = run["figures"]
    assert figure["picture"] in verified_tree and figure["data"] in verified_tree


@pytest.mark.parametrize("kind", ["never", "stale", "failed"])
def test_the_provenance_of_any_state_fits(kind):
    tree = build_site(make_site(kind=kind))
    value = json.loads(tree["provenance.json"])
    assert find_misfit(tree["schemas/provenance.json"], value) == ""
    assert [run["state"] for run in value["runs"]] == (
        [kind] if kind != "never" else []
    )


def test_the_schema_refuses_what_does_not_fit(verified_tree):
    schema = verified_tree["schemas/provenance.json"]
    value = json.loads(verified_tree["provenance.json"])
    for change, words in (
        (lambda run: run.pop("started"), "'started' is a required property"),
        (lambda run: run.update(seconds="1"), "'1' is not of type 'number'"),
        (lambda run: run["environment"].update(host="x"), "'host' was unexpected"),
    ):
        damaged = copy.deepcopy(value)
        change(damaged["runs"][0])
        assert words in find_misfit(schema, damaged)


def test_a_receipt_fits_its_published_schema(tree):
    source = SourceHash("main.py", "1" * 64, "2" * 64)
    receipt = Receipt(
        lesson="counting-02",
        title="Count",
        revision="1.1.0",
        lesson_code=source,
        code=source,
        inputs=(source,),
        exercises={"middle": "passed"},
        output="Mine: 3\n",
        started="2026-11-29T10:45:00Z",
        seconds=1.5,
        environment=Environment("3.11", "x", {}, "cpu", "cpu", 1, {}),
        lessonkit="0.0.0",
        filled={"code": "3" * 64},
    )
    value = json.loads(render_receipt(receipt))
    schema = tree["schemas/evidence.json"]
    assert find_misfit(schema, value) == ""
    assert "'other' was expected" in find_misfit(
        schema.replace('"lessonkit evidence"', '"other"'), value
    )
    assert "is not of type 'object'" in find_misfit(schema, {**value, "exercises": []})
