"""The archive for those who want no repository."""

import io
import subprocess
import sys
import zipfile

import pytest

from lessonkit.site.pages import build_site, load_site
from lessonkit.stale import load_pins

ARCHIVE = "downloads/small-numbers-beginner.zip"


@pytest.fixture
def course_folder(tiny):
    """The tiny course with pins, its first phase meant for beginners."""
    course = tiny / "phases/course.yml"
    text = course.read_text(encoding="utf-8")
    course.write_text(f"{text}beginner: [numbers]\n", encoding="utf-8")
    pins = "# What a lesson may import:\nnumpy==2.4.6\n# The rest:\nclick==8.5.1\n"
    (tiny / "requirements-cpu.txt").write_text(pins, encoding="utf-8")
    return tiny


def read_members(content) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_it_holds_scripts_notebooks_and_its_own_requirements(course_folder):
    members = read_members(build_site(load_site(course_folder))[ARCHIVE])
    lesson = "small-numbers-beginner/01-numbers/01-average-a-list/numbers-01"
    assert sorted(members) == [
        f"{lesson}-starter.ipynb",
        f"{lesson}-starter.py",
        f"{lesson}.ipynb",
        f"{lesson}.py",
        "small-numbers-beginner/README.md",
        "small-numbers-beginner/requirements.txt",
    ]
    requirements = members["small-numbers-beginner/requirements.txt"].split()
    pins = load_pins(course_folder)
    assert requirements == [f"{name}=={version}" for name, version in pins.items()]
    assert requirements == ["numpy==2.4.6"]


def test_its_readme_says_what_it_leaves_out(course_folder):
    members = read_members(build_site(load_site(course_folder))[ARCHIVE])
    readme = members["small-numbers-beginner/README.md"]
    assert "`check`" in readme and "need the whole repository" in readme


def test_its_scripts_run_where_they_were_unpacked(course_folder, tmp_path):
    content = build_site(load_site(course_folder))[ARCHIVE]
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(tmp_path)
    folder = tmp_path / "small-numbers-beginner/01-numbers/01-average-a-list"
    for name, ending in (
        ("numbers-01.py", "PASS: numbers-01\n"),
        ("numbers-01-starter.py", ""),
    ):
        run = subprocess.run(
            [sys.executable, folder / name], capture_output=True, text=True
        )
        assert run.stdout.endswith(ending)
        assert ("`of_one` is still" in run.stderr) == ("starter" in name)


def test_the_same_course_gives_the_same_bytes(course_folder):
    first = build_site(load_site(course_folder))[ARCHIVE]
    assert first == build_site(load_site(course_folder))[ARCHIVE]


def test_the_page_of_the_path_says_which_archive_is_which(course_folder):
    page = build_site(load_site(course_folder))["phases/index.md"]
    assert page.count("lk-archive") == 2 + 1  # two entries in their list
    assert "small-numbers-beginner.zip" in page and "small-numbers.zip" in page


def test_without_a_written_phase_there_is_no_archive_and_no_link(tiny):
    tree = build_site(load_site(tiny))
    assert ARCHIVE not in tree
    assert "beginner" not in tree["phases/index.md"]
