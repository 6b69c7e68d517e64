"""Check that a lesson has all its parts: objectives, times, exercises, sources."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lessonkit.checks.places import YamlFile
from lessonkit.checks.wording import count_words
from lessonkit.course.evidence import build_evidence_fields
from lessonkit.course.model import EXERCISE_KINDS, CellKind, Course, Lesson
from lessonkit.layout import MAIN
from lessonkit.problems import Problem

VERBS = (
    "predict",
    "trace",
    "compute",
    "derive",
    "implement",
    "vectorise",
    "compile",
    "shard",
    "measure",
    "compare",
    "distinguish",
    "diagnose",
    "choose",
    "explain",
    "justify",
    "refactor",
    "validate",
    "verify",
)
OBJECTIVES = range(3, 6)
MOST_WORDS = 20
MINUTES = range(45, 91)
EXPERIMENTS, QUESTIONS, REFERENCES = 2, 4, 3
LEVELS = {
    CellKind.EXERCISE: "foundation",
    CellKind.PRACTICE: "practice",
    CellKind.CHALLENGE: "challenge",
}
# By which words evidence is seen to ask for what makes a proof.
PROOF = {
    "an artefact": r"code|programs?|scripts?|files?|reports?|figures?|tables?|output",
    "a number": r"numbers?|values?|counts?|how (many|often|much|far|large)|medians?|"
    r"means?|loss(es)?|shapes?|seconds|microseconds|durations?|tolerances?|sizes?|"
    r"differences?|errors?|digits?|gradients?|norms?|bytes|percent|ratio|results?|"
    r"verdicts?|smallest|largest|versions?|\d+",
    "an explanation": r"why|explain|explanation|because|reasons?|in your own words|"
    r"what (follows|causes|makes)|how you (know|can tell|noticed)|means that",
    "a limitation": r"limits?|limitations?|(do|does|did|would|could) not|cannot|"
    r"leaves? out|left out|not (show|cover|prove|tell|say|hold)|only (for|if|on|when)|"
    r"no longer|breaks? down|assumes?|assumptions?|outside",
}


def check_parts(course: Course, lesson: Lesson) -> Iterator[Problem]:
    """Check a lesson's objectives, times, numbers of parts, evidence and sources."""
    file = YamlFile(course.root, lesson.folder / "lesson.yml")
    yield from _check_objectives(file, lesson)
    yield from _check_untested(file, lesson)
    minutes = lesson.metadata.minutes.total
    if minutes not in MINUTES:
        message = f"the stages take {minutes} minutes together, not 45 to 90"
        yield file.problem(("minutes",), "LK114", message)
    yield from _check_cells(course, lesson)
    count = len(lesson.metadata.quiz)
    if count < QUESTIONS:
        message = f"the quiz has {count} of four questions or more"
        yield file.problem(("quiz",), "LK513", message)
    yield from _check_evidence(file, lesson)
    yield from _check_references(file, lesson)


def _check_objectives(file: YamlFile, lesson: Lesson) -> Iterator[Problem]:
    """Three to five objectives say with a verb what a reader can do."""
    objectives = lesson.metadata.objectives
    if len(objectives) not in OBJECTIVES:
        message = f"there are {len(objectives)} objectives, not three to five"
        yield file.problem(("objectives",), "LK110", message)
    for index, objective in enumerate(objectives):
        place = ("objectives", index, "text")
        first = re.match(r"\W*(\w*)", objective.text)
        word = first[1].lower() if first else ""
        if word not in VERBS:
            help = f"begin with one of: {', '.join(VERBS)}"
            message = f"“{word}” is no verb of the list"
            yield file.problem(place, "LK111", message, help)
        count = count_words(objective.text)
        if count > MOST_WORDS:
            message = f"this objective has {count} words"
            yield file.problem(place, "LK112", message)


def _check_untested(file: YamlFile, lesson: Lesson) -> Iterator[Problem]:
    """Every question, exercise and experiment tests some objective."""
    kinds = (*EXERCISE_KINDS, CellKind.EXPERIMENT)
    tests = {
        f"question/{question.id}": ("quiz", index)
        for index, question in enumerate(lesson.metadata.quiz)
    }
    tests |= {cell.name: ("objectives",) for cell in lesson.program.of_kind(*kinds)}
    named = {n for o in lesson.metadata.objectives for n in o.tested_by}
    for name, place in tests.items():
        if name not in named:
            message = f"no objective names `{name}`"
            yield file.problem(place, "LK113", message)


def _check_cells(course: Course, lesson: Lesson) -> Iterator[Problem]:
    """There are two experiments, a figure, and an exercise of each level."""
    name = (lesson.folder / MAIN).relative_to(course.root)
    count = len(lesson.program.of_kind(CellKind.EXPERIMENT))
    if count < EXPERIMENTS:
        yield Problem(name, 1, "LK222", f"there are {count} of two experiments or more")
    if not lesson.program.of_kind(CellKind.FIGURE):
        yield Problem(name, 1, "LK310", "there is no figure cell")
    for kind, level in LEVELS.items():
        if not lesson.program.of_kind(kind):
            help = f"add `# %% {kind}: ID` with its check, prose and wrong answers"
            yield Problem(name, 1, "LK511", f"there is no {level}", help)


def _check_evidence(file: YamlFile, lesson: Lesson) -> Iterator[Problem]:
    """The evidence asks for everything that makes a proof."""
    fields = build_evidence_fields(lesson.metadata.evidence)
    text = " ".join(f"{field.title} {field.hint}" for field in fields)
    for what, words in PROOF.items():
        if not re.search(rf"\b({words})\b", text, re.IGNORECASE):
            message = f"no item of the evidence asks for {what}"
            yield file.problem(("evidence",), "LK117", message)


def _check_references(file: YamlFile, lesson: Lesson) -> Iterator[Problem]:
    """There are three sources, each once."""
    urls = [reference.url for reference in lesson.metadata.references]
    if len(set(urls)) < REFERENCES:
        message = f"the lesson has {len(set(urls))} of three references or more"
        yield file.problem(("references",), "LK118", message)
    for index, url in enumerate(urls):
        if url in urls[:index]:
            place = ("references", index, "url")
            yield file.problem(place, "LK119", f"{url} stands twice")
