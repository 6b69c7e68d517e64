"""Predict, then see: results wait for a prediction, and nothing is out of reach."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from tests.browser.conftest import read_stored, store

PATH = "/lessons/transforms-04/"
FIGURE = "figure-agreement"
EXPERIMENT = "experiment-analytic-check"
EXERCISE = "exercise-value-and-grad"
ITEMS = (FIGURE, EXPERIMENT, EXERCISE)


@pytest.fixture
def lesson(page: Page, origin: str) -> Iterator[Page]:
    """The lesson's page, opened for the first time."""
    page.goto(origin + PATH)
    yield page


def ask(page: Page, item: str) -> Locator:
    return page.locator(f"[data-item={item}]")


def result(page: Page, item: str) -> Locator:
    """What is veiled: found also where it is not visible."""
    return page.locator(f"lk-result[data-for={item}] > .lk-result")


def is_shown(page: Page, item: str) -> bool:
    options = "{contentVisibilityAuto: true, visibilityProperty: true}"
    element = result(page, item).locator("*").first
    return element.evaluate(f"element => element.checkVisibility({options})")


def predictions(page: Page) -> dict:
    return read_stored(page)["lessons"]["transforms-04"]["predictions"]


@pytest.mark.parametrize("item", ITEMS)
def test_a_result_waits_until_the_reader_has_committed(lesson, item):
    assert not is_shown(lesson, item)
    form = ask(lesson, item)
    form.locator(".lk-choice label").nth(1).click()
    form.get_by_label("fairly sure").check()
    form.locator("button.lk-button").click()
    assert is_shown(lesson, item)
    kept = predictions(lesson)[item]
    choice = form.locator(".lk-choice").nth(1)
    assert kept["choice"] == choice.get_attribute("data-option")
    assert (kept["confidence"], kept["skipped"]) == ("medium", False)
    assert kept["revision"] == "1.0.0"


@pytest.mark.parametrize("item", ITEMS)
def test_a_result_can_always_be_seen_without_a_prediction(lesson, item):
    ask(lesson, item).get_by_role("button", name="Show without predicting").click()
    assert is_shown(lesson, item)
    assert predictions(lesson)[item]["skipped"] is True
    expect(ask(lesson, item)).to_contain_text("You looked without predicting.")


def test_a_prediction_stands_beside_the_recorded_result_and_is_not_judged(lesson):
    form = ask(lesson, EXPERIMENT)
    form.get_by_text("Only the predictions and the value").click()
    form.get_by_text("a guess").click()
    form.locator("button.lk-button").click()
    words = "You predicted “Only the predictions and the value” (a guess)."
    expect(form).to_contain_text(words)
    card = result(lesson, EXPERIMENT).locator(".lk-recorded")
    expect(card).to_contain_text(f"{words} Recorded:")
    text = card.locator(".lk-predicted").inner_text() + form.inner_text()
    assert not {"right", "wrong", "correct"} & set(text.lower().split())


def test_a_prediction_is_made_by_keyboard_alone(lesson):
    form = ask(lesson, EXPERIMENT)
    form.locator("input").first.focus()
    for key in ("Space", "ArrowDown", "Tab", "Space", "Tab", "Enter"):
        lesson.keyboard.press(key)
    assert is_shown(lesson, EXPERIMENT)
    kept = predictions(lesson)[EXPERIMENT]
    second = form.locator(".lk-choice").nth(1).get_attribute("data-option")
    assert (kept["choice"], kept["confidence"]) == (second, "low")
    # The reader is where the answer was, with the way to the result next.
    expect(form.locator(".lk-predict__said")).to_be_focused()
    lesson.keyboard.press("Tab")
    lesson.keyboard.press("Enter")
    # An ordinary link: where a busy browser has scrolled to by now is its own affair.
    lesson.wait_for_url(f"**/#result-{EXPERIMENT}")
    expect(lesson.locator(f"#result-{EXPERIMENT}")).to_be_visible()


def test_committing_to_nothing_asks_for_a_choice(lesson):
    form = ask(lesson, FIGURE)
    form.locator("button.lk-button").click()
    expect(form.get_by_role("alert")).to_have_text(
        "Choose an answer first, or show the result without predicting."
    )
    expect(form.locator("input").first).to_be_focused()
    assert not is_shown(lesson, FIGURE)


def test_the_place_of_the_result_leads_back_to_the_question(lesson):
    veil = lesson.locator(f"lk-result[data-for={EXPERIMENT}] .lk-veil")
    veil.get_by_role("button", name="Predict", exact=True).click()
    expect(ask(lesson, EXPERIMENT).locator("input").first).to_be_focused()
    veil.get_by_role("button", name="Show without predicting").click()
    assert is_shown(lesson, EXPERIMENT)


def test_predict_again_veils_the_result_and_can_be_left(lesson):
    form = ask(lesson, EXPERIMENT)
    form.locator(".lk-choice label").first.click()
    form.locator("button.lk-button").click()
    form.get_by_role("button", name="Predict again").click()
    assert not is_shown(lesson, EXPERIMENT)
    expect(form.locator("input").first).to_be_checked()
    form.get_by_role("button", name="Leave it as it was").click()
    assert is_shown(lesson, EXPERIMENT)
    first = predictions(lesson)[EXPERIMENT]
    form.get_by_role("button", name="Predict again").click()
    form.locator(".lk-choice label").nth(2).click()
    form.locator("button.lk-button").click()
    assert predictions(lesson)[EXPERIMENT]["choice"] != first["choice"]
    expect(form).to_contain_text("None: paper knows nothing of float32")


def test_a_prediction_is_there_on_return_and_in_another_tab(
    lesson, context: BrowserContext, origin
):
    other = context.new_page()
    other.goto(origin + PATH)
    ask(lesson, FIGURE).locator(".lk-choice label").first.click()
    ask(lesson, FIGURE).locator("button.lk-button").click()
    expect(ask(other, FIGURE)).to_contain_text("You predicted “None")
    lesson.reload()
    assert is_shown(lesson, FIGURE) and not is_shown(lesson, EXPERIMENT)
    expect(ask(lesson, FIGURE)).to_contain_text("You predicted “None")


def test_nothing_is_painted_before_it_is_known_what_is_veiled(page, origin):
    """The script comes late: what it will veil is not to be seen until then."""
    held: list[Route] = []
    page.route("**/assets/lessonkit.js", lambda route: held.append(route))
    page.goto(origin + PATH, wait_until="commit")
    page.wait_for_selector(f"lk-result[data-for={EXPERIMENT}]", state="attached")
    page.wait_for_selector("#references", state="attached")
    assert not is_shown(page, EXPERIMENT)
    held[0].continue_()
    page.wait_for_selector(f"lk-result[data-for={EXPERIMENT}][data-state=veiled]")


def test_everything_is_shown_where_the_script_does_not_come(page, origin):
    page.route("**/assets/lessonkit.js", lambda route: route.abort())
    page.goto(origin + PATH)
    for item in ITEMS:
        assert is_shown(page, item)


def test_a_link_into_a_veiled_part_shows_it(page, origin):
    page.goto(f"{origin}{PATH}#{FIGURE}")
    assert is_shown(page, FIGURE) and not is_shown(page, EXPERIMENT)
    expect(page.locator(f"#{FIGURE} img")).to_be_in_viewport()
    # Looking is no prediction: the question stays open.
    expect(ask(page, FIGURE).locator("form")).to_be_visible()


def test_a_link_on_the_page_into_a_veiled_part_shows_it(lesson):
    lesson.evaluate("hash => { location.hash = hash }", f"#{FIGURE}")
    expect(lesson.locator(f"#{FIGURE} img")).to_be_in_viewport()


def test_words_that_the_browser_finds_in_a_veiled_part_show_it(page, origin):
    page.goto(f"{origin}{PATH}#:~:text=one%20line%20is%20wrong%20for%20both")
    expect(page.get_by_text("one line is wrong for both")).to_be_in_viewport()
    assert is_shown(page, "experiment-broadcast-trap")
    assert not is_shown(page, EXPERIMENT)


def test_a_hit_of_the_search_in_a_veiled_part_shows_it(page, origin):
    page.goto(f"{origin}{PATH}?h=derivations#{EXPERIMENT}")
    assert is_shown(page, EXPERIMENT)
    # The word stands elsewhere too, which is no reason to give that away.
    assert not is_shown(page, FIGURE)
    page.goto(f"{origin}{PATH}?h=paper+nonsense#experiment-early-return")
    assert not is_shown(page, "experiment-early-return")


def test_printing_shows_everything_and_no_control(lesson):
    lesson.emulate_media(media="print")
    for item in ITEMS:
        assert is_shown(lesson, item)
    controls = lesson.locator("article :is(button, input, .lk-veil)")
    assert controls.count() > 50
    assert [e for e in controls.all() if e.is_visible()] == []


@pytest.mark.parametrize("width", [320, 768])
def test_with_everything_open_the_page_does_not_scroll_sideways(lesson, width):
    lesson.set_viewport_size({"width": width, "height": 800})
    for item in lesson.locator(".lk-predict").all():
        item.locator(".lk-choice label").first.click()
        item.locator("button.lk-button").click()
    for question in lesson.locator(".lk-question").all():
        question.locator("label").first.click()
        question.get_by_role("button", name="Check").click()
        question.get_by_role("button", name="every option").click()
    lesson.evaluate(
        "document.querySelectorAll('article details').forEach(d => { d.open = true })"
    )
    assert lesson.evaluate("document.documentElement.scrollWidth") == width


def test_a_reworded_choice_is_said_to_be_one(page, origin):
    page.goto(origin + PATH)
    entry = {"choice": "00000000", "text": "", "confidence": None, "skipped": False}
    entry |= {"revision": "0.9.0", "at": "2026-11-01T10:00:00Z"}
    lessons = {"transforms-04": {"predictions": {FIGURE: entry}}}
    head = {"format": "lessonkit-learning", "version": 1, "course": "jax-pathways"}
    store(page, {**head, "lessons": lessons, "review": {}})
    page.reload()
    expect(ask(page, FIGURE)).to_contain_text("has since been reworded")
    assert is_shown(page, FIGURE)


@pytest.fixture
def sample_lesson(page: Page, sample_origin: str) -> Iterator[Page]:
    """A lesson with predictions in the reader's own words."""
    page.goto(f"{sample_origin}/lessons/counting-02/")
    yield page


def test_a_prediction_in_words_is_kept_as_text(sample_lesson):
    form = ask(sample_lesson, "experiment-reverse")
    words = "<img src=x onerror=alert(1)> it stays"
    form.get_by_label("Your prediction").fill(words)
    form.locator("button.lk-button").click()
    assert is_shown(sample_lesson, "experiment-reverse")
    expect(form.locator(".lk-predict__said")).to_have_text(f"You predicted “{words}”.")
    assert sample_lesson.locator("img[src=x]").count() == 0
    form.get_by_role("button", name="Predict again").click()
    expect(form.get_by_label("Your prediction")).to_have_value(words)


def test_an_empty_prediction_in_words_is_asked_for(sample_lesson):
    form = ask(sample_lesson, "experiment-reverse")
    form.get_by_label("Your prediction").fill("   ")
    form.locator("button.lk-button").click()
    expect(form.get_by_role("alert")).to_contain_text("Write what you expect first")
    assert not is_shown(sample_lesson, "experiment-reverse")


@pytest.mark.parametrize(
    ("there", "gone"),
    [
        (f'<lk-result data-for="{FIGURE}">', '<lk-result data-for="nothing">'),
        ('class="lk-figure"', 'class="lk-figure lk-missing"'),
    ],
    ids=["no result", "not recorded"],
)
def test_nobody_is_promised_a_result_that_is_not_there(page, origin, there, gone):
    def change(route: Route) -> None:
        html = route.fetch().text()
        assert there in html
        route.fulfill(content_type="text/html", body=html.replace(there, gone, 1))

    page.route(f"**{PATH}", change)
    page.goto(origin + PATH)
    form = ask(page, FIGURE).locator("form")
    expect(form.get_by_role("button").first).to_have_text("Keep my prediction")
    form.get_by_role("radio").first.check()
    form.locator("button.lk-button").click()
    expect(ask(page, FIGURE)).to_contain_text("You predicted")
    other = ask(page, EXPERIMENT).locator("button.lk-button")
    expect(other).to_have_text("Commit and see the result")
