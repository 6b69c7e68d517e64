"""Reading YAML into models, with problems at their lines."""

from pathlib import Path

import pytest

from lessonkit.course.entries import LessonMetadata, Misconception
from lessonkit.course.metadata import find_line, parse_yaml

from ..conftest import TINY

PATH = Path("lesson.yml")
LESSON = TINY / "phases/01-numbers/01-average-a-list/lesson.yml"
GOOD = LESSON.read_text(encoding="utf-8")


def problems_after(old: str, new: str):
    assert old in GOOD
    value, problems = parse_yaml(PATH, GOOD.replace(old, new, 1), LessonMetadata)
    assert value is None
    return problems


def line_of(words: str) -> int:
    return next(n for n, line in enumerate(GOOD.splitlines(), 1) if words in line)


def test_a_good_file_is_read():
    value, problems = parse_yaml(PATH, GOOD, LessonMetadata)
    assert problems == ()
    assert value.minutes.total == 25
    assert value.quiz[0].options[1].right


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("minutes:", "minuts:", "LK103", "`minuts`"),
        ("build: 5,", "biuld: 5,", "LK103", "`biuld`"),
        ("says: the mean", "sais: the mean", "LK103", "`sais`"),
        ("hardware: Any", "# hardware: Any", "LK104", "`hardware`"),
        ("understand: 5", "understand: five", "LK105", "`minutes.understand`"),
        ("revised: 2026-11-01", "revised: soon", "LK105", "`revised`"),
        ("kind: lesson", "kind: lecture", "LK105", "`kind`"),
        ("revision: 1.0.0\nrev", "revision: 1.0\nrev", "LK105", "`revision`"),
        ("id: numbers-01", "id: Numbers 01", "LK105", "`id`"),
        ("title: Average", "title: [Average", "LK101", "not valid YAML"),
        ("title: Average", "id: again\ntitle: Average", "LK101", "stands twice"),
        ("revised: 2026-11-01", "revised: 2026-13-41", "LK101", "not valid YAML"),
    ],
)
def test_a_mistake_is_a_problem(old, new, code, words):
    problems = problems_after(old, new)
    assert any(p.code == code and words in p.message for p in problems), problems


def test_a_problem_stands_at_the_line_of_its_key():
    (unknown,) = [
        p for p in problems_after("build: 5,", "biuld: 5,") if "unknown" in p.message
    ]
    assert unknown.line == line_of("minutes:")
    assert unknown.help == "did you mean `build`?"
    (wrong,) = problems_after('url: "https', 'url: "http')
    assert wrong.line == line_of("references:") + 1


def test_all_problems_come_at_once():
    text = GOOD.replace("minutes:", "minuts:").replace("title:", "titel:", 1)
    _, problems = parse_yaml(PATH, text, LessonMetadata)
    assert sorted(p.code for p in problems) == ["LK103", "LK103", "LK104", "LK104"]


@pytest.mark.parametrize("text", ["", "- a\n- b\n", "just words", "\x00"])
def test_a_file_of_another_shape_is_a_problem(text):
    value, problems = parse_yaml(PATH, text, LessonMetadata)
    assert value is None and problems


def test_a_list_of_entries_is_read():
    text = "- {id: a, belief: B., correction: C.}\n"
    value, problems = parse_yaml(PATH, text, tuple[Misconception, ...])
    assert problems == () and value[0].id == "a"


def test_find_line_follows_keys_and_indexes():
    assert find_line(GOOD, ("quiz", 0, "options", 2)) == line_of('text: "5.0"')
    assert find_line(GOOD, ("nothing",)) == 1
