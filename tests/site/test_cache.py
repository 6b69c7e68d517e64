"""The cache of builds: it saves work, and nobody could tell from the site."""

from __future__ import annotations

import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import markdown
import pytest

from lessonkit import mkdocs_frames, mkdocs_pages
from lessonkit.checks.code import write_starters
from lessonkit.course.load import load_course
from lessonkit.mkdocs_plugin import build_with_mkdocs
from lessonkit.site import cache, cache_lessons, parallel
from lessonkit.site.cache import CACHE, Cache, Memory, hash_parts, hash_tools
from lessonkit.site.cache_lessons import LessonCache
from lessonkit.site.raw_html import list_anchors, put_back, set_aside
from tests.execute.course import edit
from tests.site.factory import make_repository, write_record

PLAIN = Path(__file__).parents[1] / "plain-course"
FIRST = Path("phases/01-samples/01-summarize-a-sample")
SECOND = Path("phases/01-samples/02-compare-two-samples")


def build(root: Path) -> dict[str, bytes]:
    """Build a course's site and return its files."""
    assert build_with_mkdocs(root, strict=False) == 0
    site = root / "site"
    names = (path for path in site.rglob("*") if path.is_file())
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in names}


def build_cold(root: Path, folder: Path) -> dict[str, bytes]:
    """Build a copy of a course that nobody has built before."""
    ignored = shutil.ignore_patterns(".lessonkit", "site")
    shutil.copytree(root, folder, ignore=ignored)
    return build(folder)


def list_different(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    names = one.keys() | other.keys()
    return sorted(name for name in names if one.get(name) != other.get(name))


@pytest.fixture(scope="module")
def changing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the plain course that tests change, one after the other."""
    root = tmp_path_factory.mktemp("changing") / "course"
    shutil.copytree(PLAIN, root)
    build(root)
    return root


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A copy of the plain course that was built once."""
    shutil.copytree(PLAIN, tmp_path / "course")
    build(tmp_path / "course")
    return tmp_path / "course"


@pytest.fixture
def no_lesson_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on, a lesson that is loaded, checked or built anew is an error."""

    def fail(*arguments: object) -> None:
        raise AssertionError("this was done before")

    for name in ("load_lesson", "check_lesson", "build_lesson_tree"):
        monkeypatch.setattr(cache_lessons, name, fail)


# --- the same site -----------------------------------------------------------------


def change_nothing(root: Path) -> None:
    """Leave everything as it is."""


def change_prose(root: Path) -> None:
    edit(root / FIRST / "lesson.md", "Eight measurements", "Nine measurements")


def change_metadata(root: Path) -> None:
    edit(root / SECOND / "lesson.yml", "Leave with a difference", "Know a difference")


def change_title(root: Path) -> None:
    """The title of a lesson stands on other pages too."""
    for path in (root / FIRST / "lesson.yml", root / FIRST.parent / "phase.yml"):
        edit(path, "title: Summarize a sample", "title: Sum a sample up")


def change_program(root: Path) -> None:
    edit(root / FIRST / "code/main.py", 'print("Mean:"', 'print("The mean:"')
    list(write_starters(load_course(root).course))


def change_registry(root: Path) -> None:
    edit(root / "phases/building-blocks.yml", "Makes an array", "Creates an array")


def change_data(root: Path) -> None:
    edit(root / SECOND / "code/plants.csv", "12.5", "12.25")


def change_configuration(root: Path) -> None:
    edit(root / "mkdocs.yml", "site_name: Numbers", "site_name: Digits")
    edit(root / "mkdocs.yml", "toc_depth: 3", "toc_depth: 2")


def change_navigation(root: Path) -> None:
    edit(root / "mkdocs.yml", "- My learning: my", "- Own learning: my")


def add_page(root: Path) -> None:
    (root / "docs/new.md").write_text("# New\n\n[Home](index.md)\n", encoding="utf-8")


def remove_page(root: Path) -> None:
    """A page that linked to it says something else then."""
    edit(root / "docs/index.md", "# Numbers", "[More](more.md)\n\n# Numbers")
    (root / "docs/more.md").write_text("# More\n", encoding="utf-8")
    build(root)
    (root / "docs/more.md").unlink()


@pytest.mark.parametrize(
    "change",
    [
        change_nothing,
        change_prose,
        change_metadata,
        change_title,
        change_program,
        change_registry,
        change_data,
        change_configuration,
        change_navigation,
        add_page,
        remove_page,
    ],
)
def test_whatever_changed_a_build_is_what_it_would_be_without_cache(
    changing, tmp_path, change
):
    change(changing)
    cold = build_cold(changing, tmp_path / "cold")
    assert list_different(build(changing), cold) == []


def test_what_was_built_is_not_built_again(course, no_lesson_is_built):
    assert build(course)


def test_a_change_of_one_lesson_builds_no_other(course, monkeypatch):
    built = []

    def note(theme, sources):
        built.append(sources.lesson.id)
        return original(theme, sources)

    original = cache_lessons.build_lesson_tree
    monkeypatch.setattr(cache_lessons, "build_lesson_tree", note)
    change_prose(course)
    build(course)
    assert built == ["samples-01"]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages whose frames are made from here on."""
    pages: list[str] = []

    def note(text):
        pages.append(text)
        return compact_page(text)

    compact_page = mkdocs_frames.compact_page
    monkeypatch.setattr(mkdocs_frames, "compact_page", note)
    monkeypatch.setattr(parallel, "_count_workers", lambda items: 1)
    return pages


def test_each_frame_is_made_once(tmp_path, made):
    """Frames are made by all the cores, before MkDocs asks for them."""
    root = shutil.copytree(PLAIN, tmp_path / "course")
    pages = [name for name in build(root) if name.endswith("index.html")]
    assert len(made) == len(pages) > 8


@pytest.mark.parametrize(
    ("old", "new"),
    [("outcome: Leave", "outcome: Go"), ("text: Compute mean", "text: Find mean")],
    ids=["description", "linked-data"],
)
def test_what_a_page_tells_machines_concerns_no_other_page(course, made, old, new):
    edit(course / FIRST / "lesson.yml", old, new)
    build(course)
    titles = [re.search("<title>(.*?)</title>", page)[1] for page in made]
    assert any(title.startswith("Summarize") for title in titles)
    assert not [title for title in titles if title.startswith("Compare")]


def test_warnings_are_repeated_by_every_build(tmp_path, caplog):
    root = make_repository(tmp_path / "sample")
    write_record(root)
    edit(root / "docs/index.md", "#", "[gone](gone.md)\n\n#")
    for _ in range(2):
        caplog.clear()
        assert build_with_mkdocs(root, strict=True) == 1
        assert "target is not found" in caplog.text.replace("'gone.md' ", "")


# --- nothing in the way ------------------------------------------------------------


def test_damaged_entries_are_no_entries(course):
    before = build(course)
    entries = [path for path in (course / CACHE).rglob("*") if path.is_file()]
    assert len(entries) > 20
    for number, path in enumerate(entries):
        content = path.read_bytes()
        spoilt = content.replace(b"the", b"teh")  # It still reads well.
        path.write_bytes((b"", content[:40], spoilt)[number % 3])
    assert list_different(build(course), before) == []


def test_without_a_place_for_the_cache_the_site_is_built(course):
    before = build(course)
    shutil.rmtree(course / CACHE)
    (course / CACHE).write_text("in the way", encoding="utf-8")
    assert list_different(build(course), before) == []


def test_many_may_use_one_folder_at_a_time(tmp_path):
    value = {"text": "x" * 100_000}
    shared = Cache(tmp_path)

    def use(number: int) -> bool:
        shared.keep("kind", "key", value)
        return shared.find("kind", "key") in (None, value)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(use, range(64)))
    assert shared.find("kind", "key") == value
    assert [path.name for path in (tmp_path / "kind").iterdir()] == ["key"]


def test_a_lesson_that_changes_while_it_is_read_is_not_kept(course, monkeypatch):
    def load(place):
        loaded = original(place)
        (place.folder / "lesson.md").write_text("meanwhile", encoding="utf-8")
        return loaded

    original = cache_lessons.load_lesson
    change_prose(course)
    monkeypatch.setattr(cache_lessons, "load_lesson", load)
    keys: list[str] = []
    kept = Cache(course / CACHE)
    monkeypatch.setattr(kept, "keep", lambda kind, key, value: keys.append(kind))
    LessonCache(kept).load_site(course)
    assert "lessons" not in keys


def test_another_version_asks_for_other_entries(monkeypatch, tmp_path):
    (tmp_path / "module.py").write_text("x = 1\n", encoding="utf-8")
    os.utime(tmp_path / "module.py", (0, 0))
    monkeypatch.setattr(cache, "PACKAGE", tmp_path)
    old = hash_tools.__wrapped__()
    assert hash_tools.__wrapped__() == old
    edit(tmp_path / "module.py", "1", "2")
    # It changed while this process runs, which may use either form.
    assert len({old, hash_tools.__wrapped__(), hash_tools.__wrapped__()}) == 3


def test_parts_are_hashed_with_their_borders():
    assert hash_parts(["ab", "c"]) != hash_parts(["a", "bc"])


def test_old_entries_are_removed_and_asking_keeps_them(tmp_path):
    kept = Cache(tmp_path)
    for key in ("asked", "forgotten"):
        kept.keep("kind", key, key)
        os.utime(tmp_path / "kind" / key, (0, 0))
    assert kept.find("kind", "asked") == "asked"
    kept.end_build()
    assert [path.name for path in (tmp_path / "kind").iterdir()] == ["asked"]


def test_a_preview_remembers_the_last_build_and_writes_the_first_alone(tmp_path):
    memory = Memory(tmp_path)
    memory.keep("kind", "first", 1)
    memory.end_build()
    memory.keep("kind", "second", 2)
    assert [path.name for path in (tmp_path / "kind").iterdir()] == ["first"]
    assert (memory.find("kind", "first"), memory.find("kind", "second")) == (1, 2)
    memory.end_build()
    memory.end_build()
    assert memory.find("kind", "second") is None


# --- all the cores -----------------------------------------------------------------


def test_shared_work_comes_back_in_order(monkeypatch):
    monkeypatch.setattr(parallel, "_count_workers", lambda items: 3)
    assert parallel.run_shared(lambda n: n * n, range(20)) == [n * n for n in range(20)]


def test_what_a_process_cannot_do_is_done_here(monkeypatch):
    here = os.getpid()

    def die_elsewhere(number: int) -> int:
        if os.getpid() != here:
            os._exit(1)
        return number

    monkeypatch.setattr(parallel, "_count_workers", lambda items: 2)
    assert parallel.run_shared(die_elsewhere, range(10)) == list(range(10))


def test_an_error_of_shared_work_is_raised_here(monkeypatch):
    monkeypatch.setattr(parallel, "_count_workers", lambda items: 2)
    with pytest.raises(ZeroDivisionError):
        parallel.run_shared(lambda n: 1 // (n - 7), range(10))


# --- raw HTML ------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["sample", "plain"])
def test_pages_are_what_they_are_without_setting_raw_html_aside(
    tmp_path, monkeypatch, kind
):
    compared = []

    def compare(page, config, files):
        quick, thorough = quickly(page, config, files), note_page(page, config, files)
        compared.append(page.file.src_uri)
        assert quick == thorough
        return quick

    quickly, note_page = mkdocs_pages.render_page, mkdocs_pages.note_page
    monkeypatch.setattr(mkdocs_pages, "render_page", compare)
    monkeypatch.setattr(parallel, "_count_workers", lambda items: 1)
    if kind == "sample":
        root = make_repository(tmp_path / "course")
        write_record(root)
    else:
        root = shutil.copytree(PLAIN, tmp_path / "course")
    build(root)
    assert len(compared) > 8


@pytest.mark.parametrize(
    "text",
    [
        "<div>\n\n# Text\n\n</div>\n\nEnd.",
        "<section>\n<section>\n\n</section>\n</section>",
        "```\n\n<div>\ncode\n</div>\n\n```\n\n<p>\nraw\n</p>\n\nEnd.",
        "Text\n<div>no empty line before</div>\n\nEnd.",
        "<div>\nmore follows\n</div> here\n\nEnd.",
        "<div>never closed\n\nEnd.",
        "<span>no block</span>\n\n<lk-element>\nnot either\n</lk-element>",
        "<!--\n\n<div>\nin a comment\n</div>\n\n-->\n\n<p>a</p>",
        "<p>\ta tab \x02</p>\r\n\r\n* a\n* b\n",
        "<?set-aside 0?>\n\n<p>a mark that was there before</p>",
        "> <p>quoted</p>\n\n    <p>code</p>\n\n1. a\n\n    <p>in a list</p>",
    ],
)
def test_only_sure_blocks_are_set_aside(text):
    convert = markdown.Markdown(extensions=["fenced_code", "sane_lists"]).convert
    rest, blocks = set_aside(text)
    quick = put_back(convert(rest), blocks)
    assert quick in (None, convert(text))


def test_anchors_in_raw_html_are_seen():
    _, blocks = set_aside('<div id=\'a\'><b id="x&amp;y">id="no"</b></div>\n')
    assert list_anchors(blocks) == {"a", "x&y"}


# --- the last site -------------------------------------------------------------------


def test_a_new_site_holds_nothing_of_the_last_but_hidden_files(course):
    site = course / "site"
    for name in ("left.txt", "lessons/left/index.html", ".git/config"):
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text("x", encoding="utf-8")
    (site / "downloads/numbers-from-samples.zip").write_bytes(b"spoilt")
    files = build(course)
    assert ".git/config" in files
    assert not [name for name in files if "left" in name]
    assert files["downloads/numbers-from-samples.zip"].startswith(b"PK")
    assert not (course / ".lessonkit/last-site").exists()


def test_no_file_of_a_site_is_another_one_too(course):
    """A tool that changes a published file changes that file alone."""
    build(course)
    links = [path.stat().st_nlink for path in (course / "site").rglob("*.*")]
    assert set(links) == {1}
