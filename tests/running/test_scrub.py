"""Nothing of one machine stays in a record, and no word is garbled for it."""

import pytest

from lessonkit.running.scrub import build_replacement, build_scrub

PLACES = [
    ("/home/ada", "~"),
    ("/home/ada/course/", ""),
    ("/home/ada/course/.venv", "[python]"),
    ("/tmp/lessonkit-x/001", "[run]"),
]


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ('File "/home/ada/course/phases/a/main.py"', 'File "phases/a/main.py"'),
        ("/home/ada/course/.venv/lib/x.py", "[python]/lib/x.py"),
        ("/tmp/lessonkit-x/001/work/out.npz", "[run]/work/out.npz"),
        ("/tmp/lessonkit-x/0012", "/tmp/lessonkit-x/0012"),
        ("/home/ada/data", "~/data"),
        ("/home/adam/data", "/home/adam/data"),
        ("/mnt/home/ada", "/mnt/home/ada"),
        ("/srv/ada/data", "/srv/user/data"),
        ("ada is a language, adaptive too", "ada is a language, adaptive too"),
        ("on babbage-1: ready", "on host: ready"),
        ("babbage-12 babbage-1x", "babbage-12 babbage-1x"),
    ],
)
def test_places_and_names_are_replaced(text: str, clean: str) -> None:
    """Paths first, the longest first; a user only in a path, a host as a word."""
    assert build_replacement(PLACES, "ada", "babbage-1")(text) == clean


def test_common_words_stay_what_they_are() -> None:
    """The user is root, the host is called square: "root mean square" stays."""
    scrub = build_replacement([("/root", "~")], "root", "square")
    assert scrub("root mean square of /root/x") == "root mean square of ~/x"
    assert scrub("/srv/root/x") == "/srv/root/x"


def test_the_machine_itself_is_scrubbed(tmp_path) -> None:
    """The repository, the run's folder and Python's own vanish from paths."""
    import sys

    root, run = tmp_path / "course", tmp_path / "run"
    scrub = build_scrub(root, run)
    assert scrub(f"{root}/phases/x {run}/work {sys.prefix}/lib") == (
        "phases/x [run]/work [python]/lib"
    )
