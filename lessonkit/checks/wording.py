"""Check the wording of every text that a reader meets."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from lessonkit.checks.places import YamlFile, find_texts
from lessonkit.course.maths import FORMULA
from lessonkit.course.model import Course, Lesson
from lessonkit.layout import PHASES
from lessonkit.problems import Problem

BANNED = re.compile(r"\b(just|simply|obviously)\b", re.IGNORECASE)
# How the notes in a new lesson begin.
AUTHOR_NOTE = "Write here:"
MOST_SENTENCES = 4
WORDS = range(1200, 2201)
# A stop, what may close after it, and a space before what opens a sentence.
SENTENCE_END = re.compile(r"[.!?…][\"”’')\]]*\s+(?=[\"“‘'(\[]*[A-ZÀ-Þ0-9])")
SHORT_FORMS = re.compile(r"\b(e\.g|i\.e|cf|vs|approx|Fig|Eq|No)\.", re.IGNORECASE)
# A number is no word.
WORD = re.compile(r"[^\W\d_][\w’'-]*")
MARKDOWN = MarkdownIt("commonmark")
# What stands for a code span and for a formula: either may open a sentence.
CODE_PLACE, FORMULA_PLACE = "X", "0"


def check_lesson_wording(course: Course, lesson: Lesson) -> Iterator[Problem]:
    """Check the words of lesson.md and lesson.yml."""
    name = (lesson.folder / "lesson.md").relative_to(course.root)
    yield from _check_markdown(name, lesson.prose.text)
    file = YamlFile(course.root, lesson.folder / "lesson.yml")
    for location, text in find_texts(lesson.metadata):
        for word in find_banned(text):
            yield file.problem(location, "LK316", f"“{word}”")
    count = count_words(lesson.prose.text)
    if count not in WORDS:
        less = count < WORDS.start
        message = f"the prose has {count:,} words, not 1,200 to 2,200"
        help = "add what a reader lacks" if less else "cut what serves no objective"
        yield Problem(name, 1, "LK318", message, help)


def check_shared_wording(course: Course) -> Iterator[Problem]:
    """Check the words of study guides and registries."""
    for phase in course.phases:
        name = (phase.folder / "guide.md").relative_to(course.root)
        yield from _check_markdown(name, phase.guide)
    registries = {
        "building-blocks.yml": course.building_blocks,
        "glossary.yml": course.glossary,
        "misconceptions.yml": course.misconceptions,
    }
    for name, entries in registries.items():
        file = YamlFile(course.root, course.root / PHASES / name)
        for index, entry in enumerate(entries):
            for location, text in find_texts(entry):
                for word in find_banned(text):
                    yield file.problem((index, *location), "LK316", f"“{word}”")


def find_banned(markdown: str) -> tuple[str, ...]:
    """Return the words of a Markdown text that make readers feel slow."""
    if not BANNED.search(markdown):
        return ()
    texts = (text for _, text in find_paragraphs(markdown))
    return tuple(match[0] for text in texts for match in BANNED.finditer(text))


def count_words(markdown: str) -> int:
    """Return how many words a Markdown text has; fenced code has none."""
    return sum(len(WORD.findall(text)) for _, text in find_paragraphs(markdown))


def count_sentences(text: str) -> int:
    """Return how many sentences a plain text has."""
    text = SHORT_FORMS.sub(lambda match: match[1], text).strip()
    return len(SENTENCE_END.findall(text)) + bool(text)


@functools.lru_cache(maxsize=1024)
def find_paragraphs(markdown: str) -> tuple[tuple[int, str], ...]:
    """Return line and plain text of each paragraph, heading, item and quoted line.

    Code spans and formulas are replaced by a sign; pictures are left out.
    """
    return tuple(
        (token.map[0] + 1, _plain(token))
        for token in MARKDOWN.parse(markdown)
        if token.type == "inline" and token.map
    )


def _plain(token: Token) -> str:
    """Return the text of an inline token."""
    # A formula may hold what Markdown reads as emphasis, so it goes first.
    content = FORMULA.sub(FORMULA_PLACE, token.content)
    (inline,) = MARKDOWN.parseInline(content)
    parts = []
    for child in inline.children or ():
        if child.type == "text":
            parts.append(child.content)
        elif child.type == "code_inline":
            parts.append(CODE_PLACE)
        elif child.type in ("softbreak", "hardbreak"):
            parts.append(" ")
    return "".join(parts)


def _check_markdown(name: Path, markdown: str) -> Iterator[Problem]:
    """Find banned words, long paragraphs and notes to the author."""
    for line, text in find_paragraphs(markdown):
        for match in BANNED.finditer(text):
            yield Problem(name, line, "LK316", f"“{match[0]}”")
        if text.startswith(AUTHOR_NOTE):
            yield Problem(name, line, "LK320", f"“{text[:40]}…”")
        count = count_sentences(text)
        if count > MOST_SENTENCES:
            message = f"this paragraph has {count} sentences"
            yield Problem(name, line, "LK317", message)
