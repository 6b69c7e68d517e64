"""Taking work along: export, portfolio, import of untrusted files, deletion."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Locator, Page, expect

from .conftest import KEY, read_stored, store
from .learner import (
    AT,
    LESSON,
    make_answer,
    make_finished,
    make_receipt,
    make_state,
    make_text,
)

FUTURE = "2126-01-01T00:00:00Z"
HOSTILE = "<img src=x onerror='document.title=1'>"
WORK = make_state(
    {
        LESSON: {
            "quiz": {"waiting": make_answer("10025256", right=True)},
            "evidence": {
                "code": make_text("print('```')\n"),
                "limits": make_text(f"# Not a heading\n{HOSTILE} and `code`"),
            },
            "finished": make_finished(),
        }
    },
    review={
        f"{LESSON}/waiting": {"step": 1, "due": "2026-12-02", "right": True, "at": AT}
    },
)


@pytest.fixture
def opened(page: Page, origin: str) -> Page:
    """My learning with some work in it."""
    page.goto(f"{origin}/my-learning/")
    store(page, WORK)
    page.reload()
    expect(page.get_by_role("button", name="Export my work")).to_be_visible()
    return page


def bring(page: Page, text: str | bytes, name: str = "work.json") -> None:
    """Choose a file of this text in the file picker."""
    content = text if isinstance(text, bytes) else text.encode()
    file = {"name": name, "mimeType": "application/json", "buffer": content}
    page.locator("lk-exchange input[type=file]").set_input_files(files=[file])


def download(page: Page, button: str) -> tuple[str, str]:
    """Press a button; return the name and the text of the file that comes."""
    with page.expect_download() as found:
        page.get_by_role("button", name=button).click()
    file = found.value
    return file.suggested_filename, Path(file.path()).read_text(encoding="utf-8")


def said(page: Page) -> Locator:
    return page.locator("lk-exchange [role=status]")


def preview(page: Page) -> Locator:
    return page.locator(".lk-preview")


def test_an_export_holds_everything_and_brings_it_back(opened):
    name, text = download(opened, "Export my work")
    assert name.startswith("jax-pathways-learning-2") and name.endswith(".json")
    assert json.loads(text) == WORK
    opened.evaluate("lessonkit.store.reset()")
    bring(opened, text)
    expect(preview(opened)).to_contain_text("with jit: 4 added")
    expect(preview(opened)).to_contain_text("Review: 1 added")
    assert read_stored(opened) is None
    opened.get_by_role("button", name="Merge it").click()
    expect(said(opened)).to_have_text("Merged and saved in this browser.")
    assert read_stored(opened) == WORK
    expect(opened.locator(".lk-work")).to_contain_text("Compile a function with jit")


def test_an_import_says_what_would_change_and_changes_nothing_before(opened):
    evidence = {
        "code": make_text("newer", "2026-11-29T11:00:00Z"),
        "limits": make_text("older", "2026-11-28T00:00:00Z"),
        "output": make_text("new"),
    }
    bring(opened, json.dumps(make_state({LESSON: {"evidence": evidence}})))
    expect(preview(opened)).to_contain_text(
        "02.04 Compile a function with jit: 1 added, 1 replaced by a newer one, "
        "1 kept, because yours is newer"
    )
    opened.get_by_role("button", name="Leave it").click()
    expect(said(opened)).to_have_text("Nothing was changed.")
    assert read_stored(opened) == WORK
    bring(opened, json.dumps(make_state({LESSON: {"evidence": evidence}})))
    opened.get_by_role("button", name="Merge it").click()
    written = read_stored(opened)["lessons"][LESSON]["evidence"]
    limits = WORK["lessons"][LESSON]["evidence"]["limits"]
    assert written == {**evidence, "limits": limits}


def test_importing_the_same_file_twice_changes_nothing(opened):
    bring(opened, json.dumps(WORK))
    expect(preview(opened)).to_contain_text("Nothing in it is newer")
    expect(opened.get_by_role("button", name="Merge it")).to_have_count(0)


def test_several_receipts_come_in_at_once_and_stand_beside_the_answers(opened):
    files = [
        ("evidence.json", make_receipt()),
        ("older.json", make_receipt(started="2026-11-01T10:00:00Z", seconds=9)),
        ("elsewhere.json", make_receipt("other-99")),
    ]
    opened.locator("lk-exchange input[type=file]").set_input_files(
        files=[
            {
                "name": n,
                "mimeType": "application/json",
                "buffer": json.dumps(r).encode(),
            }
            for n, r in files
        ]
    )
    expect(preview(opened)).to_contain_text(
        "elsewhere.json is a receipt for other-99, a lesson that this course does not"
    )
    opened.get_by_role("button", name="Merge it").click()
    receipt = read_stored(opened)["lessons"][LESSON]["receipt"]
    assert receipt == {**make_receipt(), "at": "2026-11-29T10:45:00Z"}
    opened.locator(".lk-work summary").click()
    shown = opened.locator(".lk-receipt")
    expect(shown).to_contain_text("value-and-grad passed, timing-report open")
    expect(shown).to_contain_text("Python 3.11.7, jax 0.10.2")


SENTENCES = {
    "cut off": (json.dumps(WORK)[:-40], "cannot be read"),
    "empty": ("", "cannot be read"),
    "binary": (b"\x00\xff\xfe" * 50, "cannot be read"),
    "a list": ("[1]", "neither an export"),
    "a number": ("5", "neither an export"),
    "a picture's name": (json.dumps({"png": HOSTILE}), "neither an export"),
    "another course": (
        json.dumps(make_state(course=HOSTILE)),
        f"belongs to another course ({HOSTILE})",
    ),
    "a newer version": (json.dumps(make_state(version=9)), "newer version"),
    "wrong types": (
        json.dumps(make_state({LESSON: {"quiz": {"q": 1}}})),
        "is damaged, or dated in the future: nothing in it could be read",
    ),
    "a wrong clock": (
        json.dumps(make_state({LESSON: {"finished": make_finished(at=FUTURE)}})),
        "dated in the future",
    ),
    "a damaged receipt": (
        json.dumps(make_receipt(environment={"python": 3})),
        "its environment cannot be read",
    ),
    "a receipt of a later kind": (
        json.dumps(make_receipt(schema=2)),
        "a kind that this site does not know yet",
    ),
    "a receipt without a time": (
        json.dumps(make_receipt(started=HOSTILE)),
        "its started cannot be read",
    ),
}


@pytest.mark.parametrize("case", SENTENCES)
def test_a_file_that_is_of_no_use_is_refused_in_words(opened, case):
    text, sentence = SENTENCES[case]
    bring(opened, text, name=f"{HOSTILE}.json")
    expect(preview(opened)).to_contain_text(sentence)
    expect(preview(opened)).to_contain_text(f"{HOSTILE}.json")
    expect(opened.get_by_role("button", name="Merge it")).to_have_count(0)
    expect(preview(opened).locator("img")).to_have_count(0)
    assert opened.title() != "1"
    assert read_stored(opened) == WORK


def test_the_sound_part_of_a_file_can_be_taken_and_the_rest_is_named(opened):
    evidence = (
        f'{{"__proto__": {{"polluted": 1}}, "new": {json.dumps(make_text("n"))}}}'
    )
    future = make_finished(at=FUTURE)
    text = json.dumps(make_state({LESSON: {"evidence": 0, "finished": future}}))
    bring(opened, text.replace('"evidence": 0', f'"evidence": {evidence}'))
    expect(preview(opened)).to_contain_text(
        "Parts that cannot be read and will be left out: 2"
    )
    preview(opened).locator("summary").click()
    left = preview(opened).locator("details li")
    expect(left.nth(0)).to_have_text(f"lessons/{LESSON}/evidence/__proto__")
    expect(left.nth(1)).to_contain_text("its date lies in the future")
    opened.get_by_role("button", name="Merge it").click()
    kept = read_stored(opened)["lessons"][LESSON]
    assert kept["evidence"]["new"] == make_text("n")
    assert kept["finished"] == make_finished()
    assert opened.evaluate("({}).polluted === undefined")


def test_a_file_of_50_mb_is_not_even_opened(opened, tmp_path):
    large = tmp_path / "large.json"
    with large.open("wb") as file:
        file.truncate(50_000_000)
    opened.locator("lk-exchange input[type=file]").set_input_files(large)
    expect(preview(opened)).to_contain_text("large.json is larger than 20 MB, so")
    assert read_stored(opened) == WORK


def test_a_long_text_is_read_at_once_and_not_put_into_a_field(opened):
    """A field with many megabytes in it would stop the page."""
    text = json.dumps(
        make_state({LESSON: {"evidence": {"code": make_text("x" * 2_000_000)}}})
    )
    pasted = """text => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", text);
      const event = new ClipboardEvent("paste", { clipboardData, cancelable: true });
      document.querySelector(".lk-drop textarea").dispatchEvent(event);
      return event.defaultPrevented;
    }"""
    assert opened.evaluate(pasted, text)
    expect(preview(opened)).to_contain_text("1 replaced by a newer one")
    assert not opened.evaluate(pasted, "{}")
    assert opened.evaluate(pasted, "x" * 20_000_001)
    expect(preview(opened)).to_contain_text("The text is larger than 20 MB")


def test_files_can_be_dropped(opened):
    opened.evaluate(
        """text => {
          const files = new DataTransfer();
          files.items.add(new File([text], "evidence.json"));
          const area = document.querySelector(".lk-drop");
          const given = { dataTransfer: files, cancelable: true };
          for (const type of ["dragover", "drop"])
            area.dispatchEvent(new DragEvent(type, given));
        }""",
        json.dumps(make_receipt()),
    )
    expect(preview(opened)).to_contain_text("1 added")
    expect(opened.locator(".lk-drop[data-over]")).to_have_count(0)


def test_text_can_be_pasted_and_everything_works_by_keyboard(opened):
    opened.locator(".lk-drop summary").focus()
    opened.keyboard.press("Enter")
    opened.keyboard.press("Tab")
    opened.keyboard.insert_text(json.dumps(make_receipt()))
    opened.keyboard.press("Tab")
    opened.keyboard.press("Enter")
    expect(preview(opened)).to_be_focused()
    opened.keyboard.press("Tab")
    expect(opened.get_by_role("button", name="Merge it")).to_be_focused()
    opened.keyboard.press("Enter")
    expect(said(opened)).to_have_text("Merged and saved in this browser.")


def test_the_portfolio_is_markdown_that_its_contents_cannot_break(opened):
    name, text = download(opened, "Write a portfolio")
    assert name.startswith("jax-pathways-portfolio-2") and name.endswith(".md")
    lines = text.splitlines()
    assert lines[0] == "# My work in JAX Pathways"
    assert "### 02.04 Compile a function with jit" in lines
    assert any(line.startswith("quiz 1 of 5 right · evidence begun") for line in lines)
    assert "Self-attested" in text
    assert "* With a large x, you stop the clock" in text
    assert "Right at the first try." in text
    fenced = text[text.index("#### Code") :]
    assert fenced.splitlines()[2:5] == ["````text", "print('```')", "````"]
    assert "> # Not a heading  " in lines
    assert "> \\<img src=x onerror='document.title=1'> and `code`" in lines


def test_the_portfolio_reads_without_the_site(page, origin, built_site):
    """Programs stand below their questions, figures are told in prose, and a lesson in
    which nothing was done is left out."""
    script = (built_site / "assets/lessons/arrays-03.js").read_text(encoding="utf-8")
    told = json.loads(script.partition("] = ")[2].rstrip().rstrip(";"))
    asked = {n: BeautifulSoup(q, "html.parser") for n, q in told["questions"].items()}
    name, question = next(q for q in asked.items() if q[1].select_one("pre"))
    option = question.select_one("[data-option]")["data-option"]
    figure = next(i for i in told["predictions"] if i.startswith("figure-"))
    foretold = told["predictions"][figure]
    predicted = {
        **{"choice": next(iter(foretold["choices"])), "text": "", "confidence": None},
        **{"skipped": False, "revision": "1.0.0", "at": AT},
    }
    work = {
        "quiz": {name: make_answer(option, right=True)},
        "predictions": {figure: predicted},
        "evidence": {"limits": make_text("One line,\nand another.\n\nA paragraph.")},
    }
    opened = {"place": {"stage": "build", "at": AT}}
    page.goto(f"{origin}/my-learning/")
    store(page, make_state({"arrays-03": work, "transforms-05": opened}))
    page.reload()
    _, text = download(page, "Write a portfolio")
    assert "\n2 lessons under way. Written on " in text
    assert "Inspect what tracing records" not in text
    program = question.select_one("pre").get_text().strip()
    assert f"Right at the first try.\n\n```text\n{program}\n```\n" in text
    assert f"**{foretold['title']}**  \n{foretold['question']}\n" in text
    assert f"\nRecorded: {foretold['recorded']}\n" in text
    assert "> One line,  \n> and another.  \n>\n> A paragraph.\n" in text


def test_deleting_asks_first_offers_an_export_and_then_deletes_all(opened):
    opened.get_by_role("button", name="Delete my work…").click()
    dialog = opened.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Keep everything")).to_be_focused()
    _, text = download(opened, "Export it first")
    assert json.loads(text) == WORK
    opened.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    expect(opened.get_by_role("button", name="Delete my work…")).to_be_focused()
    assert read_stored(opened) == WORK
    opened.keyboard.press("Enter")
    dialog.get_by_role("button", name="Delete it").click()
    expect(said(opened)).to_have_text("Deleted. This page starts afresh.")
    expect(opened.locator(".lk-welcome")).to_be_visible()
    assert read_stored(opened) is None


def test_what_was_set_aside_is_offered_and_goes_only_after_a_download(page, origin):
    page.goto(f"{origin}/my-learning/")
    store(page, "{cut off")
    page.reload()
    notice = page.locator("lk-storage .lk-notice")
    expect(notice).to_have_count(1)
    expect(notice).to_contain_text("Set aside on")
    expect(notice.get_by_role("button", name="Delete it here")).to_have_count(0)
    _, text = download(page, "Download it")
    assert text == "{cut off"
    notice.get_by_role("button", name="Delete it here").click()
    expect(notice).to_have_count(0)
    assert (
        page.evaluate("Object.keys(localStorage).filter(k => k.includes('aside'))")
        == []
    )


def test_a_value_that_is_not_ours_can_be_taken_out_of_the_way(page, origin):
    page.goto(f"{origin}/my-learning/")
    store(page, {"somebody": "else"})
    page.reload()
    notice = page.locator("lk-storage .lk-notice")
    expect(notice).to_contain_text("is not overwritten")
    _, text = download(page, "Download what is stored")
    assert json.loads(text) == {"somebody": "else"}
    notice.get_by_role("button", name="Set it aside").click()
    expect(page.locator("lk-storage")).to_contain_text("It was set aside.")
    assert page.evaluate("lessonkit.store.trouble()") is None
    assert page.evaluate("key => localStorage.getItem(key)", KEY) is not None
