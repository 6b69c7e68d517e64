"""When questions come back, and in which order: pure functions, called in a page."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from .learner import make_course, make_finished, make_lesson, make_state


@pytest.fixture(scope="module")
def pure(browser: Browser, origin: str) -> Iterator[Page]:
    """A page whose functions are called, in a place that changes its clocks."""
    context = browser.new_context(timezone_id="America/Sao_Paulo")
    page = context.new_page()
    page.goto(f"{origin}/about/tpu-track/")
    yield page
    context.close()


def answer(page: Page, step: int, right: bool, day: str) -> dict[str, object]:
    return page.evaluate(
        "([step, right, day]) => lessonkit.schedule.answer({ step }, right, day)",
        [step, right, day],
    )


def test_right_answers_in_time_come_1_3_7_and_21_days_after_finishing(pure):
    step, day, days = 0, "2026-11-30", []
    while step < 4:
        days.append(day)
        entry = answer(pure, step, True, day)
        step, day = entry["step"], entry["due"]
    assert days == ["2026-11-30", "2026-12-02", "2026-12-06", "2026-12-20"]
    assert entry["right"] is True


def test_a_wrong_answer_brings_a_question_back_the_next_day_from_the_start(pure):
    for step in range(4):
        assert answer(pure, step, False, "2026-12-31") == {
            "step": 0,
            "due": "2027-01-01",
            "right": False,
        }


def test_a_late_answer_counts_from_its_own_day(pure):
    assert answer(pure, 0, True, "2026-12-20")["due"] == "2026-12-22"


# Clocks went forward at midnight there: that day began at one o'clock.
@pytest.mark.parametrize(
    ("day", "count", "after"),
    [
        ("2018-11-03", 1, "2018-11-04"),
        ("2018-11-04", 1, "2018-11-05"),
        ("2018-02-17", 1, "2018-02-18"),
        ("2024-02-28", 1, "2024-02-29"),
        ("2026-12-30", 7, "2027-01-06"),
    ],
)
def test_days_are_added_by_the_calendar(pure, day, count, after):
    found = pure.evaluate("pair => lessonkit.schedule.addDays(...pair)", [day, count])
    assert found == after


def test_a_day_is_the_readers_own(pure):
    day = pure.evaluate("lessonkit.schedule.dayOf(new Date('2026-11-30T01:30:00Z'))")
    assert day == "2026-11-29"


COURSE = make_course(
    {
        "one": [make_lesson("a"), make_lesson("b")],
        "two": [make_lesson("c", 1), {"id": "d", "number": "1.2", "title": "Planned"}],
    }
)


def test_questions_of_finished_lessons_alone_are_listed_with_what_is_known(pure):
    state = make_state(
        {"a": {"finished": make_finished(at="2026-11-30T01:30:00Z")}, "c": {}},
        review={
            "a/q2": {"step": 4, "due": "2026-12-20", "right": True, "at": "2026"},
            "a/gone": {"step": 0, "due": "2026-12-20", "right": True, "at": "2026"},
        },
    )
    items = pure.evaluate(
        "([course, state]) => lessonkit.schedule.list(course, state)", [COURSE, state]
    )
    assert [(i["key"], i["step"], i["due"], i["known"]) for i in items] == [
        ("a/q1", 0, "2026-11-30", False),
        ("a/q2", 4, "2026-12-20", True),
    ]


def make_item(phase: str, lesson: str, number: int, due: str) -> dict[str, object]:
    key = f"{lesson}/{number}"
    return {"key": key, "lesson": lesson, "phase": phase, "due": due, "known": False}


def test_due_today_or_before_and_what_comes_next(pure):
    items = [
        make_item("p", "a", 1, "2026-12-01"),
        make_item("p", "b", 1, "2026-12-02"),
        make_item("p", "c", 1, "2026-12-03"),
        make_item("p", "c", 2, "2026-12-03"),
        {**make_item("p", "c", 3, "2026-12-01"), "known": True},
    ]
    due, following, none = pure.evaluate(
        """items => {
          const { findDue, findNext } = lessonkit.schedule;
          return [findDue(items, "2026-12-02"), findNext(items, "2026-12-02"),
                  findNext(items, "2026-12-03")];
        }""",
        items,
    )
    assert [item["key"] for item in due] == ["a/1", "b/1"]
    assert following == {"day": "2026-12-03", "count": 2}
    assert none is None


def test_no_lesson_comes_twice_in_a_row_where_that_can_be_avoided(pure):
    rng = random.Random(11)
    cases = []
    for _ in range(150):
        counts = [rng.randrange(6) for _ in range(rng.randrange(1, 6))]
        cases.append(
            [
                make_item(
                    f"p{lesson % 2}", f"l{lesson}", number, f"d{rng.randrange(3)}"
                )
                for lesson, count in enumerate(counts)
                for number in range(count)
            ]
        )
    mixed = pure.evaluate("cases => cases.map(lessonkit.schedule.mix)", cases)
    assert mixed == pure.evaluate("cases => cases.map(lessonkit.schedule.mix)", cases)
    for items, order in zip(cases, mixed, strict=True):
        assert sorted(i["key"] for i in order) == sorted(i["key"] for i in items)
        lessons = [item["lesson"] for item in order]
        most = max(map(lessons.count, lessons), default=0)
        pairs = sum(one == two for one, two in itertools.pairwise(lessons))
        # With one lesson in the majority, as many pairs as its surplus are needed.
        assert pairs == max(0, 2 * most - len(lessons) - 1), lessons


def test_phases_alternate_where_both_have_questions(pure):
    items = [make_item(p, f"{p}{n}", 1, "d") for p in ("x", "y") for n in range(3)]
    order = pure.evaluate("items => lessonkit.schedule.mix(items)", items)
    phases = [item["phase"] for item in order]
    assert all(one != two for one, two in itertools.pairwise(phases))
