"""The state in this browser: kept, shared by tabs, and safe from storage that fails."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from .conftest import KEY, read_stored, store
from .learner import LESSON, make_finished, make_state, make_text

PAGE = "/about/tpu-track/"
BLOCKED = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("denied", "SecurityError"); }
});"""
FULL = """window.full = true;
const real = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, value) {
  if (window.full) throw new DOMException("no room", "QuotaExceededError");
  return real.call(this, key, value);
};"""


def write(page: Page, field: str, text: str) -> bool:
    """Write a text of evidence as the lesson's page does."""
    path = ["lessons", LESSON, "evidence", field]
    return page.evaluate(
        "([path, text]) => lessonkit.store.write(path, { text })", [path, text]
    )


def read(page: Page, field: str) -> str | None:
    path = ["lessons", LESSON, "evidence", field]
    entry = page.evaluate("path => lessonkit.store.read(path)", path)
    return entry and entry["text"]


def trouble(page: Page) -> str | None:
    return page.evaluate("lessonkit.store.trouble()?.kind")


def stored_texts(page: Page) -> dict[str, str]:
    state = read_stored(page) or make_state()
    written = state["lessons"].get(LESSON, {}).get("evidence", {})
    return {field: entry["text"] for field, entry in written.items()}


@pytest.fixture
def opened(page: Page, origin: str) -> Page:
    page.goto(origin + PAGE)
    return page


def open_tab(context: BrowserContext, origin: str) -> Page:
    tab = context.new_page()
    tab.goto(origin + PAGE)
    return tab


def test_what_is_written_is_told_and_is_there_after_a_reload(opened):
    opened.evaluate(
        """window.heard = [];
        const listen = (event) => heard.push(event.detail.path);
        addEventListener("lessonkit:change", listen);"""
    )
    assert write(opened, "code", "print(1)")
    assert opened.evaluate("heard") == [["lessons", LESSON, "evidence", "code"]]
    opened.reload()
    assert read(opened, "code") == "print(1)"
    assert read(opened, "output") is None
    assert trouble(opened) is None


def test_what_is_read_is_a_copy(opened):
    write(opened, "code", "print(1)")
    opened.evaluate("lessonkit.store.read([]).lessons = {}")
    assert read(opened, "code") == "print(1)"


RACE = """([lesson, name]) => {
  let number = 0;
  const next = () => {
    const path = ["lessons", lesson, "evidence", `${name}-${number}`];
    lessonkit.store.write(path, { text: name });
    number += 1;
    if (number < 20) setTimeout(next);
  };
  setTimeout(next);
}"""


def test_two_tabs_that_write_at_once_lose_nothing_of_each_other(
    opened, context, origin
):
    """Each tab's storage lags behind the other's, so that writes do get lost."""
    other = open_tab(context, origin)
    opened.evaluate(RACE, [LESSON, "one"])
    other.evaluate(RACE, [LESSON, "two"])
    for tab in (opened, other):
        tab.wait_for_function(
            "path => Object.keys(lessonkit.store.read(path) || {}).length === 40",
            arg=["lessons", LESSON, "evidence"],
        )
    assert len(stored_texts(opened)) == 40


def test_a_tab_hears_what_another_one_writes(opened, context, origin):
    opened.evaluate(
        """window.heard = false;
        addEventListener("lessonkit:change", () => { heard = true; })"""
    )
    write(open_tab(context, origin), "code", "print(2)")
    opened.wait_for_function("heard")
    assert read(opened, "code") == "print(2)"


def test_an_entry_that_a_racing_tab_overwrote_comes_back(opened, context, origin):
    write(opened, "mine", "still here")
    rival = make_state({LESSON: {"evidence": {"theirs": make_text("theirs")}}})
    store(open_tab(context, origin), rival)
    opened.wait_for_function(
        "key => localStorage.getItem(key).includes('still here')", arg=KEY
    )
    assert stored_texts(opened) == {"mine": "still here", "theirs": "theirs"}


def test_what_one_tab_deletes_another_does_not_bring_back(opened, context, origin):
    other = open_tab(context, origin)
    write(other, "old", "deleted")
    other.evaluate(
        """window.heard = false;
        addEventListener("lessonkit:change", () => { heard = true; })"""
    )
    assert opened.evaluate("lessonkit.store.reset()")
    other.wait_for_function("heard")
    write(other, "new", "later")
    assert stored_texts(other) == {"new": "later"}
    opened.wait_for_function(
        "key => localStorage.getItem(key)?.includes('later')", arg=KEY
    )
    assert stored_texts(opened) == {"new": "later"}


def test_without_storage_pages_work_and_say_so(context, origin):
    # The theme stores the colour scheme, and does not expect to be refused.
    page = context.new_page()
    page.add_init_script(BLOCKED)
    page.goto(origin + PAGE)
    assert not write(page, "code", "print(1)")
    assert read(page, "code") == "print(1)"
    assert trouble(page) == "blocked"
    assert "only while this page is open" in page.evaluate(
        "lessonkit.store.trouble().message"
    )
    assert page.evaluate("lessonkit.store.reset()") is False


def test_what_found_no_room_is_kept_and_saved_once_there_is_some(page, origin):
    page.add_init_script(FULL)
    page.goto(origin + PAGE)
    assert not write(page, "code", "print(1)")
    assert trouble(page) == "full"
    assert read(page, "code") == "print(1)"
    page.evaluate("window.full = false")
    assert write(page, "output", "1")
    assert trouble(page) is None
    assert stored_texts(page) == {"code": "print(1)", "output": "1"}


def aside(page: Page) -> list[str]:
    return page.evaluate("lessonkit.store.asides().map(({ text }) => text)")


@pytest.mark.parametrize("text", ["{cut off", "[]", '"text"'])
def test_a_damaged_value_is_set_aside_and_never_overwritten_unseen(opened, text):
    store(opened, text)
    opened.reload()
    assert read(opened, "code") is None
    assert trouble(opened) == "damaged"
    assert write(opened, "code", "print(1)")
    assert aside(opened) == [text]
    opened.reload()
    assert trouble(opened) is None
    assert read(opened, "code") == "print(1)"
    assert aside(opened) == [text]


def test_the_sound_part_of_a_damaged_value_stays_in_use(opened):
    lessons: dict[str, Any] = {LESSON: {"evidence": {"code": make_text("sound")}}}
    damaged = json.dumps(make_state({**lessons, "x": {"quiz": 7}}))
    store(opened, damaged)
    opened.reload()
    assert read(opened, "code") == "sound"
    assert aside(opened) == [damaged]
    assert read_stored(opened) == make_state({**lessons, "x": {"quiz": {}}})


def test_a_damaged_value_that_cannot_be_set_aside_stays_where_it_is(page, origin):
    page.goto(origin + PAGE)
    store(page, "{cut off")
    page.add_init_script(FULL)
    page.reload()
    assert not write(page, "code", "print(1)")
    assert page.evaluate("key => localStorage.getItem(key)", KEY) == "{cut off"
    page.evaluate("window.full = false")
    assert not write(page, "code", "print(2)")
    page.evaluate("lessonkit.store.setAside()")
    assert stored_texts(page) == {"code": "print(2)"}
    assert aside(page) == ["{cut off"]


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("newer", make_state(version=2)),
        ("foreign", {"somebody": "else"}),
        ("foreign", make_state(course="other-course")),
    ],
)
def test_what_is_not_ours_to_change_is_not_overwritten(opened, kind, value):
    store(opened, value)
    opened.reload()
    assert trouble(opened) == kind
    assert not write(opened, "code", "print(1)")
    assert read(opened, "code") == "print(1)"
    assert read_stored(opened) == value
    assert opened.evaluate("lessonkit.store.setAside()")
    assert trouble(opened) is None
    assert stored_texts(opened) == {"code": "print(1)"}
    assert aside(opened) == [json.dumps(value)]


def test_adding_a_state_keeps_what_is_newer_here(opened):
    write(opened, "code", "newest")
    old = {"code": make_text("old", "2020-01-01T00:00:00Z"), "more": make_text("more")}
    incoming = make_state({LESSON: {"evidence": old, "finished": make_finished()}})
    assert opened.evaluate("state => lessonkit.store.add(state)", incoming)
    assert stored_texts(opened) == {"code": "newest", "more": "more"}


def test_work_under_a_lessons_old_id_is_read_and_saved_under_its_new_one(page, origin):
    def tell_renamed(route: Route) -> None:
        script = route.fetch().text()
        told = f'"renamed": {{"old-04": "{LESSON}"}}, "course":'
        route.fulfill(
            content_type="text/javascript", body=script.replace('"course":', told, 1)
        )

    page.route("**/assets/lessonkit.js", tell_renamed)
    page.goto(origin + PAGE)
    store(page, make_state({"old-04": {"evidence": {"code": make_text("mine")}}}))
    assert read(page, "code") == "mine"
    page.reload()
    assert read(page, "code") == "mine"
    write(page, "output", "3")
    assert set(read_stored(page)["lessons"]) == {LESSON}
    assert stored_texts(page) == {"code": "mine", "output": "3"}
    # A file that was exported before brings the old id along.
    brought = make_state({"old-04": {"evidence": {"limits": make_text("few")}}})
    page.evaluate("state => lessonkit.store.add(state)", brought)
    assert stored_texts(page)["limits"] == "few"
