"""What a rule is: the meaning of a problem's code, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rule:
    """What a problem code means.

    `help` is the remedy shown when a problem brings none that is more precise; `why`
    is the reason, for the page of rules; `points` are those of the authoring guide
    that the rule holds. A `standard` rule is asked of published lessons in courses of
    the full standard only, and of projects only where `projects` says so.
    """

    meaning: str
    help: str
    why: str
    points: tuple[int, ...] = ()
    standard: bool = False
    projects: bool = True


def standard(
    meaning: str, help: str, why: str, *points: int, projects: bool = True
) -> Rule:
    """Return a rule of the full standard."""
    return Rule(meaning, help, why, points, standard=True, projects=projects)
