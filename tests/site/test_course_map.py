"""The map of the course: which lesson needs which, in lines and in words."""

from __future__ import annotations

import shutil

import pytest
from bs4 import BeautifulSoup

from lessonkit.site.course_map import place_lessons
from lessonkit.site.pages import build_site, load_site
from tests.site.factory import make_repository, make_site

# What each lesson needs: a fork, two ways on, and their meeting; a lesson on its own.
NEEDS = {
    "start": [],
    "left": ["start"],
    "left-2": ["left"],
    "right": ["start"],
    "alone": [],
    "both": ["right", "left-2"],
    "last": ["both"],
}


def test_a_course_that_goes_straight_on_has_one_lane():
    places = place_lessons({"a": [], "b": ["a"], "c": ["b"]})
    assert [place.lane for place in places.values()] == [0, 0, 0]
    assert [(p.above, p.below) for p in places.values()] == [
        *((False, True), (True, True), (True, False))
    ]
    assert not any(place.passing or place.joining for place in places.values())


def test_a_fork_opens_a_lane_that_ends_where_the_ways_meet():
    places = place_lessons(NEEDS)
    assert {id: place.lane for id, place in places.items()} == {
        **{"start": 0, "left": 1, "left-2": 1},
        **{"right": 0, "alone": 2, "both": 0, "last": 0},
    }
    assert (places["left"].passing, places["left"].joining) == ((0,), (0,))
    assert (places["alone"].passing, places["alone"].joining) == ((0, 1), ())
    assert (places["both"].passing, places["both"].joining) == ((), (1,))
    assert (places["last"].passing, places["last"].joining) == ((), ())


@pytest.mark.parametrize(
    "needs",
    [
        NEEDS,
        {"a": [], "b": ["a"], "c": ["a"], "d": ["a"], "e": ["b", "d"], "f": ["c", "e"]},
        {"a": [], "b": [], "c": ["a"], "d": ["b"], "e": ["a", "c"], "f": ["d"]},
    ],
)
def test_every_line_can_be_followed_from_a_lesson_to_what_it_needs(needs):
    """The rows are read upwards as an eye does, from each lesson's own place."""
    order = list(needs)
    places = place_lessons(needs)
    for id, needed in needs.items():
        lanes = set(places[id].joining) | (
            {places[id].lane} if places[id].above else set()
        )
        assert {follow(order, places, id, lane) for lane in lanes} == set(needed)


def follow(order, places, id, lane) -> str:
    """Return the lesson in whose place a line that comes from above begins."""
    for above in reversed(order[: order.index(id)]):
        place = places[above]
        if place.lane == lane and place.below:
            return above
        assert lane in place.passing, (id, above, lane)
    raise AssertionError(f"the line above {id} has no beginning")


# --- pages -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def page(built_site) -> BeautifulSoup:
    text = (built_site / "map/index.html").read_text("utf-8")
    return BeautifulSoup(text, "html.parser")


def test_each_written_lesson_is_a_link_with_what_it_needs_and_what_needs_it(
    page, course
):
    numbers = {lesson.id: lesson.number for lesson in course.lessons}
    rows = page.select("li.lk-map__row")
    assert [row["id"] for row in rows] == list(numbers)
    for row, lesson in zip(rows, course.lessons, strict=True):
        link = row.select_one(".lk-map__lesson")
        assert link["href"] == f"../lessons/{lesson.id}/"
        assert link.b.get_text() == lesson.number
        words = row.p.get_text(" ")
        for need in lesson.metadata.needs:
            assert numbers[need] in words.partition("needed by")[0]
        needing = [o.number for o in course.lessons if lesson.id in o.metadata.needs]
        assert all(number in words.partition("needed by")[2] for number in needing)
        anchors = [a["href"] for a in row.p.select("a")]
        assert len(anchors) == len(lesson.metadata.needs) + len(needing)
        assert {anchor.removeprefix("#") for anchor in anchors} <= set(numbers)


def test_each_row_draws_its_lines_for_nobody_but_the_eye(page):
    for row in page.select(".lk-map__row"):
        (svg,) = row.find_all("svg", recursive=False)
        assert svg["aria-hidden"] == "true"
    branch = page.select_one("#setup-03 line[y2='1.5em']")
    assert branch["x1"] != branch["x2"]


def test_a_need_that_is_only_planned_is_left_out():
    text = build_site(make_site())["map/index.md"]
    row = BeautifulSoup(text, "html.parser").select_one("li.lk-map__row")
    assert row["id"] == "counting-02"
    assert row.p.get_text() == "a place to begin"


def test_a_phase_leads_to_the_map_once_a_lesson_of_it_is_written(tree, tmp_path):
    """Else the map does not list it, and the link would lead nowhere."""
    root = make_repository(tmp_path / "sample")
    shutil.rmtree(next(root.glob("phases/*/*/lesson.yml")).parent)
    planned = build_site(load_site(root))["phases/counting/index.md"]
    assert "map of the course" in tree["phases/counting/index.md"]
    assert "map of the course" not in planned


@pytest.mark.parametrize(
    ("page_name", "href"),
    [
        ("phases/index.html", "../map/"),
        ("phases/arrays/index.html", "../../map/#phase-arrays"),
        ("lessons/arrays-01/index.html", "../../map/#arrays-01"),
    ],
)
def test_the_path_its_phases_and_lessons_lead_to_the_map(built_site, page_name, href):
    text = (built_site / page_name).read_text("utf-8")
    assert BeautifulSoup(text, "html.parser").select(f"a[href='{href}']")
    anchor = href.partition("#")[2]
    assert (
        f'id="{anchor}"' in (built_site / "map/index.html").read_text("utf-8")
        or not anchor
    )
