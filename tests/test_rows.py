"""What a reader gets on a lesson page, row by row: counted in sources and on the page.

The rows are those of the promise that the course makes for each lesson page.
"""

import html
import itertools
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag

from lessonkit.course.load import load_course
from lessonkit.course.maths import find_formulas
from lessonkit.course.model import (
    EXERCISE_KINDS,
    CellKind,
    Lesson,
    PartKind,
    Prediction,
)
from lessonkit.course.numbers import format_number
from lessonkit.course.starters import (
    build_complete,
    build_cumulative,
    build_solution_cell,
    build_starter_cell,
)
from lessonkit.records import Record, load_record, record_path
from lessonkit.site.figures import MOST_ROWS
from tests.site_pages import list_published

from .conftest import REPOSITORY

LESSONS = list_published(load_course(REPOSITORY).course)
CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.S)


# For the module, so that all tests of a lesson share its page: to read it takes long.
@pytest.fixture(scope="module", params=LESSONS, ids=lambda lesson: lesson.id)
def lesson(request) -> Lesson:
    return request.param


@pytest.fixture(scope="module")
def record(lesson) -> Record:
    return load_record(record_path(lesson.folder, "cpu"))


@pytest.fixture(scope="module")
def page(built_site, lesson) -> Tag:
    file = built_site / "lessons" / lesson.id / "index.html"
    document = BeautifulSoup(file.read_text(encoding="utf-8"), "html.parser")
    (article,) = document.select("article.md-content__inner")
    for link in article.select("a.headerlink"):
        link.decompose()
    return article


def find(root: Tag, name: str) -> list[Tag]:
    """Return the elements of a class, in the page's order."""
    return root.select(f".{name}")


def text_of(element: Tag) -> str:
    """Return an element's text on one line."""
    return " ".join(element.get_text().split())


def plain(markdown: str) -> str:
    """Return inline Markdown as the page's text shows it; formulas are cut."""
    parts = CODE.split(markdown)
    words, code = parts[::3], parts[2::3]
    shown = [re.sub(r"\$[^$]*\$|\*+|\\(?=\$)", "", text) for text in words]
    pairs = itertools.zip_longest(shown, code, fillvalue="")
    return " ".join("".join(text for pair in pairs for text in pair).split())


def shows(element: Tag, markdown: str) -> bool:
    """Whether an element shows this inline Markdown, formulas aside."""
    copy = BeautifulSoup(str(element), "html.parser")
    for formula in copy.select("math"):
        formula.decompose()
    return plain(markdown) in text_of(copy)


def code_of(element: Tag) -> str:
    """Return the element's first block of code or output."""
    return element.select_one("pre").get_text().strip("\n")


def cells(lesson: Lesson, *kinds: CellKind) -> list[str]:
    return [cell.name for cell in lesson.program.of_kind(*kinds)]


def names(elements: list[Tag]) -> list[str]:
    return [element.get("data-cell") for element in elements]


def links(root: Tag) -> Iterator[str]:
    return (link["href"] for link in root.select("a[href]"))


def test_row_1_position_title_and_revision(page, lesson, course):
    phase = next(p for p in course.phases if lesson in p.lessons)
    track = course.find_track(phase.metadata.track)
    (crumbs,) = find(page, "lk-crumbs")
    assert f"{track.title} · {track.environment}" in text_of(crumbs)
    count = len(phase.metadata.lessons)
    position = f"Lesson {lesson.position} of {count} in Phase {phase.number}"
    assert position in text_of(crumbs)
    assert any(f"phases/{phase.id}/" in link for link in links(crumbs))
    assert text_of(page.select_one("h1")) == plain(lesson.metadata.title)
    (facts,) = find(page, "lk-facts")
    assert f"Revision {lesson.metadata.revision}" in text_of(facts)
    assert lesson.metadata.revised.strftime("%b %Y") in text_of(facts)
    assert "#changes" in list(links(facts))
    assert lesson.metadata.hardware in [text_of(b) for b in find(facts, "lk-badge")]
    assert len(find(page, "lk-change")) == len(lesson.metadata.changes)


def test_row_2_kind_length_outcome_and_guide(page, lesson):
    (facts,) = find(page, "lk-facts")
    kind = {"lesson": "Lesson", "project": "Project"}[lesson.metadata.kind]
    assert kind in text_of(facts)
    assert f"about {lesson.metadata.minutes.total} minutes" in text_of(facts)
    (outcome,) = find(page, "lk-outcome")
    assert shows(outcome, lesson.metadata.outcome)
    assert any(link.endswith("#study-guide") for link in links(facts))


def test_row_3_before_you_start(page, lesson, record):
    (needs,) = find(page, "lk-needs")
    titles = [text_of(dt.find_next_sibling("dd")) for dt in needs.select("dt")]
    assert len(titles) == 3 and lesson.metadata.hardware in titles[1]
    expected = [
        (
            entry.cell,
            " ".join(
                [*entry.line.split(), format_number(entry.value, entry.tolerance)]
            ),
        )
        for entry in lesson.metadata.expect
        if entry.cell in cells(lesson, CellKind.BUILD)
    ]
    shown = [
        (element.get("data-cell"), text_of(element.select_one("code")))
        for element in find(page, "lk-expect")
    ]
    assert expected and shown == expected
    assert [r.get("data-route") for r in find(page, "lk-route")] == [
        "python",
        "notebook",
        "tpu",
    ]
    assert f"Python {record.environment.python}" in page.get_text()
    assert "they do not show the speed of a TPU" in page.get_text()
    for target in ("setup/cpu/", "setup/tpu/"):
        assert any(target in link for link in links(page)), target


def test_row_3_every_command_is_labelled(page):
    commands = find(page, "lk-command")
    blocks = find(page, "lk-commands")
    assert len(blocks) >= 6
    for command in commands:
        label = text_of(find(command, "lk-code__label")[0])
        shell, folder, environment = (part.strip() for part in label.split("·"))
        assert shell in {"bash or zsh", "PowerShell"}
        assert folder and environment
        if shell == "PowerShell":
            assert ".venv/bin" not in code_of(command)
        else:
            assert ".venv\\Scripts" not in code_of(command)


def test_row_3_downloads(page, lesson, built_site):
    """All of a lesson's downloads are offered, exist, and are what they say."""
    files = {Path(href).name for href in links(page) if "downloads/" in href}
    id = lesson.id
    figures = [cell.id for cell in lesson.program.of_kind(CellKind.FIGURE)]
    expected = {f"{id}.ipynb", f"{id}-starter.ipynb", f"{id}-starter.py", f"{id}.py"}
    expected |= {f"{id}.md", f"{id}-cpu.json", f"{id}-evidence.md"}
    expected |= {f"{id}-{f}.{kind}" for f in figures for kind in ("svg", "json")}
    assert expected <= files
    folder = built_site / "lessons" / id / "downloads"
    assert {path.name for path in folder.iterdir()} == expected
    main = find(page, "lk-take__main")[0]
    assert next(links(main)).endswith(f"{id}.ipynb")
    archives = [f for f in files if f.endswith(".zip")]
    assert len(archives) == 1
    with zipfile.ZipFile(built_site / "downloads" / archives[0]) as archive:
        inside = archive.namelist()
    main_file = (lesson.folder / "code/main.py").relative_to(REPOSITORY).as_posix()
    assert f"{archives[0][:-4]}/{main_file}" in inside
    assert not any("/.git/" in name or "/.venv/" in name for name in inside)


def test_row_4_stepper_and_stages(page, lesson):
    (stepper,) = find(page, "lk-stepper")
    assert text_of(find(stepper, "lk-stepper__number")[0]) == lesson.number
    stages = find(page, "lk-stage")
    assert list(links(stepper)) == ["#top", *(f"#{s.get('id')}" for s in stages)]
    shown = [text_of(e.select_one("span")) for e in find(stepper, "lk-stage-link")]
    titles = "Understand, Build & Run, Experiment, Exercise & Check, Evidence"
    assert shown == titles.split(", ")
    kickers = [text_of(kicker) for kicker in find(page, "lk-kicker")]
    assert [kicker[:12] for kicker in kickers] == [
        f"Stage {number} of 5" for number in range(1, 6)
    ]
    openings = find(page, "lk-opening")
    for opening, stage in zip(openings, lesson.prose.stages, strict=True):
        assert shows(opening, stage.opening.markdown)


def test_row_5_objectives_sections_and_maths(page, lesson):
    objectives = find(page, "lk-objective")
    for element, objective in zip(objectives, lesson.metadata.objectives, strict=True):
        assert element.get("id") == f"objective-{objective.id}"
        assert shows(element, objective.text)
        assert len(list(links(element))) == len(objective.tested_by)
        for target in links(element):
            assert page.find(id=target[1:]), target
    headings = [text_of(heading) for heading in page.select("h3")]
    for section in lesson.prose.sections:
        assert any(plain(section.title) in heading for heading in headings)
    formulas = len(list(find_formulas(lesson.prose.text)))
    assert 0 < formulas <= len(page.select("math"))
    assert "$" not in re.sub(r"<(pre|code)\b.*?</\1>", "", outer(page), flags=re.S)


def outer(element: Tag) -> str:
    return html.unescape(str(element))


def test_row_6_figures(page, lesson, record, built_site):
    cell_ids = [cell.id for cell in lesson.program.of_kind(CellKind.FIGURE)]
    figures = find(page, "lk-figure")
    assert [f.get("id") for f in figures] == [f"figure-{id}" for id in cell_ids]
    alternatives = {p.figure: p.alternative for p in lesson.prose.placements}
    environment = record.environment
    source = (
        f"Plot from a recorded CPU computation · JAX {environment.packages['jax']} · "
        f"{environment.device_count} CPU device"
    )
    for figure, id in zip(figures, cell_ids, strict=True):
        (picture,) = figure.select("img")
        assert picture.get("alt") == alternatives[id]
        caption = text_of(figure.select_one("figcaption:not(.lk-code__label)"))
        assert source in caption and alternatives[id] not in caption
        folder = built_site / "lessons" / lesson.id
        assert (folder / picture.get("src")).is_file()
        cell = lesson.program.find_cell(CellKind.FIGURE, id)
        assert code_of(find(figure, "lk-plot")[0]) == cell.source
        names = [Path(link).name for link in links(figure)]
        assert f"{lesson.id}-{id}.svg" in names and f"{lesson.id}-{id}.json" in names
        data = folder / "downloads" / f"{lesson.id}-{id}.json"
        provenance = json.loads(data.read_text(encoding="utf-8"))
        text = json.dumps(provenance)
        for fact in (lesson.id, id, record.revision, record.started):
            assert fact in text
        assert environment.packages["jax"] in text and environment.device_kind in text
        assert record.inputs.main.raw in text
    for kind in (PartKind.READ, PartKind.CONNECT):
        headings = [text_of(h) for h in page.select("h4") if text_of(h) == kind]
        parts = [p for s in lesson.prose.sections for p in s.parts(kind)]
        assert len(headings) == len(parts)


def test_row_6_predictions_stand_before_what_they_ask(page, lesson):
    asked = [
        block
        for section in lesson.prose.sections
        for block in section.blocks
        if isinstance(block, Prediction)
    ]
    shown = find(page, "lk-predict")
    for element, prediction in zip(shown, asked, strict=True):
        assert shows(find(element, "lk-predict__question")[0], prediction.question)
        assert len(find(element, "lk-choice")) == len(prediction.choices)
    order = page.select(".lk-predict, .lk-figure")
    for figure in find(page, "lk-figure"):
        assert order.index(figure) > 0


def test_row_7_the_figures_data_is_a_table(page, lesson, record):
    for cell in record.cells:
        for figure in cell.figures:
            data = json.loads(
                (lesson.folder / "records" / figure.data).read_text(encoding="utf-8")
            )
            series = [one for axes in data["axes"] for one in axes["series"]]
            # Of an image the first axis makes the rows, of another series its points.
            lengths = [
                one["shape"][0] if "shape" in one else len(one["x"]) for one in series
            ]
            points = sum(min(length, MOST_ROWS) for length in lengths)
            element = page.find(id=f"figure-{cell.id}")
            rows = element.select(".lk-table tbody tr")
            assert len(rows) == points > 0


def test_row_8_build_steps(page, lesson, built_site):
    assert names(find(page, "lk-step")) == cells(lesson, CellKind.BUILD)
    for number, step in enumerate(find(page, "lk-step"), 1):
        cell = lesson.program.find_cell(
            CellKind.BUILD, step.get("data-cell").partition("/")[2]
        )
        assert code_of(step) == cell.source
        assert f"append build step {number}" in text_of(step)
        explained = find(step, "lk-block")
        assert len(explained) == len(lesson.blocks[cell.name])
    check = [cell.name for cell in lesson.program.of_kind(CellKind.CHECK)]
    used = [
        b for name, found in lesson.blocks.items() if name not in check for b in found
    ]
    for block in {block.name: block for block in used}.values():
        uses = page.select(f".lk-block[data-block='{block.name}']")
        (home,) = [use for use in uses if shows(use, block.explanation)]
        others = [use.get("href") for use in uses if use is not home]
        assert set(others) <= {f"#{home.get('id')}"}
    assert len(page.select(".lk-how > li")) >= 3
    assert code_of(find(page, "lk-cumulative")[0]) == build_cumulative(
        lesson.program
    ).strip("\n")
    (complete,) = find(page, "lk-complete")
    assert "solutions included" in text_of(complete.summary)
    # The page repeats no cell: a script brings the text, without scripts a download.
    (link,) = [link for link in links(complete) if link.endswith(f"{lesson.id}.py")]
    program = built_site / "lessons" / lesson.id / link
    assert program.read_text(encoding="utf-8") == build_complete(lesson.program)
    assert len(find(page, "lk-about")) == 1


def test_row_9_recorded_reference_execution(page, lesson, record):
    (run,) = find(page, "lk-reference-run")
    shown = text_of(run)
    environment = record.environment
    year, month, day = record.started[:10].split("-")
    assert year in shown and str(int(day)) in shown and month
    assert f"Python {environment.python}" in shown
    assert f"JAX {environment.packages['jax']}" in shown
    build = "".join(c.stdout.text for c in record.cells if c.kind == "build")
    assert code_of(find(run, "lk-output")[0]) == build.strip("\n")
    (transcript,) = find(run, "lk-transcript")
    assert code_of(transcript) == record.transcript.strip("\n")
    asserting = [c for c in lesson.program.cells if "assert " in c.source]
    held = transcript.select(".lk-assertions > li")
    assert len(held) == len(asserting)
    assert any(link.endswith(f"{lesson.id}-cpu.json") for link in links(run))
    for step in find(page, "lk-step"):
        recorded = record.find_cell(step.get("data-cell")).stdout.text
        (output,) = find(step, "lk-output")
        words = output.select_one("pre, .lk-output__none").get_text().strip("\n")
        assert words == (recorded.strip("\n") or "It prints nothing.")


def test_row_10_experiments(page, lesson, record):
    experiments = find(page, "lk-experiment")
    assert names(experiments) == cells(lesson, CellKind.EXPERIMENT)
    results = find(page, "lk-recorded")
    for element, result in zip(experiments, results, strict=True):
        cell = lesson.program.find_cell(
            CellKind.EXPERIMENT, element.get("data-cell").partition("/")[2]
        )
        assert code_of(element) == cell.source
        assert len(find(element, "lk-block")) == len(lesson.blocks[cell.name])
        recorded = record.find_cell(cell.name).stdout.text
        assert code_of(result) == recorded.strip("\n")
    count = len(experiments)
    expected = [e for e in page.select("p > strong") if text_of(e) == "Expected:"]
    assert len(expected) == count
    # The experiments' own; those of the exercises stand inside their solutions.
    whys = page.select("lk-result[data-for^=experiment-] h4")
    assert [text_of(why) for why in whys] == ["Why it works"] * count


def test_row_11_exercises(page, lesson, record):
    exercises = find(page, "lk-exercise")
    assert names(exercises) == cells(lesson, *EXERCISE_KINDS)
    levels = {"exercise": "Foundation", "practice": "Practice"}
    sections = {s.cell: s for s in lesson.prose.stage("Exercise").sections}
    for element in exercises:
        kind, _, id = element.get("data-cell").partition("/")
        cell = lesson.program.find_cell(CellKind(kind), id)
        assert element.get("data-level") == levels.get(kind, "Challenge")
        program = lesson.program
        starter = code_of(find(element, "lk-starter")[0])
        assert starter == build_starter_cell(program, cell)
        assert "SOLUTION" not in outer(element)
        (solution,) = find(element, "lk-solution")
        assert code_of(solution) == build_solution_cell(program, cell).strip("\n")
        printed = [record.find_cell(name) for name in (cell.name, f"check/{id}")]
        recorded = "".join(one.stdout.text for one in printed).strip("\n")
        shown = solution.select_one(".lk-output pre")
        assert (shown.get_text().strip("\n") if shown else "") == recorded
        hints = find(element, "lk-hint")
        assert len(hints) == len(sections[id].parts(PartKind.HINT)) >= 2
        assert all(len(hint.select(":scope > details")) == 1 for hint in hints)
        (guide,) = find(element, "lk-guide")
        (steps,) = sections[id].parts(PartKind.STEPS)
        listed = guide.select(".lk-steps > ol > li")
        assert len(listed) == len(re.findall(r"^\d+\. ", steps.markdown, re.M))
        assert len(find(guide, "lk-block")) == len(lesson.blocks[cell.name])
        assert len(find(element, "lk-why")) == 1


def test_row_12_quiz_and_cases(page, lesson):
    questions = find(page, "lk-question")
    for element, question in zip(questions, lesson.metadata.quiz, strict=True):
        assert element.get("id") == f"question-{question.id}"
        assert shows(find(element, "lk-question__text")[0], question.question)
        options = find(element, "lk-option")
        for shown, option in zip(options, question.options, strict=True):
            assert shows(shown.select_one("details > summary"), option.text)
            (feedback,) = find(shown, "lk-feedback")
            assert shows(feedback, option.feedback)
            assert feedback.get("data-right") == str(option.right).lower()
        if question.code:
            assert code_of(element) == question.code.strip("\n")
    cases = find(page, "lk-case")
    for element, case in zip(cases, lesson.metadata.diagnose, strict=True):
        assert shows(find(element, "lk-case__symptom")[0], case.symptom)
        assert len(find(element, "lk-cause")) == len(case.causes)
        assert shows(element, case.does_not_prove) and shows(element, case.tell_apart)
    order = page.select(".lk-question, .lk-case")
    assert order == questions + cases


def test_row_13_takeaways_and_evidence(page, lesson, built_site):
    takeaways = find(page, "lk-takeaway")
    for element, takeaway in zip(takeaways, lesson.metadata.takeaways, strict=True):
        assert shows(element, takeaway)
    ids = [item.id for item in lesson.metadata.evidence]
    fields = find(page, "lk-field")
    assert [f.get("id") for f in fields][-len(ids) :] == [f"evidence-{i}" for i in ids]
    assert len(fields) == len(ids) + 3  # code, output, prediction
    template = built_site / f"lessons/{lesson.id}/downloads/{lesson.id}-evidence.md"
    headings = re.findall(r"^## (.*)$", template.read_text(encoding="utf-8"), re.M)
    titles = [plain(heading.partition(" <!--")[0]) for heading in headings]
    assert titles == [text_of(find(f, "lk-field__title")[0]) for f in fields]


def test_row_14_status(page, lesson, record):
    states = {e.get("data-backend"): e for e in find(page, "lk-run-state")}
    assert states["cpu"].get("data-state") == "fresh"
    assert states["tpu"].get("data-state") == "never"
    assert "No TPU run is recorded" in text_of(states["tpu"])
    (status,) = find(page, "lk-status")
    commands = [code_of(command) for command in find(status, "lk-command")]
    assert any(f"execute {lesson.id} --backend tpu" in c for c in commands)
    assert any("setup/tpu/" in link for link in links(status))
    assert "TODO" not in re.sub(r"<pre.*?</pre>", "", outer(page), flags=re.S)


def test_row_15_references_and_neighbours(page, lesson, course):
    references = find(page, "lk-reference")
    for element, reference in zip(references, lesson.metadata.references, strict=True):
        assert reference.url in list(links(element))
        assert shows(element, reference.title) and shows(element, reference.read_for)
    listed = [e for phase in course.phases for e in phase.metadata.lessons]
    place = [entry.id for entry in listed].index(lesson.id)
    written = {written.id for written in course.lessons}
    for name, index in (("previous", place - 1), ("next", place + 1)):
        if 0 <= index < len(listed):
            (element,) = find(page, f"lk-pager__{name}")
            assert plain(listed[index].title) in text_of(element)
            assert bool(list(links(element))) == (listed[index].id in written)


def test_there_is_no_dead_control(page):
    """What stands in a template is shown by a script alone."""
    controls = page.select("input, button, textarea, select, form")
    assert [one for one in controls if not one.find_parent("template")] == []
