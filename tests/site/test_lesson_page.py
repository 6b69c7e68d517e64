"""The lesson's page, counted: as many of each thing as the sources hold."""

from __future__ import annotations

import dataclasses
import json
import re
from dataclasses import replace

import pytest

from lessonkit.course.evidence import FIXED_EVIDENCE
from lessonkit.course.model import (
    EXERCISE_KINDS,
    CellKind,
    PartKind,
)
from lessonkit.course.starters import build_complete, build_cumulative
from lessonkit.site.figures import build_tables
from lessonkit.site.keys import build_option_key
from lessonkit.site.pages import build_site
from tests.site.factory import make_site

PAGE = "lessons/counting-02/index.md"


def texts(page, selector):
    """Return the text of each element that the selector finds."""
    return [" ".join(e.get_text().split()) for e in page.select(selector)]


def ids(page, selector):
    return [element.get("id") for element in page.select(selector)]


def cells(page, selector):
    return [element.get("data-cell") for element in page.select(selector)]


def code(page, selector):
    """Return the code of the first block that the selector finds."""
    return page.select(f"{selector} pre code")[0].get_text()


def test_head_names_track_position_kind_length_and_revision(page, lesson):
    (crumbs,) = texts(page, ".lk-crumbs")
    assert "Core Foundation · Local CPU" in crumbs
    assert "Lesson 2 of 3 in Phase 01" in crumbs
    (facts,) = texts(page, ".lk-facts")
    for word in ("Lesson", "about 50 minutes", "Laptop CPU", "Revision 1.1.0"):
        assert word in facts
    links = [a.get("href") for a in page.select(".lk-facts a")]
    assert links == ["#changes", "../../phases/counting/#study-guide"]
    assert len(page.select(".lk-change")) == len(lesson.metadata.changes)
    assert texts(page, ".lk-outcome") == [
        "Leave with a median that one outlier cannot move."
    ]


def test_start_offers_every_download_and_three_routes(page, lesson, built):
    folder = built / "lessons/counting-02/downloads"
    offered = {a.get("href") for a in page.select(".lk-take a[download]")}
    assert offered == {f"downloads/{path.name}" for path in folder.iterdir()}
    assert page.select(".lk-take__main a")[0].get("href") == (
        "downloads/counting-02.ipynb"
    )
    routes = [e.get("data-route") for e in page.select(".lk-route")]
    assert routes == ["python", "notebook", "tpu"]
    assert texts(page, ".lk-needs .lk-planned") == ["Learn to count planned"]
    assert cells(page, ".lk-expect") == [e.cell for e in lesson.metadata.expect]


def test_each_command_names_shell_folder_and_environment(page):
    labels = texts(page, ".lk-command figcaption")
    assert labels
    for label in labels:
        assert re.fullmatch(
            r"(bash or zsh|PowerShell) · the repository folder · "
            r"environment: (not activated|not needed yet)",
            label,
        )


def test_the_stepper_leads_to_five_stages(page, lesson):
    targets = [a.get("href") for a in page.select(".lk-stage-link a")]
    stages = [f"#{id}" for id in ids(page, "h2.lk-stage")]
    assert targets == stages and len(stages) == 5
    assert texts(page, ".lk-stepper__number") == [lesson.number]
    kickers = texts(page, ".lk-kicker")
    assert [k.split(" about")[0] for k in kickers] == [
        f"Stage {number} of 5" for number in range(1, 6)
    ]
    assert len(page.select("p.lk-opening")) == 5


def test_every_objective_stands_with_where_it_is_tested(page, lesson):
    objectives = page.select(".lk-objective")
    assert ids(page, ".lk-objective") == [
        f"objective-{o.id}" for o in lesson.metadata.objectives
    ]
    for element, objective in zip(objectives, lesson.metadata.objectives, strict=True):
        targets = [a.get("href")[1:] for a in element.select("a")]
        assert targets == [name.replace("/", "-") for name in objective.tested_by]
        for target in targets:
            assert page.select(f"[id='{target}']"), target


def test_each_figure_comes_after_its_prediction_with_data_and_code(page, lesson):
    (placement,) = lesson.prose.placements
    (figure,) = page.select(".lk-figure")
    (image,) = figure.select("img")
    assert image.get("alt") == placement.alternative
    assert "recorded CPU computation · JAX 0.10.2 · 1 CPU device" in (figure.get_text())
    result = figure.find_parent("lk-result")
    assert result.get("data-for") == "figure-values"
    before = result.parent.find_previous_sibling("div")
    assert before.get("data-item") == "figure-values"
    # What explains the figure would tell what it shows.
    told = [h.get_text() for h in result.select("h4")]
    assert told == [PartKind.READ.value, PartKind.CONNECT.value]
    assert texts(figure, ".lk-table tbody tr") == ["a1", "b0.46"]
    # A series that is alone and has no label needs no name.
    assert figure.select(".lk-table caption") == []
    assert code(figure, ".lk-plot") == "bars = sorted(values)\n"
    headings = [h.contents[0] for h in page.select("h4")]
    assert {PartKind.READ.value, PartKind.CONNECT.value} <= set(headings)


def test_every_prediction_is_asked_with_its_choices(page, lesson):
    predictions = [s.prediction for s in lesson.prose.sections if s.prediction]
    shown = page.select(".lk-predict")
    assert len(shown) == len(predictions)
    for element, prediction in zip(shown, predictions, strict=True):
        assert len(element.select(".lk-choice")) == len(prediction.choices)


def test_build_steps_show_code_output_and_the_blocks_they_use(page, lesson):
    build = lesson.program.of_kind(CellKind.BUILD)
    steps = page.select(".lk-step")
    assert cells(page, ".lk-step") == [cell.name for cell in build]
    for number, (step, cell) in enumerate(zip(steps, build, strict=True), 1):
        assert texts(step, ".lk-code__label") == [
            f"main.py · append build step {number}"
        ]
        assert step.select("pre code")[0].get_text().rstrip() == cell.source
        blocks = [e.get("data-block") for e in step.select(".lk-block")]
        assert blocks == [block.name for block in lesson.blocks[cell.name]]
        assert len(step.select(".lk-output samp")) == 1
        assert page.select(f"h3#build-{cell.id}")
    assert texts(page, ".lk-step samp")[1] == "Median: 3 Seconds: 0.1"


def test_cumulative_build_and_complete_file_are_whole(page, lesson, tree):
    assert code(page, ".lk-cumulative") == build_cumulative(lesson.program)
    # The complete file repeats the page, so its text is loaded when it is opened.
    complete = json.dumps(build_complete(lesson.program), ensure_ascii=False)
    assert f" = {complete};" in tree["assets/complete/counting-02.js"]
    assert page.select(".lk-complete a[download]")[0].get("href") == (
        "downloads/counting-02.py"
    )
    assert "SOLUTION" not in page.get_text()


def test_the_reference_run_says_when_with_what_and_whether_it_holds(page):
    (run,) = page.select(".lk-reference-run")
    (provenance,) = texts(run, ".lk-provenance")
    assert provenance == (
        "29 Nov 2026, 10:45 UTC Python 3.11.7 JAX 0.10.2 1 CPU device ✓ fresh"
    )
    build, transcript = (e.get_text() for e in run.select("samp"))
    assert build == "Values: 5 1 4 2 3\nMedian: 3\nSeconds: 0.1\n"
    assert transcript.endswith("PASS: counting-02\n") and "Mine: 3" in transcript
    assert not run.select("samp")[0].find_parent("details")
    assert run.select("samp")[1].find_parent("details")
    steps = [e.get("data-step") for e in run.select("samp [data-step]")]
    assert steps[:3] == [
        "Build step 1 · values",
        "Build step 2 · median",
        "Experiment 1 · outlier",
    ]
    assert len(run.select(".lk-assertions li")) == 4


def test_experiments_run_from_prediction_to_reason(page, lesson):
    experiments = lesson.program.of_kind(CellKind.EXPERIMENT)
    names = [cell.name for cell in experiments]
    assert cells(page, ".lk-experiment") == names
    assert cells(page, ".lk-recorded") == names
    for cell in experiments:
        heading = page.select(f"h3#experiment-{cell.id}")[0]
        after = heading.find_next_siblings()
        classes = [element.get("class", [""])[-1] for element in after]
        wanted = ["lk-predict", "lk-experiment", "lk-after"]
        assert [name for name in classes if name in wanted][:3] == wanted
        result = after[classes.index("lk-after")].select_one(".lk-result")
        assert result.parent.get("data-for") == f"experiment-{cell.id}"
        # All that tells the outcome waits with it, in order.
        text = result.get_text()
        places = [text.index(w) for w in ("Expected:", "Recorded", "Why it works")]
        assert places == sorted(places)
        assert result.select_one(".lk-recorded samp")


def test_exercises_have_level_guide_hints_and_folded_solution(page, lesson):
    exercises = lesson.program.of_kind(*EXERCISE_KINDS)
    shown = page.select(".lk-exercise")
    assert cells(page, ".lk-exercise") == [cell.name for cell in exercises]
    assert [e.get("data-level") for e in shown] == [
        "Foundation",
        "Practice",
        "Challenge",
    ]
    sections = {s.cell: s for s in lesson.prose.sections if s.cell}
    for element, cell in zip(shown, exercises, strict=True):
        hints = sections[cell.id].parts(PartKind.HINT)
        assert len(element.select(".lk-hint details")) == len(hints)
        assert element.select("details.lk-guide .lk-steps li")
        assert "TODO" in code(element, "details.lk-guide .lk-starter")
        assert "TODO" not in code(element, "details.lk-solution")
        assert element.select("lk-result details.lk-solution .lk-output samp")
        assert element.select("details.lk-solution .lk-why")
        assert page.select(f"h3#{cell.kind}-{cell.id}")


def test_every_option_has_folded_feedback_and_one_is_right(page, lesson):
    questions = page.select(".lk-question")
    assert ids(page, ".lk-question") == [
        f"question-{question.id}" for question in lesson.metadata.quiz
    ]
    for element, question in zip(questions, lesson.metadata.quiz, strict=True):
        feedback = element.select(".lk-option details .lk-feedback")
        assert len(feedback) == len(question.options)
        right = [f.get("data-right") == "true" for f in feedback]
        assert right == [option.right for option in question.options]
        # Nothing outside the feedback gives the answer away.
        for summary in element.select("summary"):
            assert not summary.attrs
        keys = [e.get("data-option") for e in element.select(".lk-option")]
        assert keys == [build_option_key(option.text) for option in question.options]
    assert len(page.select(".lk-question > .highlight")) == 1


def test_cases_name_causes_limits_and_what_to_look_at(page, lesson):
    cases = lesson.metadata.diagnose
    assert ids(page, ".lk-case") == [f"diagnose-{case.id}" for case in cases]
    case = page.select(".lk-case")[0]
    assert len(case.select(".lk-cause")) == len(cases[0].causes)
    assert texts(case, "dt") == ["It suggests", "It does not prove", "Look at"]
    assert texts(case, "samp") == [cases[0].message]


def test_evidence_fields_equal_the_headings_of_the_template(page, lesson, tree):
    shown = ids(page, ".lk-field")
    wanted = [field.id for field in FIXED_EVIDENCE]
    wanted += [item.id for item in lesson.metadata.evidence]
    assert shown == [f"evidence-{id}" for id in wanted]
    template = tree["lessons/counting-02/downloads/counting-02-evidence.md"]
    assert re.findall(r"^## .* <!-- (.*) -->$", template, re.MULTILINE) == wanted
    assert len(page.select(".lk-takeaway")) == len(lesson.metadata.takeaways)


def test_recorded_output_is_shown_as_text(page):
    shown = page.select("#exercise-middle ~ .lk-exercise .lk-solution samp")[0]
    assert "<img src=x onerror=alert(1)> [RIGHT-TO-LEFT OVERRIDE]evil\n```" in (
        shown.get_text()
    )
    assert not page.select("img[src=x]")


def test_status_shows_what_ran_and_how_to_record_a_tpu(page):
    states = {
        e.get("data-backend"): e.get("data-state") for e in page.select(".lk-run-state")
    }
    assert states == {"cpu": "fresh", "tpu": "never"}
    commands = texts(page, ".lk-status .lk-command pre")
    assert ".venv/bin/python -m lessonkit execute counting-02 --backend tpu" in commands


def test_references_and_neighbours_close_the_page(page, lesson):
    targets = [a.get("href") for a in page.select(".lk-reference a")]
    assert targets == [r.url for r in lesson.metadata.references]
    assert texts(page, ".lk-pager__previous .lk-planned")
    assert texts(page, ".lk-pager__next .lk-planned")
    assert not page.select(".lk-pager a")


def test_nothing_on_the_page_is_a_dead_control(page):
    assert not page.select("button, input, textarea, select, form")


def test_ids_are_unique_and_anchors_resolve(page):
    found = ids(page, "[id]")
    assert len(found) == len(set(found))
    for link in page.select("a[href^='#']"):
        assert link.get("href")[1:] in found, link


def test_formulas_are_mathml_and_stand_once(page):
    shown = str(page)
    assert "\\bar" not in shown and "$$" not in shown
    assert shown.count('display="block"') == 1
    assert "it costs $5 to fix" in page.get_text()


@pytest.mark.parametrize("kind", ["never", "stale", "failed", "unreadable"])
def test_a_page_without_a_fresh_record_says_so(kind, lesson):
    text = build_site(make_site(kind=kind))[PAGE]
    notice = f'<div class="lk-notice" data-state="{kind}"'
    assert notice in text
    assert f'data-backend="cpu" data-state="{kind}"' in text
    if kind != "never":
        assert "cell build/values &lt;changed&gt;" in text
    if kind in ("never", "unreadable"):
        assert text.count("Not recorded yet") > len(lesson.program.of_kind("build"))
        assert "<img" not in text


def test_a_failed_run_shows_its_failure_and_what_came_before(lesson):
    text = build_site(make_site(kind="failed"))[PAGE]
    assert "ValueError: &lt;no&gt; values" in text
    assert "Median: 3" in text
    assert "Recorded result · failed" in text and "Recorded result · not run" in text


def test_a_draft_says_so_on_its_page_and_in_its_phase():
    site = make_site()
    course = site.course
    (lesson,), (phase,) = course.lessons, course.phases
    metadata = lesson.metadata.model_copy(update={"revision": "0.9.0"})
    draft = replace(phase, lessons=(replace(lesson, metadata=metadata),))
    loaded = replace(site.loaded, course=replace(course, phases=(draft,)))
    tree = build_site(replace(site, loaded=loaded))
    assert '<div class="lk-notice" data-state="draft"' in tree[PAGE]
    assert "lesson, draft · " in tree[f"phases/{phase.id}/index.md"]


def test_a_fresh_page_has_no_notice(tree):
    assert "lk-notice" not in tree[PAGE]


def test_front_matter_is_plain_text(tree):
    head = tree[PAGE].split("---")[1].strip().splitlines()
    lines = dict(line.split(": ", 1) for line in head)
    assert set(lines) == {"title", "description", "linked_data"}
    title, description = (json.loads(lines[name]) for name in ("title", "description"))
    assert title == "Count things fairly"
    assert description == "Leave with a median that one outlier cannot move."


def test_a_plain_course_speaks_of_no_accelerator():
    site = make_site()
    metadata = site.course.metadata.model_copy(update={"runtime": "plain"})
    course = dataclasses.replace(site.course, metadata=metadata)
    loaded = dataclasses.replace(site.loaded, course=course)
    text = build_site(dataclasses.replace(site, loaded=loaded))[PAGE]
    assert "JAX" not in text and "TPU" not in text and "device" not in text
    assert "Plot from a recorded CPU computation" in text


def test_a_lesson_without_quiz_headings_still_shows_quiz_and_cases(lesson):
    stages = [
        dataclasses.replace(
            stage, sections=tuple(s for s in stage.sections if s.cell or s.blocks)
        )
        for stage in lesson.prose.stages
    ]
    prose = dataclasses.replace(lesson.prose, stages=tuple(stages))
    site = make_site()
    changed = dataclasses.replace(lesson, prose=prose)
    (phase,) = site.course.phases
    phases = (dataclasses.replace(phase, lessons=(changed,)),)
    course = dataclasses.replace(site.course, phases=phases)
    loaded = dataclasses.replace(site.loaded, course=course)
    text = build_site(dataclasses.replace(site, loaded=loaded))[PAGE]
    assert text.count('class="lk-question"') == len(lesson.metadata.quiz)
    assert text.count('lk-case"') == len(lesson.metadata.diagnose)


def test_a_small_image_is_a_table_as_it_lies_and_a_large_one_is_none():
    """One row for each of the image; a picture in colours has three axes."""
    image = {"kind": "image", "label": "", "shape": [2, 3], "values": [1, 0, 2.5, 3, 4, 5]}
    (table,) = build_tables({"axes": [{"title": "Pattern", "series": [image]}]})
    assert table.caption == "Pattern"
    assert table.columns == ("row", "column 0", "column 1", "column 2")
    assert table.rows == (("0", "1", "0", "2.5"), ("1", "3", "4", "5"))
    for shape in ([2, 13], [61, 3], [2, 3, 3]):
        assert not build_tables({"axes": [{"series": [{**image, "shape": shape}]}]})
