"""The same pages by a second host: Zensical builds them, and says the same words."""

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag

from tests.command_line import lessonkit

# Generated pages with many links in raw HTML, which hosts read in two ways elsewhere.
INDEXES = (
    "phases/transforms/review/index.html",
    "map/index.html",
    "reference/errors/index.html",
    "reference/api/index.html",
    "about/status/index.html",
)
# A page of each kind: hand-written, generated, with figures, with recorded outputs.
PAGES = (
    "index.html",
    "lessons/transforms-04/index.html",
    "lessons/transforms-04/notebook/index.html",
    "phases/transforms/index.html",
    *INDEXES,
)
# What a host adds to a page's own words.
FRAME = ".headerlink, .md-content__button, .md-source-file, .md-feedback, script"


@pytest.fixture(scope="module")
def zensical_site(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the real course's site, as Zensical builds it."""
    if find_spec("zensical") is None:
        pytest.skip("Zensical is not installed: there is no wheel for this system")
    root = tmp_path_factory.mktemp("zensical")
    for name in ("mkdocs.yml", "zensical.yml"):
        shutil.copy(repository / name, root)
    lessonkit(repository, "pages", str(root / ".lessonkit/host")).check_returncode()
    command = [sys.executable, "-m", "zensical", "build", "-f", "zensical.yml"]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "No issues found" in run.stdout + run.stderr
    return root / ".lessonkit/host-site"


def read_article(path: Path) -> Tag:
    """Return a page's own content."""
    document = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
    article = document.select_one("article.md-content__inner")
    for added in article.select(FRAME):
        added.decompose()
    return article


def list_words(article: Tag) -> list[str]:
    return article.get_text(" ").split()


@pytest.mark.parametrize("page", PAGES)
def test_both_hosts_say_the_same(built_site, zensical_site, page):
    ours, theirs = (read_article(site / page) for site in (built_site, zensical_site))
    assert len(list_words(ours)) > 20
    assert list_words(theirs) == list_words(ours)
    for kind in ("math", "img", "details", "table", "pre"):
        assert len(theirs.select(kind)) == len(ours.select(kind)), kind


def test_formulas_figures_and_disclosures_are_in_place(zensical_site):
    article = read_article(zensical_site / "lessons/transforms-04/index.html")
    for kind in ("math msub", "img[alt]", "details > summary", "h2#build"):
        assert article.select(kind), kind
    assert "$$" not in article.get_text()


def test_the_second_host_has_every_file_that_a_lesson_offers(built_site, zensical_site):
    folder = Path("lessons/transforms-04/downloads")
    offered = {path.name for path in (built_site / folder).iterdir()}
    assert len(offered) > 5
    there = {path.name for path in (zensical_site / folder).iterdir()}
    assert {name for name in offered if not name.endswith(".md")} <= there
    # What is Markdown becomes a page there.
    pages = {Path(name).stem for name in offered if name.endswith(".md")}
    assert pages <= there


@pytest.mark.parametrize("page", INDEXES)
def test_links_of_pages_that_are_an_index_are_the_same_by_both_hosts(
    built_site, zensical_site, page
):
    ours, theirs = (read_article(site / page) for site in (built_site, zensical_site))
    links = [[a["href"] for a in one.select("a[href]")] for one in (ours, theirs)]
    assert len(links[0]) > 15
    assert links[0] == links[1]
