"""The page that says of every lesson what was recorded, and what others found."""

from dataclasses import replace

import pytest
from bs4 import BeautifulSoup

from lessonkit.records.verifications import (
    Difference,
    Standing,
)
from lessonkit.site.pages import build_site
from lessonkit.stale import State
from tests.site.factory import VERIFICATION, make_site

PAGE = "about/status/index.md"
LESSON = "lessons/counting-02/index.md"


def build(kind: str = "fresh", *standings: Standing) -> dict[str, str]:
    site = make_site(kind=kind)
    return build_site(replace(site, standings={"counting-02": standings}))


def find_row(text: str) -> list[str]:
    """Return the words of the only row after the lesson, cell by cell."""
    (row,) = BeautifulSoup(text, "html.parser").select("tbody tr")
    return [" ".join(cell.get_text().split()) for cell in row.select("td")]


def test_a_row_says_what_was_recorded_and_on_what():
    """Backend, state, time, run time, memory; a dash for what is unknown."""
    text = build()[PAGE]
    assert find_row(text) == [
        "CPU",
        "✓ fresh",
        "29 Nov 2026, 10:45 UTC",
        "1.5 s",
        "1 MiB",
        "–",
    ]
    told = "All of them have the same versions: Python 3.11.7, jax 0.10.2."
    assert f"**1 of 1 records are fresh.** {told}" in text
    assert 'href="../../lessons/counting-02/"' in text


def test_versions_that_are_not_the_usual_ones_stand_in_their_row():
    site = make_site()
    usual = site.records["counting-02"]["cpu"]
    setting = replace(usual.environment, packages={"jax": "0.12.0.1"})
    other = replace(usual, environment=setting)
    records = {"cpu": usual, "gpu": other, "tpu": usual}
    states = {(id, backend): State("fresh") for id, backend in site.states}
    site = replace(site, records={"counting-02": records}, states=states)
    text = build_site(site)[PAGE]
    assert "names no others, the versions are Python 3.11.7, jax 0.10.2." in text
    rows = BeautifulSoup(text, "html.parser").select("tbody tr")
    assert [row.select("td")[5].get_text() for row in rows] == [
        "–",
        "jax 0.12.0.1",
        "–",
    ]


@pytest.mark.parametrize("kind", ["stale", "failed", "unreadable", "never"])
def test_a_state_that_is_not_fresh_comes_with_its_reasons(kind):
    """The row is there even where there is no record."""
    text = build(kind)[PAGE]
    state = find_row(text)[1]
    if kind == "never":
        assert state == "not recorded yet"
    else:
        assert state == f"{kind}: cell build/values <changed>"
    assert f'data-state="{kind}"' in text and "**0 of 1" in text


def test_a_lesson_is_also_verified_elsewhere():
    """On the status page and, in a sentence, on the lesson's own."""
    tree = build("fresh", Standing("next", VERIFICATION, current=True))
    assert find_row(tree[PAGE])[-1] == (
        "JAX 0.12.0.1, Python 3.13.0: equal, 30 Nov 2026"
    )
    told = BeautifulSoup(tree[LESSON], "html.parser").select(".lk-verified")
    assert [" ".join(p.get_text().split()) for p in told] == [
        "Recorded on JAX 0.10.2; also verified on 0.12.0.1 on 30 Nov 2026."
    ]


def test_a_verification_of_an_earlier_program_is_outdated():
    """The status page says so; the lesson's page does not claim it."""
    tree = build("fresh", Standing("next", VERIFICATION, current=False))
    assert "an earlier program" in find_row(tree[PAGE])[-1]
    assert "lk-verified" not in tree[LESSON]


@pytest.mark.parametrize(
    ("status", "words"), [("differs", "differed"), ("failed",) * 2]
)
def test_what_does_not_hold_elsewhere_is_no_verification(status, words):
    """A difference or a failure is told as one."""
    difference = Difference("build/a", "stdout", 1, "1", "2")
    found = replace(VERIFICATION, status=status, differences=(difference,))
    tree = build("fresh", Standing("next", found, current=True))
    assert f"{status}, 30 Nov" in find_row(tree[PAGE])[-1]
    (told,) = BeautifulSoup(tree[LESSON], "html.parser").select(".lk-verified")
    assert words in told.get_text() and "also verified" not in told.get_text()
