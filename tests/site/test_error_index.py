"""The index of error messages: what counts as one, and where it leads to."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from bs4 import BeautifulSoup

from lessonkit.course.entries import Case
from lessonkit.records import Output
from lessonkit.site.caught import Message, find_caught
from lessonkit.site.error_index import build_error_index, join_messages
from lessonkit.site.lesson_view import build_lesson_runs
from tests.site.factory import build_record, load_sample

PAGE = "reference/errors/index.html"
# A handler, with the lines that it prints.
HANDLER = "try:\n    f()\nexcept ValueError as error:\n{}"


def handle(*statements: str) -> str:
    return HANDLER.format("".join(f"    {each}\n" for each in statements))


TELLS_CLASS = 'print("Refused:", type(error).__name__)'


@pytest.mark.parametrize(
    ("statements", "printed", "found"),
    [
        (
            [TELLS_CLASS, 'print(str(error).partition(".")[0])'],
            "Before: 1\nRefused: ValueError\nshapes differ\nAfter: 2\n",
            [("ValueError", "shapes differ")],
        ),
        (
            [TELLS_CLASS, 'print("Message:", error)'],
            "Refused: pkg.errors.ShapeError\nMessage: a: b\n",
            [("ShapeError", "a: b")],
        ),
        (
            ['print(f"{name}: {type(error).__name__}, {error}")'],
            "NumPy: IndexError, out of bounds\nJAX: IndexError, too far\n",
            [("IndexError", "out of bounds"), ("IndexError", "too far")],
        ),
        (
            [TELLS_CLASS, 'print("Names it:", "x" in str(error))'],
            "Refused: ValueError\nNames it: True\n",
            [("ValueError", "")],
        ),
        ([TELLS_CLASS], "Refused: ValueError\n", [("ValueError", "")]),
        (
            ["print(error)", TELLS_CLASS],
            "shapes differ\nRefused: ValueError\n",
            [("ValueError", "")],
        ),
    ],
    ids=["cut", "labelled", "one line", "a question about it", "class alone", "above"],
)
def test_what_a_handler_prints_is_a_message(statements, printed, found):
    messages = find_caught(handle(*statements), printed)
    assert [(m.kind, m.words) for m in messages] == found


@pytest.mark.parametrize(
    ("source", "printed"),
    [
        ('print("ValueError: no message")\n', "ValueError: no message\n"),
        (handle("print(error)"), "shapes differ\n"),
        (handle(TELLS_CLASS), "Asked: ValueError\n"),
        (handle(TELLS_CLASS), "Refused: accepted\n"),
        (handle(f"log = lambda: {TELLS_CLASS}"), "Refused: ValueError\n"),
        (handle('print(type(error).__name__, end="")'), "ValueError\n"),
        (handle('print(f"{type(error).__name__:>20}")'), "ValueError\n"),
        (HANDLER.replace(" as error", "").format("    print(1)\n"), "ValueError: 1\n"),
    ],
    ids=[
        *("no handler", "words alone", "another label", "no class", "no print"),
        *("unended", "formatted", "unnamed"),
    ],
)
def test_a_line_that_only_looks_like_a_message_is_none(source, printed):
    assert find_caught(source, printed) == ()


def test_words_count_only_right_below_the_class():
    source = handle(TELLS_CLASS, 'print("Next")', "print(error)")
    printed = "Refused: ValueError\nNext\nshapes differ\n"
    assert find_caught(source, printed) == (Message("ValueError", ""),)


def test_a_message_that_one_lesson_cuts_and_another_does_not_is_one():
    long = Message("TypeError", "arrays are fixed. Use at.")
    messages = [
        *(Message("TypeError", "arrays are fixed"), long),
        *(Message("ValueError", "arrays are fixed"), Message("TypeError", "arrays")),
        *(Message("ValueError", "sizes:"), Message("ValueError", "sizes")),
    ]
    assert join_messages(messages) == {
        *(long, Message("ValueError", "arrays are fixed")),
        Message("ValueError", "sizes:"),
    }


def make_index(*messages: str, printed: str = "", status: str = "passed"):
    """Return the index of the sample, with these cases and this in its record."""
    course = load_sample()
    (phase,) = course.phases
    (lesson,) = course.lessons
    cases = tuple(
        Case(
            id=f"case-{number}",
            symptom="It stops.",
            message=message,
            causes=("x",),
            does_not_prove="x",
            tell_apart="x",
        )
        for number, message in enumerate(messages)
    )
    metadata = lesson.metadata.model_copy(update={"diagnose": cases})
    lesson = replace(lesson, metadata=metadata)
    course = replace(course, phases=(replace(phase, lessons=(lesson,)),))
    record = build_record(lesson)
    cells = tuple(
        replace(cell, stdout=Output((printed,)), status=status)
        if cell.name == "build/values"
        else cell
        for cell in record.cells
    )
    records = {lesson.id: {"cpu": replace(record, cells=cells)}}
    runs = {lesson.id: build_lesson_runs(course, lesson, records, {})}
    return build_error_index(course, runs)


def test_classes_and_words_stand_from_a_to_z_and_what_has_no_class_last():
    index = make_index(
        *("quoted without a class", "ValueError: b", "a.TypeError: x", "ValueError: A")
    )
    shown = [(kind.name, [m.text for m in kind.messages]) for kind in index]
    assert shown == [
        ("TypeError", ["TypeError: x"]),
        ("ValueError", ["ValueError: A", "ValueError: b"]),
        ("", ["quoted without a class"]),
    ]


@pytest.mark.parametrize(
    ("printed", "status", "places"),
    [
        (
            "Sentence: the last of four words\n",
            "passed",
            ["build-values", "diagnose-case-0"],
        ),
        ("Sentence: the last of four\n", "passed", ["diagnose-case-0"]),
        ("Sentence: the last of four words\n", "failed", ["diagnose-case-0"]),
    ],
)
def test_a_cell_whose_record_holds_all_words_of_a_message_explains_it_too(
    printed, status, places
):
    (kind,) = make_index(
        "ValueError: the last of four words.", printed=printed, status=status
    )
    (message,) = kind.messages
    assert [place.anchor for place in message.places] == places


def test_a_message_of_few_words_is_not_looked_for_in_other_lines():
    (kind,) = make_index("KeyError: 'w'", printed="Names: 'w' and 'b'\n")
    assert [place.anchor for place in kind.messages[0].places] == ["diagnose-case-0"]


# --- the real course -------------------------------------------------------------------


@pytest.fixture(scope="module")
def page(built_site) -> BeautifulSoup:
    return BeautifulSoup((built_site / PAGE).read_text("utf-8"), "html.parser")


def find_places(page: BeautifulSoup, text: str) -> list[str]:
    (name,) = [
        h for h in page.select(".lk-message h3") if h.get_text().startswith(text)
    ]
    return [link["href"] for link in name.find_parent("section").select("li > a")]


def test_messages_that_lessons_caught_or_quote_lead_to_their_places(page):
    refused = "TypeError: JAX arrays are immutable and do not support in-place"
    assert find_places(page, refused) == [
        "../../lessons/arrays-02/#build-refuse",
        "../../lessons/arrays-02/#diagnose-assignment-refused",
    ]
    assert find_places(page, "TypeError: sum requires ndarray or scalar") == [
        "../../lessons/setup-02/#diagnose-refused-call",
        "../../lessons/setup-05/#diagnose-plain-list",
    ]
    assert find_places(page, "IndexError: index 6 is out of bounds for axis 0") == [
        "../../lessons/arrays-03/#build-rises"
    ]


def test_every_message_that_a_case_quotes_is_listed_and_leads_to_the_case(page, course):
    quoted = {
        f"../../lessons/{lesson.id}/#diagnose-{case.id}"
        for lesson in course.lessons
        for case in lesson.metadata.diagnose
        if case.message
    }
    assert len(quoted) > 20
    assert quoted <= {link["href"] for link in page.select(".lk-message li > a")}


def test_every_place_is_on_its_page(page, built_site):
    for link in page.select(".lk-uses li > a"):
        address, anchor = link["href"].removeprefix("../../").split("#")
        text = (built_site / address / "index.html").read_text("utf-8")
        assert f'id="{anchor}"' in text, link["href"]


def test_the_search_finds_a_message_and_lessons_lead_to_the_index(page, built_site):
    index = json.loads((built_site / "search/search_index.json").read_text("utf-8"))
    titles = {
        entry["title"]: entry["location"]
        for entry in index["docs"]
        if entry["location"].startswith("reference/errors/#message-")
    }
    name = page.select_one(".lk-message h3")
    assert titles[name.get_text()] == f"reference/errors/#{name['id']}"
    lesson = (built_site / "lessons/setup-05/index.html").read_text("utf-8")
    assert "../../reference/errors/" in lesson
