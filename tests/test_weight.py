"""No page of a lesson grows heavy, and what makes it light takes nothing from it."""

import json

import pytest
from bs4 import BeautifulSoup

from lessonkit.course.load import load_course
from lessonkit.site.compact import compact_page
from tests.site_pages import FIRST, MODEL, list_published

from .conftest import REPOSITORY

LESSONS = list_published(load_course(REPOSITORY).course)
HEAVIEST = 150_000
# What Material's frame weighs around a lesson, its navigation included.
HEAVIEST_FRAME = 25_000


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_a_lessons_page_is_not_heavy(built_site, lesson):
    page = built_site / "lessons" / lesson.id / "index.html"
    text = page.read_text(encoding="utf-8")
    assert page.stat().st_size <= HEAVIEST
    (article,) = BeautifulSoup(text, "html.parser").select("article.md-content__inner")
    assert page.stat().st_size - len(str(article).encode()) <= HEAVIEST_FRAME


@pytest.mark.parametrize("id", [FIRST, MODEL])
def test_the_complete_file_is_loaded_only_when_it_is_wanted(built_site, id):
    """Without scripts the disclosure leads to the same file."""
    page = built_site / "lessons" / id / "index.html"
    document = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")
    (link,) = document.select(".lk-complete lk-complete a[download]")
    program = (page.parent / link["href"]).read_text(encoding="utf-8")
    script = (built_site / f"assets/complete/{id}.js").read_text("utf-8")
    assert json.loads(script.partition("] = ")[2].removesuffix(";\n")) == program
    assert document.select(".lk-complete figure[hidden] code")[0].get_text() == ""


@pytest.mark.parametrize(
    ("text", "compact"),
    [
        ("<p>\n\n   a  b\n  <i>c</i>  d</p>  \n", "<p>\na  b\n<i>c</i>  d</p>\n"),
        ("<pre>\n\n  a\n</pre>\n\n<p>", "<pre>\n\n  a\n</pre>\n<p>"),
        ("<textarea>\n a</textarea>", "<textarea>\n a</textarea>"),
        ("<script>\n  //x\n\n  y</script>", "<script>\n  //x\n\n  y</script>"),
        ("<PRE class='a'>\n\n</PRE>\n\n", "<PRE class='a'>\n\n</PRE>\n"),
        ("a\n\n<!--\n\n-->\n\nb", "a\n<!--\n\n-->\nb"),
    ],
)
def test_only_white_space_goes_and_only_where_it_does_not_count(text, compact):
    assert compact_page(text) == compact
