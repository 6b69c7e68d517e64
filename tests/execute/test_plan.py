"""A plan holds the lessons that were meant and have to run."""

from pathlib import Path

import pytest

from lessonkit.errors import UsageError
from lessonkit.execute.plan import check_installed, plan_execution
from tests.execute.course import add_lesson, append_code, execute, lesson_folder


@pytest.fixture
def course(tiny: Path) -> Path:
    """A course of three lessons and a project, of which the first is recorded."""
    for number in (2, 10):
        add_lesson(tiny, number)
    folder = lesson_folder(tiny)
    project = folder.parent / "project"
    add_lesson(tiny, 11).rename(project)
    execute(tiny, "numbers-01")
    return tiny


def test_all_that_is_not_fresh_is_planned_in_order(course: Path) -> None:
    """The project comes last; what is fresh is counted."""
    plan = plan_execution(course, [], "cpu")
    assert [lesson.id for lesson in plan.lessons] == [
        "numbers-02",
        "numbers-10",
        "numbers-11",
    ]
    assert plan.fresh == 1
    assert [folder.name for folder in plan.folders][-1] == "project"
    assert {lesson.state.kind for lesson in plan.lessons} == {"never"}


def test_a_changed_lesson_is_planned_with_its_reason(course: Path) -> None:
    """The plan can say why a lesson runs."""
    append_code(lesson_folder(course), "x = 1")
    lesson = plan_execution(course, ["numbers-01"], "cpu").lessons[0]
    assert lesson.state.reasons == ("cell build/added added",)


def test_lessons_are_named_by_id_or_folder(course: Path, monkeypatch) -> None:
    """Relative to the repository or to where the user is."""
    folder = lesson_folder(course).parent / "02-copy"
    monkeypatch.chdir(folder.parent)
    for name in (
        "numbers-02",
        "phases/01-numbers/02-copy",
        folder,
        Path("02-copy"),
        f"{folder}/",
    ):
        plan = plan_execution(course, [name, name], "cpu")
        assert [lesson.id for lesson in plan.lessons] == ["numbers-02"]


def test_force_runs_fresh_lessons(course: Path) -> None:
    """Only when asked, and only those that were named."""
    assert plan_execution(course, ["numbers-01"], "cpu").lessons == ()
    forced = plan_execution(course, ["numbers-01"], "cpu", force=True)
    assert [lesson.id for lesson in forced.lessons] == ["numbers-01"]
    assert forced.fresh == 0


def test_a_wrong_name_gets_the_nearest(course: Path) -> None:
    """A typing error costs one look."""
    with pytest.raises(UsageError, match="numbers-1x") as caught:
        plan_execution(course, ["numbers-1x"], "cpu")
    assert "did you mean `numbers-1" in caught.value.remedy


def test_another_installed_version_is_refused(course: Path) -> None:
    """With the command that mends it, and only where something has to run."""
    (course / "requirements-cpu.txt").write_text("numpy==0.0.1\nnot-there==1\n")
    with pytest.raises(UsageError) as caught:
        plan_execution(course, [], "cpu")
    assert "numpy 0.0.1 (installed: " in caught.value.sentence
    assert "not-there 1 (not installed)" in caught.value.sentence
    assert "pip install -r requirements-cpu.txt" in caught.value.remedy
    assert plan_execution(course, ["numbers-01"], "cpu").fresh == 1


def test_installed_pins_are_accepted() -> None:
    """Nothing is said about what is as it should be."""
    from importlib import metadata

    check_installed({"pytest": metadata.version("pytest")})
