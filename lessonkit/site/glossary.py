"""The glossary: each term with its definition, and the lesson that introduces it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from lessonkit.course.entries import Term
from lessonkit.course.model import (
    Block,
    Course,
    Lesson,
    Paragraphs,
    Part,
    Stage,
)
from lessonkit.site.lesson_view import find_lesson
from lessonkit.site.links import GLOSSARY_PAGE, Links
from lessonkit.site.page_views import Neighbour
from lessonkit.site.stages import NAMES

CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
BOLD = re.compile(r"\*\*(?P<words>[^*\n]+)\*\*")
CODE_OR_BOLD = re.compile(f"{CODE.pattern}|{BOLD.pattern}", re.DOTALL)
# The stages whose plain sections hold no cards.
LINKED = ("Understand", "Build")
# How an English word ends in the singular, and then in the plural.
PLURALS = (("", "s"), ("", "es"), ("y", "ies"), ("f", "ves"), ("fe", "ves"))


@dataclass(frozen=True)
class FirstUse:
    """Where a term is introduced: a lesson, and the stage of it."""

    lesson: Neighbour
    stage: str
    anchor: str


@dataclass(frozen=True)
class TermView:
    """A term; `first` is None where no lesson introduces it in bold."""

    term: Term
    first: FirstUse | None


@dataclass(frozen=True)
class LetterView:
    """The terms that begin with one letter."""

    letter: str
    terms: tuple[TermView, ...]


def build_glossary(course: Course) -> tuple[LetterView, ...]:
    """Return the terms by their first letter, from A to Z."""
    first = find_first_uses(course)
    terms = sorted(course.glossary, key=lambda term: term.term.casefold())
    views = [TermView(term, first.get(term.id)) for term in terms]
    letters = groupby(views, key=lambda view: view.term.term[0].upper())
    return tuple(LetterView(letter, tuple(found)) for letter, found in letters)


def find_first_uses(course: Course) -> dict[str, FirstUse]:
    """Return where each term first stands in bold, by its id, in reading order."""
    known = _list_words(course)
    found: dict[str, FirstUse] = {}
    for lesson in course.lessons:
        for stage in lesson.prose.stages:
            for words in _find_bold(stage):
                id = known.get(words)
                if id and id not in found:
                    neighbour = find_lesson(course, lesson.id)
                    name, anchor = NAMES[stage.title][0], stage.title.lower()
                    found[id] = FirstUse(neighbour, name, anchor)
    return found


def list_introduced(course: Course) -> dict[str, dict[str, str]]:
    """Return, by lesson id, all ways to write the terms that it introduces.

    Each way is in small letters, and leads to the term's id.
    """
    first = find_first_uses(course)
    found: dict[str, dict[str, str]] = {}
    for word, id in _list_words(course).items():
        if id in first:
            found.setdefault(first[id].lesson.id, {})[word] = id
    return found


def link_terms(lesson: Lesson, terms: Mapping[str, str], links: Links) -> Lesson:
    """Return a lesson in which each term that it introduces leads to its definition.

    `terms` are the ways to write them. Only plain sections are changed, which every
    host renders as a page's own text.
    """
    linked: set[str] = set()

    def link(match: re.Match[str]) -> str:
        id = terms.get((match["words"] or "").casefold())
        before = match.string[: match.start()]
        if id is None or id in linked or before.endswith("["):
            return match[0]
        linked.add(id)
        return f"[{match[0]}]({links.markdown(GLOSSARY_PAGE, id)})"

    def change(block: Block) -> Block:
        if not isinstance(block, Paragraphs):
            return block
        return replace(block, markdown=CODE_OR_BOLD.sub(link, block.markdown))

    stages = []
    for stage in lesson.prose.stages:
        sections = (
            section
            if section.prediction or stage.title not in LINKED
            else replace(section, blocks=tuple(map(change, section.blocks)))
            for section in stage.sections
        )
        stages.append(replace(stage, sections=tuple(sections)))
    return replace(lesson, prose=replace(lesson.prose, stages=tuple(stages)))


def _list_words(course: Course) -> dict[str, str]:
    """Return the id of each term by all that it may be written as."""
    known: dict[str, str] = {}
    for term in course.glossary:
        for word in list_forms(term):
            known.setdefault(word, term.id)
    return known


def list_forms(term: Term) -> Iterator[str]:
    """Yield how a term is written in small letters: its words, its id, plurals."""
    for word in {term.term.casefold(), term.id.replace("-", " ")}:
        yield word
        for singular, plural in PLURALS:
            if word.endswith(singular):
                yield word.removesuffix(singular) + plural


def _find_bold(stage: Stage) -> Iterator[str]:
    """Yield the words that stand in bold in a stage, in small letters."""
    texts = [stage.opening.markdown]
    texts += [
        block.markdown
        for section in stage.sections
        for block in section.blocks
        if isinstance(block, Paragraphs | Part)
    ]
    for text in texts:
        for match in BOLD.finditer(CODE.sub("", text)):
            yield match["words"].casefold()
