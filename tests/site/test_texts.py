"""Small parts: links, recorded text, Markdown, formulas, commands."""

from __future__ import annotations

from pathlib import PurePosixPath

import markdown
import pytest
import yaml

from lessonkit.site import commands
from lessonkit.site.links import Links, archive_file, lesson_page, notebook_page
from lessonkit.site.markup import EXTENSION_OPTIONS, EXTENSIONS, Renderer
from lessonkit.site.maths import MathsExtension
from lessonkit.site.recorded import clean_output
from lessonkit.site.templates import demote_headings
from tests.site.factory import HOSTILE, REPOSITORY


@pytest.mark.parametrize(
    ("target", "folders", "files"),
    [
        ("setup/cpu.md", "../../setup/cpu/", "../../setup/cpu.html"),
        ("index.md", "../../", "../../index.html"),
        ("phases/x/index.md", "../../phases/x/", "../../phases/x/index.html"),
        (notebook_page("a"), "notebook/", "notebook/index.html"),
        ("lessons/a/downloads/a.md", "downloads/a.md", "downloads/a.md"),
        (lesson_page("a"), "#", "#"),
    ],
)
def test_a_link_fits_both_forms_of_addresses(target, folders, files):
    assert Links(lesson_page("a")).to(target) == folders
    assert Links(lesson_page("a"), directory_urls=False).to(target) == files


def test_links_keep_their_anchor_and_leave_the_notebook_page():
    assert Links("index.md").to("phases/x/index.md", "guide") == "phases/x/#guide"
    assert Links(notebook_page("a")).to(lesson_page("a")) == "../"
    assert Links(notebook_page("a"), False).to(lesson_page("a")) == "../index.html"


def test_the_archive_is_named_for_the_course():
    assert archive_file("JAX Pathways") == "downloads/jax-pathways.zip"


def test_recorded_text_has_no_hidden_powers():
    shown = clean_output(HOSTILE + "a\tb\r\nc\rd\x07")
    assert "\x1b" not in shown and "\u202e" not in shown
    assert "[RIGHT-TO-LEFT OVERRIDE]evil" in shown
    assert "a       b\nc[U+000D]d[U+0007]" in shown


def test_texts_are_markdown_without_raw_html():
    renderer = Renderer()
    assert renderer.inline("a *b* `<c>`") == "a <em>b</em> <code>&lt;c&gt;</code>"
    assert "<img" not in renderer.inline("<img src=x onerror=y> $<b>$")
    assert "<script" not in renderer.block("<script>x</script>\n\n<div>y</div>")
    assert renderer.plain("`a` & *b* < $x$") == "a & b < x"


def test_code_cannot_open_a_fence_or_an_element():
    renderer = Renderer()
    for shown in (renderer.verbatim(HOSTILE), renderer.code(HOSTILE)):
        assert "<img" not in shown
        assert "```" not in shown


def test_highlighting_marks_only_what_has_a_colour():
    shown = Renderer().code("x = jnp.ones(4)  # four\n")
    assert 'class="n"' not in shown and 'class="p"' not in shown
    assert '<span class="c1"># four</span>' in shown


def test_formulas_become_mathml_once_and_code_stays():
    convert = markdown.Markdown(extensions=[MathsExtension()]).convert
    shown = convert("`$a$` costs \\$5, $x^2$ and\n\n$$\\frac{1}{n}$$")
    assert shown.count("<math") == 2
    assert 'display="block"' in shown
    assert "<code>$a$</code> costs $5," in shown
    assert "frac" not in shown.replace("mfrac", "")


def test_one_converter_with_formulas_leaves_others_alone():
    markdown.Markdown(extensions=[MathsExtension()])
    assert "$" not in markdown.Markdown().ESCAPED_CHARS


def test_unreadable_tex_is_shown_as_code():
    convert = markdown.Markdown(extensions=[MathsExtension()]).convert
    assert "<code>$\\nonsense{$</code>" in convert("see $\\nonsense{$ here")


def test_headings_go_one_level_down_outside_code():
    assert demote_headings("## A\n```\n# b\n```\n# C") == "### A\n```\n# b\n```\n## C"


def test_a_command_has_a_form_for_each_shell():
    block = commands.build_block([commands.run_file(PurePosixPath("practice/a.py"))])
    bash, powershell = block.shells
    assert bash.text == ".venv/bin/python practice/a.py"
    assert powershell.text == r".venv\Scripts\python.exe practice\a.py"
    start = commands.use_lessonkit("start", "a-01")
    (only,) = commands.build_block([start], unix=True).shells
    assert only.name == "bash or zsh"
    assert only.text == ".venv/bin/python -m lessonkit start a-01"


def test_pages_and_cards_read_markdown_alike():
    class Loader(yaml.SafeLoader):
        pass

    Loader.add_multi_constructor("tag:", lambda loader, suffix, node: None)
    text = (REPOSITORY / "mkdocs.yml").read_text(encoding="utf-8")
    listed = yaml.load(text, Loader)["markdown_extensions"]
    names = [entry if isinstance(entry, str) else next(iter(entry)) for entry in listed]
    options = {k: v for e in listed if isinstance(e, dict) for k, v in e.items()}
    assert set(EXTENSIONS) <= set(names)
    assert set(names) - set(EXTENSIONS) == {
        "toc",
        "lessonkit.site.maths:MathsExtension",
    }
    for name, values in EXTENSION_OPTIONS.items():
        assert options[name] == values
