"""Formulas in Markdown, and the MathML they become."""

import pytest

from lessonkit.course.maths import (
    TexError,
    find_formulas,
    find_leftovers,
    render_mathml,
)


def test_tex_becomes_mathml_once():
    mathml = render_mathml(r"\frac{2}{n} X^\top", display=True)
    assert mathml.startswith("<math") and mathml.count("<mfrac>") == 1
    assert 'display="block"' in mathml


def test_tex_that_cannot_be_read_names_the_column():
    with pytest.raises(TexError) as error:
        render_mathml(r"a + \nonsense", display=False)
    assert error.value.column == 5
    assert "\x1b" not in error.value.message


def test_formulas_are_found_with_their_lines():
    text = "One $a_1$ and $b_2$.\n\n* item $c$\n\n$$\nd\n$$\n"
    found = [(f.tex.strip(), f.display, f.line) for f in find_formulas(text)]
    assert found == [
        ("a_1", False, 1),
        ("b_2", False, 1),
        ("c", False, 3),
        ("d", True, 5),
    ]


@pytest.mark.parametrize(
    "text", ["`$a$`", "It costs $5 and $6.", r"\$a\$", "    $a$", "```\n$a$\n```"]
)
def test_what_is_no_formula_stays_text(text):
    assert list(find_formulas(text)) == []
    assert list(find_leftovers(text)) == []


def test_a_dollar_sign_without_a_partner_is_found():
    assert list(find_leftovers("Text.\n\n$$a + b\n")) == [(3, "$$")]
    assert list(find_leftovers("The first $n$ are\n$2k - 1 here.")) == [(2, "$")]
    assert list(find_leftovers("The sum a + b$ is.")) == [(1, "$")]
    assert list(find_leftovers("$$a$$ and $b$ for $5, $1,000.50 and $6.")) == []
