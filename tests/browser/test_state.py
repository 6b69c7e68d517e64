"""The state of a reader as a value: what is taken, what is refused, how two merge."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from .learner import AT, make_answer, make_finished, make_receipt, make_state, make_text


@pytest.fixture(scope="module")
def pure(browser: Browser, origin: str) -> Iterator[Page]:
    """A page whose functions are called; nothing on it is clicked."""
    page = browser.new_page()
    page.goto(f"{origin}/about/tpu-track/")
    yield page
    page.close()


def parse(page: Page, value: Any) -> dict[str, Any]:
    text = value if isinstance(value, str) else json.dumps(value)
    return page.evaluate("text => lessonkit.state.parse(text, 'jax-pathways')", text)


def make_random(rng: random.Random) -> dict[str, Any]:
    """A state with few names and few times, so that entries often meet."""

    def at() -> str:
        return f"2026-11-29T10:00:0{rng.randrange(3)}.000Z"

    def entries(make) -> dict[str, Any]:
        return {name: make() for name in "ab" if rng.random() < 0.6}

    def lesson() -> dict[str, Any]:
        right = rng.random() < 0.5
        found = {
            "quiz": entries(lambda: make_answer("x", right=right, at=at())),
            "evidence": entries(lambda: make_text(rng.choice("xyz"), at())),
            "later": entries(lambda: rng.choice([1, {"at": at()}, {"c": [2]}])),
        }
        if rng.random() < 0.5:
            found["place"] = {"stage": rng.choice(["build", "evidence"]), "at": at()}
        return found

    return make_state(entries(lesson), later=entries(lambda: {"at": at(), "n": 1}))


def test_two_states_merge_the_same_in_any_order_and_grouping(pure):
    rng = random.Random(7)
    triples = [[make_random(rng) for _ in range(3)] for _ in range(60)]
    unlike = pure.evaluate(
        """triples => {
          const { merge, canonical } = lessonkit.state;
          const same = (one, two) => canonical(one) === canonical(two);
          return triples.filter(([a, b, c]) =>
            !same(merge(a, b), merge(b, a)) ||
            !same(merge(merge(a, b), c), merge(a, merge(b, c))) ||
            !same(merge(a, a), a) ||
            !same(merge(merge(a, b), b), merge(a, b)));
        }""",
        triples,
    )
    assert unlike == []


def test_merging_takes_the_newer_of_two_entries_and_loses_none(pure):
    older, newer = "2026-11-29T10:00:00.900Z", "2026-11-29T10:00:01Z"
    one = make_state({"l": {"evidence": {"a": make_text("old", older)}}})
    two = make_state(
        {
            "l": {"evidence": {"a": make_text("new", newer), "b": make_text("b")}},
            "m": {"finished": make_finished()},
        }
    )
    for pair in itertools.permutations([one, two]):
        merged = pure.evaluate("pair => lessonkit.state.merge(...pair)", list(pair))
        assert merged["lessons"]["l"]["evidence"] == two["lessons"]["l"]["evidence"]
        assert merged["lessons"]["m"] == {"finished": make_finished()}


def test_a_sound_state_is_taken_as_it_is_also_what_this_version_does_not_know(pure):
    state = make_state(
        {
            "l": {
                "quiz": {"q": {**make_answer("x", right=True), "seconds": 3}},
                "receipt": {**make_receipt("l"), "at": AT},
                "mood": {"at": AT, "text": "fine", "deep": [{"a": None}]},
            }
        },
        settings={"theme": "calm"},
    )
    assert parse(pure, state) == {"state": state, "trouble": None, "lost": []}


ENTRY = make_text("kept")
SOUND = {"l": {"evidence": {"kept": ENTRY}}}
DAMAGED = {
    "a lesson that is a list": {"x": [1]},
    "answers that are a text": {"x": {"quiz": "all right"}},
    "an answer without its option": {"x": {"quiz": {"q": {"right": True, "at": AT}}}},
    "a flag that is a number": {"x": {"stages": {"build": {"done": 1, "at": AT}}}},
    "an entry without a time": {"x": {"finished": {"revision": "1.0.0"}}},
    "a time that is none": {"x": {"finished": make_finished(at="yesterday")}},
    "a time beyond all clocks": {
        "x": {"finished": make_finished(at="9999-12-31T23:59:59Z")}
    },
    "a receipt of nothing": {"x": {"receipt": {"at": AT}}},
    "a confidence that there is not": {
        "x": {"predictions": {"p": {"choice": None, "confidence": "huge", "at": AT}}}
    },
    "a name longer than any": {"x" * 161: {"finished": make_finished()}},
    "depths": {"x": {"later": json.loads("[" * 40 + "]" * 40)}},
}


@pytest.mark.parametrize("lessons", DAMAGED.values(), ids=DAMAGED)
def test_what_is_damaged_is_named_and_the_rest_is_taken(pure, lessons):
    found = parse(pure, make_state({**SOUND, **lessons}))
    assert found["trouble"]["kind"] == "damaged"
    assert len(found["lost"]) == 1
    assert found["state"]["lessons"]["l"] == SOUND["l"]
    again = parse(pure, found["state"])
    assert again["trouble"] is None and again["state"] == found["state"]


WHOLE = {
    "": "damaged",
    "null": "damaged",
    "[]": "damaged",
    "7": "damaged",
    '{"format": "lessonkit-lear': "damaged",
    "[" * 100_000: "damaged",
    json.dumps({"theme": "dark"}): "foreign",
    json.dumps(make_state(course="numpy-walks")): "foreign",
    json.dumps(make_state(version=2, lessons=[])): "newer",
    json.dumps(make_state(version=0)): "damaged",
    json.dumps(make_state(version="1")): "damaged",
}


@pytest.mark.parametrize("text", WHOLE, ids=lambda text: text[:40] or "empty")
def test_a_text_that_is_no_state_is_told_apart_and_gives_an_empty_one(pure, text):
    found = parse(pure, text)
    assert found["trouble"]["kind"] == WHOLE[text]
    assert found["trouble"]["message"].endswith(".")
    assert found["state"] == make_state()


@pytest.mark.parametrize("key", ["__proto__", "constructor", "prototype"])
def test_no_key_reaches_a_prototype(pure, key):
    bad = f'{{"{key}": {{"polluted": 1, "at": "{AT}"}}}}'
    lessons = f'{{"x": {{"quiz": {bad}, "later": {bad}}}, "{key}": {bad}}}'
    text = json.dumps(make_state()).replace('"lessons": {}', f'"lessons": {lessons}')
    text = text.replace('"review": {}', f'"review": {bad}, "{key}": {bad}')
    found = parse(pure, text)
    assert len(found["lost"]) == 5
    assert "polluted" not in json.dumps(found["state"])
    assert pure.evaluate("[{}.polluted, [].polluted, Object.keys({}).length]") == [
        None,
        None,
        0,
    ]
    assert pure.evaluate(
        "text => Object.getPrototypeOf(lessonkit.state.parse(text, 'jax-pathways')"
        ".state.lessons) === Object.prototype",
        text,
    )


def test_an_older_version_is_migrated_step_by_step(pure):
    found = pure.evaluate(
        """text => {
          const { migrations, parse } = lessonkit.state;
          migrations[-1] = old => ({ ...old, version: 0 });
          migrations[0] = old => ({ ...old, version: 1, lessons: old.units });
          try { return parse(text, "jax-pathways"); }
          finally { delete migrations[0]; delete migrations[-1]; }
        }""",
        json.dumps({**make_state(version=-1), "units": SOUND, "lessons": {}}),
    )
    assert found["trouble"] is None
    assert found["state"]["lessons"] == SOUND


def test_a_new_entry_is_newer_than_the_old_one_whatever_the_clock_says(pure):
    stamped = pure.evaluate(
        "([entry, before]) => lessonkit.state.stamp(entry, before, new Date(0))",
        [{"text": "new"}, make_text("old", "2030-01-01T00:00:00.000Z")],
    )
    assert stamped == make_text("new", "2030-01-01T00:00:00.001Z")


def test_our_own_code_cannot_write_what_could_not_be_read(pure):
    for path, entry in (
        (["lessons", "l", "quiz", "__proto__"], make_answer("x", right=True)),
        (["lessons", "l", "evidence", "code"], {"text": 1, "at": AT}),
        (["lessons"], {"at": AT}),
    ):
        message = pure.evaluate(
            """([path, entry]) => {
              try { lessonkit.state.place("c", path, entry); return ""; }
              catch (error) { return `${error.name}: ${error.message}`; }
            }""",
            [path, entry],
        )
        assert message.startswith("TypeError: no ")


def test_work_on_a_lesson_that_was_renamed_stands_under_its_new_id(pure):
    newer = "2026-11-30T10:00:00.000Z"
    state = make_state(
        {
            "old": {
                "finished": make_finished(),
                "evidence": {"a": make_text("older"), "b": make_text("newer", newer)},
            },
            "oldest": {"place": {"stage": "build", "at": AT}},
            "new": {
                "evidence": {"a": make_text("newer", newer), "b": make_text("older")}
            },
            "toString": {"finished": make_finished()},
        },
        review={
            "old/q": {"step": 1, "due": "2026-12-02", "right": True, "at": AT},
            "older/q": {"step": 2, "due": "2026-12-03", "right": True, "at": AT},
        },
        settings={"theme": "calm"},
    )
    renamed = {"old": "new", "oldest": "new"}
    found = pure.evaluate("pair => lessonkit.state.rename(...pair)", [state, renamed])
    new = {
        "finished": make_finished(),
        "evidence": {"a": make_text("newer", newer), "b": make_text("newer", newer)},
        "place": {"stage": "build", "at": AT},
    }
    kept = {"new": new, "toString": {"finished": make_finished()}}
    moved = {"new/q": state["review"]["old/q"], "older/q": state["review"]["older/q"]}
    assert found == {**state, "lessons": kept, "review": moved}
    again = pure.evaluate("pair => lessonkit.state.rename(...pair)", [found, renamed])
    assert again == found
