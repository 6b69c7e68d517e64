"""What the build tells the scripts: the course, its questions and predictions."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any

import pytest
from bs4 import BeautifulSoup
from rjsmin import jsmin

from lessonkit.course.load import load_course
from lessonkit.site.learning import build_settings
from lessonkit.site.pages import build_site
from lessonkit.site.templates import FOLDER
from tests.site.factory import make_published, make_site

SCRIPTS = sorted((FOLDER / "scripts").rglob("*.js"))
# A comment, a pattern, or a text: between quotation marks, or a template without
# another one in it.
LITERAL = re.compile(
    r"//.*|(?<=[(=,!\[])\s*/(?:\[(?:\\.|[^\]\\])*\]|\\.|[^/\\\n])+/"
    r"""|("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)"""
)
KB = 1024
LARGEST = 16 * KB
LARGEST_OF_ALL = 30 * KB


def read_script(tree: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the value that a script gives to the pages."""
    return json.loads(re.search(r" = (\{.*\});\n$", tree[name], re.S)[1])


@pytest.fixture(scope="module")
def course(tree) -> dict[str, Any]:
    return read_script(tree, "assets/course.js")


@pytest.fixture(scope="module")
def told(tree) -> dict[str, Any]:
    return read_script(tree, "assets/lessons/counting-02.js")


@pytest.mark.parametrize(
    ("directory_urls", "lesson", "phase", "learning"),
    [
        (True, "lessons/counting-02/", "phases/counting/", "my-learning/"),
        (
            False,
            "lessons/counting-02/index.html",
            "phases/counting/index.html",
            "my-learning.html",
        ),
    ],
)
def test_addresses_fit_both_kinds_of_link(directory_urls, lesson, phase, learning):
    tree = build_site(make_site(), directory_urls=directory_urls)
    course = read_script(tree, "assets/course.js")
    written = [
        each for p in course["phases"] for each in p["lessons"] if "page" in each
    ]
    assert [each["page"] for each in written] == [lesson]
    assert [p["page"] for p in course["phases"]] == [phase]
    assert course["pages"]["learning"] == learning
    assert {"course", "learning", "review"} == set(course["pages"])


def test_the_course_is_told_with_planned_lessons_and_in_order(course):
    (phase,) = course["phases"]
    planned, written, later = phase["lessons"]
    assert [planned["number"], later["number"]] == ["01.01", "01.03"]
    assert set(planned) == {"id", "number", "title"}
    assert written["questions"] == ["outlier", "mean"]
    assert written["changes"][0] == {
        "revision": "1.1.0",
        "date": "2026-11-29",
        "what": "A second experiment.",
    }
    assert written["evidence"]["limits"] == "What the numbers leave out: n is small"


def test_questions_choices_and_their_keys_are_those_on_the_page(told, page):
    assert list(told["questions"]) == ["outlier", "mean"]
    for id, question in told["questions"].items():
        shown = page.select_one(f"#question-{id}")
        asked = BeautifulSoup(question, "html.parser").li
        assert asked.get_text().split() == shown.get_text().split()
        keys = [
            [one["data-option"] for one in q.select("[data-option]")]
            for q in (asked, shown)
        ]
        assert keys[0] == keys[1] and len(keys[0]) >= 3
    predictions = page.select("[data-item]")
    assert {each["data-item"] for each in predictions} == set(told["predictions"])
    for each in predictions:
        choices = told["predictions"][each["data-item"]]["choices"]
        shown = {c["data-option"]: c.get_text() for c in each.select("[data-option]")}
        assert shown == choices


def test_each_prediction_names_its_place_on_the_page_and_what_was_recorded(told, page):
    assert len(told["predictions"]) >= 3
    for item, prediction in told["predictions"].items():
        assert page.select_one(f"[id='{item}']"), item
        assert prediction["title"] and prediction["question"]
    assert told["predictions"]["experiment-outlier"]["recorded"].startswith("Mean: 169")


def test_questions_are_safe_html(told):
    question = BeautifulSoup(told["questions"]["mean"], "html.parser")
    assert question.select(".lk-question__text math")
    assert not question.select("summary b, script")
    assert "<b>" in question.select("summary")[2].get_text()


def test_scripts_stay_small(tree):
    """Every page loads the first; what the other holds is wanted by few."""
    script, more = tree["assets/lessonkit.js"], tree["assets/more.js"]
    assert script.startswith(b'window.lessonkit = { site: {"course": "')
    assert b"lk-my-learning" in more and b"lk-my-learning" not in script
    assert b"compareGiven" in more and b"compareGiven" not in script
    sizes = [len(gzip.compress(each, 9)) for each in (script, more)]
    assert sizes[0] <= LARGEST
    assert sum(sizes) <= LARGEST_OF_ALL


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_text_of_a_script_is_the_same_in_what_is_sent(path):
    """A template in a template would lose the space around it."""
    source = path.read_text("utf-8")
    sent = jsmin(source)
    assert len(sent) < 0.95 * len(source)
    texts = [found[1] for found in LITERAL.finditer(source) if found[1]]
    assert texts and [text for text in texts if text not in sent] == []
    assert not [text for text in texts if re.search(r"\$\{[^}]*$", text)]


def test_scripts_are_told_of_lessons_that_had_another_id(tmp_path):
    root = make_published(tmp_path / "sample")
    settings = build_settings(load_course(root).course)
    assert settings["renamed"] == {"old-count": "counting-02"}
    assert "renamed" not in build_settings(make_site().course)
