"""Compare with my run: the same verdicts as `verify`, in a reader's words, as text."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Browser, Page, expect

from lessonkit.execute.compare import Allowance, are_alike, compare_lines
from lessonkit.records import Record, load_record
from lessonkit.records.storage import dump_record

USUAL = Allowance(relative=1e-5, absolute=1e-6, lines=("Seconds:",))
WIDE = Allowance(relative=0.1, absolute=0.0)
EXACT = Allowance(relative=0.0, absolute=0.0)
MILLIONTH = Allowance(relative=0.0, absolute=1e-6)

# Lines that are compared with each other, every one with every one.
LINES = (
    ("0.948437", "0.948438", "0.948439", "9.48437e-1"),
    ("Loss: 0.460000", "Loss: 0.460001", "Loss: 0.46", "Loss: .46", "loss: 0.46"),
    ("Loss:  0.46", "Loss: 0.4600000083446502", "Loss: 0.5", "Loss: 4.6e-1", "Loss: 1"),
    (
        "n 1",
        "n 1.0",
        "n 1.00001",
        "n 1.000001",
        "n 01",
        "n +1",
        "n -1",
        "n 1.",
        "n 1e0",
    ),
    ("nan", "inf", "-inf", "+inf", "0.0", "-0.", "0", "nano", "nan nan", "nan  nan"),
    ("[ 0.36  0.34 -0.  ]", "[0.36000001 0.34 0.]", "[0.36 0.34 0]", "[0.36 0.34]"),
    ("(0.46+1e-9j)", "(0.46-1e-9j)", "(0.46+1j)", "1.5x", "1.500001x", "x1.5"),
    ("float32 2", "float64 2", "v 2.4.6", "v 2.4.60001", "v 2.4", "2.4.6.8 1"),
    ("Seconds: 1", "Seconds: 9 s", "Seconds", "My Seconds: 1", "Seconds:"),
    ("a\u00a01", "a 1", "a\t1", "a  1", "a\x1f1", "a\ufeff1", "a1", "a 1 ", " a 1"),
    ("two  words", "two words", "é 1", "é1", "é1.5", "_1", "1_000", "1,000", "1 000"),
    (
        "",
        " ",
        "1",
        "1 2",
        "12",
        "99999999999999999999",
        "99999999999999999998",
        "1e999",
    ),
)
ALIGN = """([cases, allowance]) => cases.map(([expected, got]) => {
  const compare = lessonkit.compare;
  const parse = (lines) => lines.map((line) => compare.parse(line));
  const [one, other] = [parse(expected), parse(got)];
  return compare.align(one, other, allowance, true)
    .filter(([i, j]) => i < 0 || j < 0
      || !compare.areAlike(one[i], other[j], allowance))
    .map(([i, j]) => [i < 0 ? null : expected[i], j < 0 ? null : got[j]]);
})"""


@pytest.fixture(scope="module")
def opened(browser: Browser, origin: str) -> Iterator[Page]:
    """The lesson's page with the comparison opened, once for all."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{origin}/lessons/transforms-04/#reference-execution")
    page.locator("lk-compare summary").first.click()
    yield page
    assert errors == []
    context.close()


@pytest.fixture
def lesson(opened: Page) -> Page:
    """The lesson's page with nothing compared yet."""
    assert compare(opened, "") == "There is nothing to compare yet."
    return opened


@pytest.fixture(scope="session")
def record(repository: Path) -> Record:
    """The record that the lesson's page shows."""
    (folder,) = repository.glob("phases/02-*/04-*/records")
    return load_record(folder / "cpu.json")


@pytest.fixture(scope="session")
def build(record: Record) -> str:
    """What the build of the recorded run printed."""
    return "".join(c.stdout.text for c in record.cells if c.kind == "build")


def as_json(allowance: Allowance) -> dict[str, object]:
    return {
        "relative": allowance.relative,
        "absolute": allowance.absolute,
        "lines": list(allowance.lines),
    }


def compare(page: Page, text: str) -> str:
    """Compare a text with the record, and return the sentence that sums it up."""
    box = page.get_by_label("What your run printed")
    box.evaluate("(box, text) => { box.value = text }", text)
    page.get_by_role("button", name="Compare", exact=True).click()
    return page.locator(".lk-compare__summary").inner_text()


def rows(page: Page, kind: str) -> list[str]:
    return page.locator(f".lk-compare__row[data-kind={kind}]").all_inner_texts()


@pytest.mark.parametrize(
    "allowance",
    [USUAL, WIDE, EXACT, MILLIONTH],
    ids=["usual", "wide", "exact", "millionth"],
)
def test_two_lines_are_alike_exactly_where_verify_says_so(lesson, allowance):
    pairs = [(a, b) for group in LINES for a in group for b in group]
    script = """([pairs, a]) => {
      const { areAlike, parse } = lessonkit.compare;
      return pairs.map(([x, y]) => areAlike(parse(x), parse(y), a));
    }"""
    got = lesson.evaluate(script, [pairs, as_json(allowance)])
    wanted = [are_alike(a, b, allowance) for a, b in pairs]
    assert {pair: is_alike for pair, is_alike in zip(pairs, got, strict=True)} == dict(
        zip(pairs, wanted, strict=True)
    )
    assert 100 < sum(wanted) < len(wanted) - 100


def test_one_edit_is_the_same_difference_as_for_verify(lesson):
    lines = ["a 1", "b 2", "Seconds: 3", "c 4"]
    cases = [
        (lines, lines),
        (lines, ["a 1", "b 2.5", "Seconds: 9", "c 4"]),
        (lines, ["a 1", "my own", "b 2", "Seconds: 9", "c 4"]),
        (lines, ["b 2", "Seconds: 9", "c 4"]),
        (lines, ["a 1", "b 2", "c 4"]),
        (lines, [*lines, "d 5", "e 6"]),
        (["a", "a"], ["a"]),
        (["red"], ["blue"]),
        ([], ["a"]),
        (["a"], []),
    ]
    told = [
        [[one, other] for _, one, other in compare_lines(expected, got, USUAL)]
        for expected, got in cases
    ]
    assert lesson.evaluate(ALIGN, [cases, as_json(USUAL)]) == told


def test_any_two_runs_agree_exactly_where_verify_says_so(lesson):
    chance = random.Random(4)
    lines = ["a 1.0", "a 1.000001", "a 2.0", "b", "c", "Seconds: 1", "Seconds: 2"]
    cases = []
    for _ in range(400):
        expected = chance.choices(lines, k=chance.randrange(6))
        got = list(expected)
        for place in range(len(got)):
            if chance.random() < 0.3:
                got[place] = chance.choice(lines)
        cases.append((expected, got[: chance.choice([6, 6, 2])]))
    told = [bool(list(compare_lines(*case, USUAL))) for case in cases]
    got = lesson.evaluate(ALIGN, [cases, as_json(USUAL)])
    assert [bool(found) for found in got] == told
    assert 50 < sum(told) < 350


def test_the_beginning_of_a_run_agrees(lesson, build):
    """The blocks that come later are no fault."""
    assert compare(lesson, build).startswith("Your run agrees with the record.")
    assert not rows(lesson, "missing")
    assert (
        "Blocks of the record that your run does not reach: "
        in lesson.locator(".lk-compare__notes").inner_text()
    )
    assert compare(lesson, build.replace("\n", "\r\n")).startswith("Your run agrees")


def test_a_run_whose_first_block_is_missing_is_told_which(page, origin, repository):
    """What stands after it agrees, and that alone would sound like the whole run."""
    page.goto(f"{origin}/lessons/setup-04/#reference-execution")
    page.get_by_text("Compare with my run").click()
    folder = repository / "phases/00-setup/04-logical-cpu-devices"
    record = load_record(folder / "records/cpu.json")
    first, rest = record.transcript.split("\n", 1)
    assert first == "Asked for: 8"
    told = compare(page, rest)
    assert told.startswith("As far as it goes, your run agrees with the record.")
    notes = page.locator(".lk-compare__notes")
    expect(notes).to_contain_text("Not in your run: Build · Ask for eight devices.")
    expect(notes).not_to_contain_text("does not reach")


def test_the_whole_run_agrees_and_timings_may_differ(lesson, record):
    text = record.transcript.replace("seconds: 0.", "seconds: 7.")
    assert text != record.transcript
    told = compare(lesson, text)
    assert told.startswith("Your run agrees with the record.")
    assert "expected to vary" in told


def test_each_kind_of_difference_is_explained(lesson, build):
    lines = build.splitlines()
    assert lines[0] == "Eager loss: 0.460000" and lines[-1].endswith(": True True")
    lines[0] = "Eager loss: 0.460100"
    lines[-1] = lines[-1].replace("True True", "True False")
    lines.insert(1, "my own 5")
    prompt = "(.venv) PS C:\\course> python main.py"
    told = compare(lesson, "\n".join([prompt, *lines]))
    assert told.startswith("Your run differs from the record.")
    first, second = rows(lesson, "different")
    assert "0.460100" in first and "further apart than the lesson allows" in first
    assert "A comparison came out the other way" in second
    command, own = rows(lesson, "extra")
    assert "The command itself" in command and "a print of your own" in own
    marked = lesson.locator("mark").all_inner_texts()
    assert marked == ["0.460000", "0.460100", "True", "False"]


def test_a_line_that_is_gone_is_missing(lesson, record):
    lines = record.transcript.splitlines()
    assert "1 missing in your run" in compare(
        lesson, "\n".join([*lines[:1], *lines[2:]])
    )
    (row,) = rows(lesson, "missing")
    assert lines[1] in row and "missing, or changed by an edit" in row


def test_a_traceback_is_one_error_with_its_place(lesson, build):
    error = (
        "Traceback (most recent call last):\n"
        '  File "/home/me/practice/main.py", line 33, in <module>\n'
        "    verify(loss)\n"
        '  File "/x/.venv/lib/python3.12/site-packages/jax/api.py", line 9, in verify\n'
        "NameError: name 'loss' is not defined\n"
    )
    assert "1 error" in compare(lesson, build + error)
    (row,) = rows(lesson, "error")
    assert "stopped with NameError, line 33 of main.py" in row
    assert "A block before it is missing" in row
    assert not rows(lesson, "extra")


def test_an_own_record_is_compared_cell_by_cell_and_by_its_versions(
    lesson, record, tmp_path
):
    text = dump_record(record).replace('"0.10.2"', '"0.12.0"')
    text = text.replace("Eager loss: 0.460000", "Eager loss: 0.5")
    path = tmp_path / "transforms-04-cpu.json"
    path.write_text(text, encoding="utf-8")
    lesson.get_by_label("Open a file").set_input_files(path)
    expect(lesson.locator(".lk-compare__summary")).to_contain_text("1 different")
    notes = lesson.locator(".lk-compare__notes").inner_text()
    assert "jax: 0.10.2 here, 0.12.0 in yours." in notes
    assert "Your program" not in notes
    assert compare(lesson, dump_record(record)).startswith("Your run agrees")


def test_a_failed_record_says_where_it_ended(lesson, record):
    content = json.loads(dump_record(record))
    failure = {"reason": "error", "cell": "build/verify", "line": 9, "message": "x <b>"}
    compare(lesson, json.dumps({**content, "failure": failure}))
    (row,) = rows(lesson, "error")
    assert "it ended in build/verify" in row and "x <b>" in row


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("   \n", "nothing to compare yet"),
        ("hello\nworld", "Nothing of this"),
        ('{"lesson": "transforms-04", "cells": [', "damaged or cut off"),
        ('{"lesson": "<b>other</b>", "cells": []}', "lesson <b>other</b>, not of"),
        ('{"format": "something else"}', "no execution record"),
        (
            '{"lesson": "transforms-04", "cells": [null, 5, {"stdout": 3}]}',
            "nothing to compare",
        ),
        (
            '{"lesson": "transforms-04", "cells": {"__proto__": 1}}',
            "no execution record",
        ),
        ("x\n" * 1500, "This has 1500 lines"),
    ],
)
def test_what_cannot_be_compared_is_told_in_words(lesson, text, words):
    assert words in compare(lesson, text)


def test_a_text_of_many_megabytes_is_refused_before_it_is_read(lesson, tmp_path):
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(64 << 20)
    lesson.get_by_label("Open a file").set_input_files(path)
    expect(lesson.locator(".lk-compare__summary")).to_contain_text("far more than")
    lesson.locator(".lk-compare__summary").evaluate("e => (e.textContent = '')")
    pasted = """text => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", "x".repeat(64e6));
      const event = new ClipboardEvent("paste", { clipboardData, cancelable: true });
      document.querySelector("lk-compare textarea").dispatchEvent(event);
      return event.defaultPrevented;
    }"""
    assert lesson.evaluate(pasted)
    assert "far more than" in lesson.locator(".lk-compare__summary").inner_text()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-8", "utf-16", "utf-16-be"])
def test_a_file_is_read_in_the_encodings_that_shells_write(
    lesson, build, tmp_path, encoding
):
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    path = tmp_path / "out.txt"
    path.write_bytes((mark + build.replace("\n", "\r\n")).encode(encoding))
    lesson.get_by_label("Open a file").set_input_files(path)
    expect(lesson.locator(".lk-compare__summary")).to_contain_text("Your run agrees")


def test_hostile_text_stays_text(lesson, build):
    hostile = "<img src=x onerror=alert(1)> \x1b[31mred\x1b[0m \u202eevil\u200b\x07"
    colours = build.replace("Eager", "\x1b[1mEager\x1b[0m")
    told = compare(lesson, f"{colours}{hostile}\n</script><b>x</b>\n")
    assert told.startswith("Your run agrees with the record, and prints more.")
    first, second = rows(lesson, "extra")
    assert "<img src=x onerror=alert(1)> red [U+202E]evil[U+200B][U+0007]" in first
    assert "</script><b>x</b>" in second
    assert lesson.locator("lk-compare img, lk-compare b").count() == 0


def test_it_works_by_keyboard_and_leads_to_the_block(lesson, build):
    box = lesson.get_by_label("What your run printed")
    box.focus()
    lesson.keyboard.insert_text(build.replace("0.460000", "0.5", 1))
    lesson.keyboard.press("Tab")
    lesson.keyboard.press("Enter")
    expect(lesson.locator(".lk-compare__summary")).to_contain_text("1 different")
    link = lesson.locator(".lk-compare__cell[open]").get_by_role("link")
    link.focus()
    lesson.keyboard.press("Enter")
    assert lesson.url.endswith("#build-inputs")
    assert lesson.locator("#build-inputs").count() == 1


def test_without_scripts_no_control_is_in_the_page(built_site):
    html = (built_site / "lessons/transforms-04/index.html").read_text("utf-8")
    (element,) = BeautifulSoup(html, "html.parser").select("lk-compare")
    parts = [child for child in element.children if str(child).strip()]
    assert [part.name for part in parts] == ["template", "template"]
    assert json.loads(parts[1].string)["lesson"] == "transforms-04"
