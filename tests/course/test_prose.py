"""Reading lesson.md into stages, sections and parts."""

from pathlib import Path

import pytest

from lessonkit.course.model import (
    Paragraphs,
    Part,
    PartKind,
    Placement,
    Prediction,
)
from lessonkit.course.prose import parse_prose

PATH = Path("lesson.md")
STAGES = ["Understand", "Build", "Experiment", "Exercise", "Evidence"]


def lesson(understand: str = "") -> str:
    """A lesson.md whose first stage holds this text, from line 5."""
    first = f"## Understand\n\nYou look.\n\n{understand}\n"
    rest = "".join(f"\n## {stage}\n\nYou do it.\n" for stage in STAGES[1:])
    return first + rest


def blocks(text: str):
    prose, problems = parse_prose(PATH, lesson(f"### One\n\n{text}"))
    assert problems == ()
    return prose.stages[0].sections[0].blocks


def test_stages_and_sections_keep_order_ids_and_lines():
    text = lesson("### The idea\n\nText.\n\n### Step <!-- inputs -->\n\nMore.")
    prose, problems = parse_prose(PATH, text)
    assert problems == ()
    assert [stage.title for stage in prose.stages] == STAGES
    assert prose.stages[0].opening.markdown == "You look."
    sections = [(s.title, s.cell, s.line) for s in prose.stages[0].sections]
    assert sections == [("The idea", None, 5), ("Step", "inputs", 9)]


def test_the_first_paragraph_and_expected_stand_alone():
    found = blocks("One.\n\nTwo.\n\n* a\n* b\n\n**Expected:** c.\n\nThree.\n\nFour.")
    assert [block.markdown for block in found] == [
        "One.",
        "Two.\n\n* a\n* b",
        "**Expected:** c.",
        "Three.\n\nFour.",
    ]
    assert [block.line for block in found] == [7, 9, 14, 16]


def test_a_prediction_has_a_question_and_choices():
    (found,) = blocks(
        "> **Predict:** Will it\n> differ?\n>\n> * No\n> * Yes,\n>   much"
    )
    assert found == Prediction("Will it differ?", ("No", "Yes, much"), 7)


def test_a_figure_has_a_place_and_a_text_alternative():
    (found,) = blocks("![Three bars\nof 0.46](records/cpu/agreement.svg)")
    assert found == Placement("agreement", "Three bars of 0.46", 7)


def test_parts_hold_everything_up_to_the_next_heading():
    found = blocks("Text.\n\n#### Hint\n\nA.\n\nB.\n\n#### Hint\n\nC.")
    assert isinstance(found[0], Paragraphs)
    assert found[1:] == (
        Part(PartKind.HINT, "A.\n\nB.", 9),
        Part(PartKind.HINT, "C.", 15),
    )


@pytest.mark.parametrize(
    ("text", "line", "code", "words"),
    [
        ("### A\n\nText.\n* item", 8, "LK307", "blank line"),
        ("### A\n\n* item\n  * nested", 8, "LK307", "needs 4 spaces, not 2"),
        ("### A\n\n1. item\n\n   more", 9, "LK307", "needs 4 spaces, not 3"),
        ("### A\n\nA <b>word</b>.", 7, "LK309", "`<b>`"),
        ("### A\n\n<div>\n</div>", 7, "LK309", "raw HTML"),
        ("### A\n\n#### Hnit\n\nText.", 7, "LK308", "`#### Hnit` is no part"),
        ("### A\n\n#### Hint", 7, "LK308", "is empty"),
        ("### A\n\n##### Deep", 7, "LK308", "level 5"),
        ("### A\n\n#### Hint\n\n![x](records/cpu/x.svg)", 9, "LK308", "cannot stand"),
        ("### A\n\n![x](picture.png)", 7, "LK304", "no recorded figure"),
        ("### A\n\nSee ![x](records/cpu/x.svg).", 7, "LK304", "inside a paragraph"),
        ("### A\n\n![](records/cpu/x.svg)", 7, "LK306", "alternative"),
        ("Two.", 1, "LK308", "one opening paragraph"),
        ("## Buidl\n\nText.", 5, "LK301", "`## Buidl` is no stage"),
        ("## Build\n\nText.", 5, "LK301", "more than once"),
    ],
)
def test_a_mistake_is_a_problem_at_its_line(text, line, code, words):
    _, problems = parse_prose(PATH, lesson(text))
    assert any(
        (p.line, p.code) == (line, code) and words in p.message for p in problems
    ), problems


def test_missing_and_disordered_stages_are_problems():
    _, problems = parse_prose(PATH, "## Build\n\nA.\n\n## Understand\n\nB.\n")
    messages = [problem.message for problem in problems]
    assert messages[:3] == [f"the stage `## {s}` is missing" for s in STAGES[2:]]
    assert messages[3] == "the stages are out of order"


def test_nested_lists_with_four_spaces_are_fine():
    (found,) = blocks("* item\n\n    more\n\n    * nested\n* next")
    assert isinstance(found, Paragraphs)
