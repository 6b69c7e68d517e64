"""The index of error messages: which the lessons met, and where each is explained."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from lessonkit.course.entries import Case
from lessonkit.course.model import Course, Lesson
from lessonkit.site.caught import CLASS, WORDS, Message, find_caught
from lessonkit.site.keys import build_option_key
from lessonkit.site.lesson_view import find_lesson
from lessonkit.site.page_views import Neighbour
from lessonkit.site.runs import choose_main_run
from lessonkit.site.stages import Sources, build_stage
from lessonkit.site.views import ExperimentView, RunView, StepView

# "jax.errors.TracerBoolConversionError: Attempted ...": the class, then the words.
QUOTED = re.compile(f"{CLASS}: +{WORDS}")
# A message of fewer words may stand in a line by chance.
FEWEST_WORDS = 4
END = ".:"


@dataclass(frozen=True)
class Place:
    """A place on a lesson's page; `title` is inline Markdown."""

    lesson: Neighbour
    what: str
    title: str
    anchor: str


@dataclass(frozen=True)
class MessageView:
    """A message and the places that explain it, in reading order."""

    message: Message
    places: tuple[Place, ...]

    @property
    def text(self) -> str:
        """The message as Python ends a traceback with it."""
        kind, words = self.message.kind, self.message.words
        return f"{kind}: {words}" if kind else words

    @property
    def anchor(self) -> str:
        """The message's anchor, which stays as long as the message does."""
        return f"message-{build_option_key(self.text)}"


@dataclass(frozen=True)
class KindView:
    """The messages of one class; the name is empty where lessons quote none.

    `bare` are the places that met the class and printed no words with it.
    """

    name: str
    messages: tuple[MessageView, ...]
    bare: tuple[Place, ...]


@dataclass(frozen=True)
class _Spot:
    """A place with the messages that it surely tells, and all that it printed."""

    place: Place
    told: tuple[Message, ...]
    printed: str


def build_error_index(
    course: Course, runs: Mapping[str, tuple[RunView, ...]]
) -> tuple[KindView, ...]:
    """Return the messages by class, and then by their words.

    `runs` are by lesson id; a lesson without any tells of its cases alone.
    """
    spots = [
        spot
        for lesson in course.lessons
        for spot in _list_spots(course, lesson, runs.get(lesson.id, ()))
    ]
    told = [message for spot in spots for message in spot.told]
    messages = join_messages(message for message in told if message.words)
    views = [
        MessageView(message, tuple(s.place for s in spots if _tells(s, message)))
        for message in sorted(messages, key=_rank)
    ]
    kinds = sorted(
        {message.kind for message in told}, key=lambda kind: _rank_kind(kind)
    )
    return tuple(
        KindView(
            kind,
            tuple(view for view in views if view.message.kind == kind),
            tuple(s.place for s in spots if Message(kind, "") in s.told),
        )
        for kind in kinds
    )


def join_messages(messages: Iterable[Message]) -> set[Message]:
    """Return messages without those that are the beginning of another one.

    Lessons cut what they print, one here and another there.
    """
    found = set(messages)
    return {
        message
        for message in found
        if not any(_begins(other, message) for other in found - {message})
    }


def _begins(longer: Message, message: Message) -> bool:
    """Whether a message is the beginning of another one; of equals, one is."""
    one, two = (m.words.rstrip(END) for m in (longer, message))
    same = one == two and longer.words > message.words
    begins = one != two and one.startswith(two)
    return longer.kind == message.kind and (same or begins)


def _tells(spot: _Spot, message: Message) -> bool:
    """Whether a place tells a message, or its record holds all words of it."""
    words = message.words.rstrip(END)
    if any(
        told == message or _begins(message, told) for told in spot.told if told.words
    ):
        return True
    return len(words.split()) >= FEWEST_WORDS and words in spot.printed


def _list_spots(
    course: Course, lesson: Lesson, runs: tuple[RunView, ...]
) -> Iterator[_Spot]:
    """Yield the steps, experiments and cases of a lesson, in reading order."""
    if not runs:
        return
    here = find_lesson(course, lesson.id)
    sources = Sources(lesson, choose_main_run(runs), {})
    for title in ("Build", "Experiment"):
        for item in build_stage(sources, title).items:
            if isinstance(item, StepView | ExperimentView):
                yield _build_spot(here, item)
    for case in lesson.metadata.diagnose:
        yield _build_case_spot(here, case)


def _build_spot(lesson: Neighbour, item: StepView | ExperimentView) -> _Spot:
    """Return a cell's spot; one that did not run to its end tells nothing."""
    what = "build step" if isinstance(item, StepView) else "experiment"
    anchor = f"{item.cell.kind}-{item.cell.id}"
    place = Place(lesson, f"{what} {item.number}", item.title, anchor)
    printed = item.output.stdout if item.output.status == "passed" else ""
    return _Spot(place, find_caught(item.cell.source, printed), printed)


def _build_case_spot(lesson: Neighbour, case: Case) -> _Spot:
    """Return a case's spot, with the message that it quotes."""
    place = Place(lesson, "case to diagnose", case.symptom, f"diagnose-{case.id}")
    if not case.message:
        return _Spot(place, (), "")
    match = QUOTED.fullmatch(case.message)
    message = Message(match["kind"], match["words"]) if match else None
    return _Spot(place, (message or Message("", case.message),), "")


def _rank(message: Message) -> tuple[str, str]:
    return message.words.casefold(), message.words


def _rank_kind(kind: str) -> tuple[bool, str]:
    """Classes stand from A to Z, and what has none after them."""
    return not kind, kind.casefold()
