"""The points of the authoring guide that lessonkit holds, and by what."""

from __future__ import annotations

from dataclasses import dataclass

from lessonkit.problems import RULES


@dataclass(frozen=True)
class Point:
    """A point that a machine checks: its number, its subject, and what else holds it.

    `also` names what no rule of `validate` sees, because something has to run.
    """

    number: int
    subject: str
    also: str = ""

    @property
    def codes(self) -> tuple[str, ...]:
        """The rules of `validate` that hold it."""
        return tuple(code for code, rule in RULES.items() if self.number in rule.points)


POINTS = (
    Point(1, "Objectives: how many, their verbs and their length"),
    Point(2, "What is promised is tested, what is tested is promised"),
    Point(3, "Prerequisites and building blocks"),
    Point(4, "Minutes, and the time of the recorded run"),
    Point(7, "A predicted figure with alternative and data"),
    Point(8, "Build steps: short, and every prefix runs", "`execute` runs the build"),
    Point(9, "Output is recorded, intended errors happen", "`execute`, `verify`"),
    Point(10, "Timings and speed-ups", "`verify` reports times not declared volatile"),
    Point(11, "Numbers in prose are declared and agree with the record"),
    Point(13, "Two experiments with prediction, result and conclusion"),
    Point(14, "Three levels of exercise with all their parts"),
    Point(15, "Starters, solutions and wrong answers", "`validate --exercises`"),
    Point(17, "The quiz: questions, options, feedback, misconceptions"),
    Point(19, "No cue in the quiz but the content"),
    Point(21, "Takeaways and evidence"),
    Point(22, "Primary references"),
    Point(
        23,
        "Shape comments are true, two runs agree",
        "`execute` compares shapes, `verify` compares runs",
    ),
    Point(26, "Two readings, where course.yml requires them"),
)
