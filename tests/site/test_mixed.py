"""The mixed review of a phase: its questions, their order, and the ways to it."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise, product
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from lessonkit.course.entries import Option, Question
from lessonkit.mkdocs_plugin import build_nav
from lessonkit.site.mixed import MixedQuestion, find_phase_review, mix_questions
from lessonkit.site.page_views import Neighbour
from tests.site.factory import load_sample

PAGE = "phases/transforms/review/index.html"


def make_questions(**counts: int) -> list[MixedQuestion]:
    """Return made-up questions, lesson by lesson."""
    options = tuple(
        Option(text=text, right=text == "a", feedback="x") for text in ("a", "b", "c")
    )
    return [
        MixedQuestion(
            Neighbour(lesson, lesson, "", ""),
            Question(id=f"q-{number}", question="?", options=options),
        )
        for lesson, count in counts.items()
        for number in range(count)
    ]


def test_neighbours_are_of_different_lessons_and_none_is_lost():
    for counts in product(range(6), repeat=3):
        if 2 * max(counts) > sum(counts) + 1:
            continue
        questions = make_questions(**dict(zip("abc", counts, strict=True)))
        mixed = mix_questions(questions)
        assert sorted(q.key for q in mixed) == sorted(q.key for q in questions)
        assert all(one.lesson != two.lesson for one, two in pairwise(mixed)), counts


def test_a_lesson_that_asks_more_than_all_others_comes_twice_only_at_the_end():
    mixed = [q.lesson.id for q in mix_questions(make_questions(a=6, b=2))]
    assert mixed == ["a", "b", "a", "b", "a", "a", "a", "a"]


def test_the_order_is_no_round_of_the_lessons_and_does_not_depend_on_theirs():
    questions = make_questions(a=5, b=5, c=5, d=5)
    mixed = mix_questions(questions)
    assert mix_questions(reversed(questions)) == mixed
    rounds = [tuple(q.lesson.id for q in mixed[at : at + 4]) for at in range(0, 20, 4)]
    assert len(set(rounds)) > 2
    own = [q.question.id for q in mixed if q.lesson.id == "a"]
    assert own != sorted(own)


def test_a_new_question_moves_few_others():
    before = [q.key for q in mix_questions(make_questions(a=5, b=5, c=5, d=5))]
    after = [q.key for q in mix_questions(make_questions(a=5, b=5, c=5, d=6))]
    after.remove("d/q-5")
    same = sum(pair in list(pairwise(after)) for pair in pairwise(before))
    assert same >= 12


def test_a_phase_whose_questions_are_of_one_lesson_has_no_review():
    course = load_sample()
    (phase,) = course.phases
    assert len(phase.lessons) == 1
    assert find_phase_review(course, phase) is None
    assert "Mixed" not in str(build_nav([["phases/index.md"]], course))


# --- the real course -------------------------------------------------------------------


@cache
def read(built_site: Path, name: str) -> BeautifulSoup:
    return BeautifulSoup((built_site / name).read_text("utf-8"), "html.parser")


def test_the_page_asks_every_question_of_the_phase_as_its_lesson_does(
    built_site, course
):
    page = read(built_site, PAGE)
    phase = next(phase for phase in course.phases if phase.id == "transforms")
    keys = [f"{q['data-of']}/{q['data-question']}" for q in page.select(".lk-question")]
    assert sorted(keys) == sorted(
        f"{lesson.id}/{question.id}"
        for lesson in phase.lessons
        for question in lesson.metadata.quiz
    )
    for asked in page.select(".lk-question"):
        lesson = asked["data-of"]
        link = asked.select_one(".lk-question__from a").extract()
        anchor = f"question-{asked['data-question']}"
        assert link["href"] == f"../../../lessons/{lesson}/#{anchor}"
        there = read(built_site, f"lessons/{lesson}/index.html").find(id=anchor)
        assert asked.get_text().split() == there.get_text().split()


@pytest.mark.parametrize(
    ("page", "href"),
    [
        ("phases/transforms/index.html", "review/"),
        ("review/index.html", "../phases/transforms/review/"),
        ("lessons/transforms-01/index.html", "../../phases/transforms/review/"),
    ],
)
def test_the_phase_the_review_and_the_navigation_lead_to_it(built_site, page, href):
    assert read(built_site, page).select(f"a[href='{href}']")


def test_the_search_knows_the_page_and_not_its_questions(built_site):
    index = json.loads((built_site / "search/search_index.json").read_text("utf-8"))
    address = "phases/transforms/review/"
    texts = {entry["location"]: entry["text"] for entry in index["docs"]}
    assert "from memory" in texts[address]
    asked = read(built_site, PAGE).select_one(".lk-question__text").get_text()
    assert asked[:30] not in texts[address]
