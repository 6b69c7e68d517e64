"""Hints come one at a time and are remembered; a solution comes on request."""

import json

from lessonkit.course.model import CellKind
from lessonkit.learn.ladder import give_hint, load_progress, show_solution
from tests.learn.conftest import Learner


def test_hints_climb_and_stay_at_the_last(learner: Learner) -> None:
    """Each request gives the next rung, also in another process."""
    exercise = learner.lesson.program.find_cell(CellKind.EXERCISE, "mean-of")
    texts = [give_hint(learner.root, learner.lesson, exercise) for _ in range(3)]
    assert "Hint 1 of 2" in texts[0] and "A mean is one number." in texts[0]
    assert "Hint 2 of 2" in texts[1] and "Use `sum` and `len`." in texts[1]
    assert texts[2] == texts[1]
    assert "return sum" not in "".join(texts)
    assert "--solution mean-of" in texts[1]
    content = json.loads((learner.folder / "progress.json").read_text("utf-8"))
    assert content["hints"] == {"mean-of": 2} and content["solutions"] == []


def test_a_solution_is_shown_and_remembered(learner: Learner) -> None:
    """It comes without marks, with the reason why it works."""
    exercise = learner.lesson.program.find_cell(CellKind.EXERCISE, "mean-of")
    text = show_solution(learner.root, learner.lesson, exercise)
    assert "return sum(numbers) / len(numbers)" in text and "SOLUTION" not in text
    assert "Both routes use every value once." in text
    assert load_progress(learner.root, learner.lesson).solutions == ("mean-of",)


def test_a_damaged_memory_starts_anew(learner: Learner) -> None:
    """A file that somebody edited is no reason to fail."""
    for text in ("", "[]", '{"hints": 3, "solutions": []}', "\x00"):
        (learner.folder / "progress.json").write_text(text, encoding="utf-8")
        assert load_progress(learner.root, learner.lesson).hints == {}
