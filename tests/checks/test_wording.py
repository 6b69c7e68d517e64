"""What the rules on words, numbers and times see, and what they let pass."""

import ast

import pytest

from lessonkit.checks.claims import NUMBER, read_number
from lessonkit.checks.cues import NEGATED, SPEAKS_OF_OTHERS, measure
from lessonkit.checks.timing import SPEED_UP, _is_repeated
from lessonkit.checks.wording import (
    count_sentences,
    count_words,
    find_banned,
    find_paragraphs,
)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("One.", 1),
        ("One. Two! Three? Four.", 4),
        ("It is 0.46. Then it grows.", 2),
        ("It takes arrays, e.g. a vector, i.e. one axis.", 1),
        ("It “works.” Then not.", 2),
        ("X is traced. X is run.", 2),
        ("See Fig. 3 and no. 4", 1),
        ("No stop at all", 1),
        ("", 0),
    ],
)
def test_sentences_are_counted(text, count):
    assert count_sentences(text) == count


def test_words_are_what_a_reader_reads():
    text = "## Two words\n\n```python\nx = 1\n```\n\n`code` and $x^2$, 3 don't count.\n"
    assert count_words(text) == 6
    assert count_words("![not read](records/cpu/x.svg)") == 0


def test_paragraphs_keep_their_lines():
    text = "# A\n\nFirst\nline.\n\n* item\n\n> **Predict:** why?\n"
    assert find_paragraphs(text) == (
        (1, "A"),
        (3, "First line."),
        (6, "item"),
        (8, "Predict: why?"),
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("You just run it.", ("just",)),
        ("Simply *obviously*.", ("Simply", "obviously")),
        ("Run `just` and adjust it: a simple, obvious case.", ()),
        ("```text\njust\n```", ()),
    ],
)
def test_words_that_make_readers_feel_slow_are_found(text, found):
    assert find_banned(text) == found


@pytest.mark.parametrize(
    "stem",
    [
        "Which of these is not traced?",
        "What does X not show?",
        "Which statement is false?",
        "Which line doesn't raise?",
        "Which two calls do not share a key?",
        "What can the loss never be?",
        "All are pure except which one?",
    ],
)
def test_negated_questions_are_found(stem):
    assert NEGATED.search(stem)


@pytest.mark.parametrize(
    "stem",
    [
        "What can go wrong?",
        "What happens if X is not awaited?",
        "Why is the array not updated?",
        "You stop without waiting. What can go wrong?",
        "The call does not wait. Which duration do you read?",
        "What is wrong with this report?",
        "What does X print when nothing is passed?",
    ],
)
def test_positive_questions_pass(stem):
    assert not NEGATED.search(stem)


@pytest.mark.parametrize(
    ("option", "found"),
    [
        ("All of the above", True),
        ("None of these", True),
        ("Both A and B", True),
        ("Neither of the options", True),
        ("All of the entries", False),
        ("One of two keys", False),
        ("Both arrays are awaited", False),
    ],
)
def test_options_that_speak_of_others_are_found(option, found):
    assert bool(SPEAKS_OF_OTHERS.search(option)) == found


def test_an_option_is_as_long_as_what_is_read():
    assert measure("`(4,)`") == 4
    assert measure("the *same* $x$") == 10


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It is ten times faster.", True),
        ("It runs 3.5× faster than NumPy.", True),
        ("a 20 times slower loop", True),
        ("twice: two times as fast", True),
        ("It is faster.", False),
        ("Call it ten times, faster machines or not.", False),
    ],
)
def test_claims_of_speed_are_found(text, found):
    assert bool(SPEED_UP.search(text)) == found


@pytest.mark.parametrize(
    ("code", "repeated"),
    [
        ("for _ in range(5):\n    clock()", True),
        ("for _ in range(4):\n    clock()", False),
        ("N = 7\nfor _ in range(N):\n    clock()", True),
        ("N = 2\nfor _ in range(N):\n    clock()", False),
        ("def f(n=20):\n    for _ in range(n):\n        clock()", True),
        ("def f(n):\n    return [clock() for _ in range(n)]", True),
        ("def f():\n    return clock()\n\n[f() for _ in range(9)]", True),
        ("for _ in range(9):\n    work()\nclock()", False),
        ("while True:\n    clock()", True),
    ],
)
def test_repeated_timings_are_seen(code, repeated):
    nodes = list(ast.walk(ast.parse(code)))
    assert _is_repeated(nodes, frozenset()) == repeated


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("0.46 and −3", ["0.46", "−3"]),
        ("1e-6 of 1,234.5", ["1e-6", "1,234.5"]),
        ("float32, x2 and 10.2.1", []),
        ("the loss is 0.46.", ["0.46"]),
    ],
)
def test_numbers_of_prose_are_found(text, numbers):
    assert [match[0] for match in NUMBER.finditer(text)] == numbers


def test_a_number_knows_its_last_digit():
    assert read_number("0.46") == (0.46, 0.01)
    assert read_number("−1,200") == (-1200.0, 1.0)
    assert read_number("1e-6") == (1e-6, 1e-6)
