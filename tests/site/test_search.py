"""What the search knows of a page: its prose, section by section, and no code."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lessonkit.site.search import (
    Entry,
    Section,
    build_sections,
    render_index,
    render_script,
)

PAGE = """
<p>Before any heading.</p>
<h1 id="top">A <code>jit</code> page<a class="headerlink" href="#top">¶</a></h1>
<p>It says &lt;hello&gt;.</p>
<h2 id="one">One</h2><ul><li>first</li><li>sec<b>ond</b></li></ul>
<h4 id="small">Small</h4><p>below it</p>
<h3 id="two">Two</h3>{more}<p>kept</p>
"""


def words(html: str) -> str:
    """All words of a page that hold this piece of HTML, as the search knows them."""
    return " ".join(s.text for s in build_sections(PAGE.format(more=html), "T"))


def test_each_heading_down_to_the_third_level_is_a_section():
    assert build_sections(PAGE.format(more=""), "T") == (
        Section("", "A jit page", "Before any heading.\nIt says <hello>."),
        Section("one", "One", "first\nsecond\nSmall\nbelow it"),
        Section("two", "Two", "kept"),
    )


def test_a_page_without_headings_is_one_section_with_the_pages_title():
    assert build_sections("<p>Some words.</p>", "Title") == (
        Section("", "Title", "Some words."),
    )


@pytest.mark.parametrize(
    "html",
    [
        "<pre><code>secret <span>secret</span></code></pre>",
        "<figure class='lk-code' data-search-exclude='true'>"
        "<figure>x</figure>secret</figure>",
        '<div class="highlight lk-hints"><div>x</div>secret</div>',
        "<table><tr><td>secret</td></tr></table>",
        "<details class=lk-solution><summary>secret</summary>secret</details>",
        "<nav aria-label='a > b'><a href='secret'>secret</a></nav>",
        "<template><p>secret</p></template>",
        "<script>secret < secret</script>",
        "<!-- secret <p>secret</p> -->",
        "<img alt='secret'>",
    ],
)
def test_code_and_what_is_marked_is_left_out_and_nothing_after_it(html):
    found = words(html)
    assert "secret" not in found and found.endswith("kept")


def test_a_short_formula_stays_and_a_long_one_is_a_sign():
    short = "<math><msub><mi>x</mi><mi>i</mi></msub><mo>&lt;</mo><mn>3</mn></math>"
    assert "with xi<3 rows" in words(f"<p>with {short} rows</p>")
    long = "<math><mi>abcdefghijk</mi></math>"
    assert "with … rows" in words(f"<p>with {long} rows</p>")


def test_the_script_is_safe_to_load_and_names_each_sections_page():
    text = "</script> <b> \u2028 ü"
    entries = [
        Entry("a/", Section("", "Page", "")),
        Entry("a/", Section("s", "Part", text)),
    ]
    script = render_script(entries)
    assert "<" not in script and "\u2028" not in script and script.count("\n") == 2
    rows = json.loads(re.search(r"entries = (.*);\n$", script)[1])
    assert rows == [["a/", "Page", "", ""], ["a/#s", "Page", "Part", text]]


def test_the_themes_index_holds_its_texts_as_html():
    entries = [
        Entry("a/", Section("s", "A & B", "<p>")),
        Entry("a/", Section("t", "C", "one\n<i>")),
    ]
    assert json.loads(render_index(entries, {}))["docs"] == [
        {"location": "a/#s", "title": "A &amp; B", "text": "&lt;p&gt;"},
        {"location": "a/#t", "title": "C", "text": "<p>one</p><p>&lt;i&gt;</p>"},
    ]


def find(index: Path, word: str) -> list[str]:
    """The places of the sections of an index that hold a word."""
    docs = json.loads(index.read_text(encoding="utf-8"))["docs"]
    pattern = re.compile(rf"\b{re.escape(word)}\b", re.I)
    return [e["location"] for e in docs if pattern.search(e["title"] + " " + e["text"])]


def test_a_word_of_prose_finds_its_section_and_one_of_code_nothing(built_site):
    index = built_site / "search/search_index.json"
    page = "lessons/transforms-04/"
    assert find(index, "sceptic") == [f"{page}#write-it-for-a-sceptic"]
    assert f"{page}#build-inputs" in find(index, "workload")
    # These stand on the page, in code and in commands.
    html = (built_site / page / "index.html").read_text(encoding="utf-8")
    for hidden in ("allclose", "PowerShell", "perf_counter()"):
        assert hidden in html
        assert not [place for place in find(index, hidden) if place.startswith(page)]
