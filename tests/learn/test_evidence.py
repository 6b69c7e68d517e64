"""Evidence says what ran and passed, keeps the learner's words, and can be verified."""

import json
import re

import pytest

from lessonkit.errors import UsageError
from lessonkit.learn.evidence import write_evidence
from lessonkit.learn.receipts import load_receipt
from lessonkit.learn.verify import verify_receipt
from lessonkit.records import find_records
from lessonkit.site.downloads import build_lesson_files
from lessonkit.site.runs import build_runs
from lessonkit.site.templates import Theme
from tests.learn.conftest import Learner


def write(learner: Learner):
    return write_evidence(learner.course, learner.lesson)


def verify(learner: Learner, path=None) -> tuple[str, ...]:
    path = path or learner.folder / "evidence.json"
    fresh = Learner(learner.root)
    return verify_receipt(fresh.course, fresh.lesson, load_receipt(path), path)


@pytest.fixture
def solved(learner: Learner) -> Learner:
    """A learner whose file passes and who has evidence."""
    learner.solve()
    write(learner)
    return learner


def test_the_receipt_says_what_ran_and_what_passed(solved: Learner) -> None:
    """Lesson, versions, device, hashes, exercises, output, time: and who attests it."""
    content = json.loads((solved.folder / "evidence.json").read_text("utf-8"))
    assert content["schema"] == 1
    assert content["attestation"].startswith("Self-attested")
    assert (content["lesson"], content["revision"]) == ("numbers-01", "1.0.0")
    assert content["exercises"] == {"mean-of": "passed"}
    assert content["output"] == (
        "Mean: 4.0\nMeans: 4.0 19.0\nMedians: 4 4\nMean of one value: 7.0\n"
    )
    assert content["environment"]["python"] and content["environment"]["device_kind"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:]+Z", content["started"])
    for name in ("code", "lesson_code"):
        assert re.fullmatch("[0-9a-f]{64}", content[name]["raw"])


def test_the_text_has_the_headings_of_the_template(solved: Learner) -> None:
    """What a reader downloads, what the form asks and what is written agree."""
    course, lesson = solved.course, solved.lesson
    runs = build_runs(lesson, find_records(lesson.folder), {}, jax=False)
    files = build_lesson_files(Theme(), course, lesson, runs)
    (template,) = (f.content for f in files if f.download.name.endswith("evidence.md"))
    text = (solved.folder / "evidence.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## .*$", text, re.MULTILINE)
    assert headings[:-1] == re.findall(r"^## .*$", template, re.MULTILINE)
    assert headings[-1] == "## Receipt <!-- receipt -->"
    assert text.partition("\n## ")[0] == template.partition("\n## ")[0]
    assert "```python\n# %% exercise: mean-of\ndef mean_of" in text
    assert "Mean of one value: 7.0" in text and "Self-attested" in text


def test_the_learners_words_are_kept(solved: Learner) -> None:
    """A second run renews what is the program's, and nothing that was written."""
    path = solved.folder / "evidence.md"
    text = path.read_text(encoding="utf-8")
    text = text.replace("What you expected before running, what came, and why.", "I.")
    text = text.replace("<!-- line -->", "<!-- line -->\n\n4.0, as I said.")
    path.write_text(text + "\n## More <!-- mine -->\n\nOf my own.\n", encoding="utf-8")
    solved.edit(("of_one = mean_of([7])", "of_one = mean_of([7, 7])"))
    outcome = write(solved)
    after = path.read_text(encoding="utf-8")
    assert "mean_of([7, 7])" in after and after.count("def mean_of") == 1
    assert all(words in after for words in ("I.", "4.0, as I said.", "Of my own."))
    assert "Kept as you wrote it: Prediction and explanation, The printed" in (
        outcome.text
    )
    write(solved)
    assert path.read_text(encoding="utf-8").count("Of my own.") == 1


def test_an_edited_code_section_is_kept_too(solved: Learner) -> None:
    """What was filled in is replaced only as long as nobody touched it."""
    path = solved.folder / "evidence.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("def mean_of", "# mine\ndef mean_of"), "utf-8")
    write(solved)
    assert "# mine" in path.read_text(encoding="utf-8")


def test_a_heading_within_code_is_no_heading(solved: Learner) -> None:
    """What a program prints never ends a section, so it can be renewed."""
    show = 'print("Mean of one value:", of_one)'
    solved.edit((show, 'print("alpha\\n## Code <!-- code -->\\n```\\nalpha")'))
    write(solved)
    solved.edit(("alpha", "new"), ("alpha", "new"))
    write(solved)
    text = (solved.folder / "evidence.md").read_text(encoding="utf-8")
    assert "````text\nMean: 4.0" in text and "alpha" not in text
    assert "\nnew\n## Code <!-- code -->\n```\nnew\n````\n" in text
    assert text.count("## Prediction and explanation") == 1


def test_a_file_that_does_not_run_gives_no_evidence(learner: Learner) -> None:
    """There is nothing to keep; the report says why."""
    learner.solve()
    learner.edit(("values = [3, 4, 5]", "values = [3, 4, 5"))
    outcome = write(learner)
    assert outcome.receipt is None and outcome.report.trouble
    assert not (learner.folder / "evidence.json").exists()


def test_a_receipt_that_holds_is_accepted_also_elsewhere(solved, tmp_path) -> None:
    """A teacher verifies the folder that a learner hands in."""
    assert verify(solved) == ()
    elsewhere = tmp_path / "handed-in"
    solved.folder.rename(elsewhere)
    assert verify(solved, elsewhere / "evidence.json") == ()


def test_comments_change_nothing(solved: Learner) -> None:
    """Only what the program says counts."""
    solved.edit(("of_one = mean", "# A remark.\nof_one = mean"))
    assert verify(solved) == ()


def test_a_changed_program_is_refused(solved: Learner) -> None:
    """Also where every exercise still passes."""
    solved.edit(("of_one = mean_of([7])", "of_one = mean_of([7, 7])"))
    (reason,) = verify(solved)
    assert "main.py has changed" in reason


def test_a_changed_lesson_is_refused(solved: Learner) -> None:
    """A receipt is for the lesson as it was."""
    main = solved.lesson.folder / "code/main.py"
    text = main.read_text(encoding="utf-8")
    main.write_text(text.replace("[1, 2, 6]", "[1, 2, 9]"), encoding="utf-8")
    yml = solved.lesson.folder / "lesson.yml"
    text = yml.read_text(encoding="utf-8").replace("revision: 1.0.0", "revision: 1.1.0")
    yml.write_text(text, encoding="utf-8")
    first, second = verify(solved)
    assert "revision 1.1.0 now, not 1.0.0" in first
    assert "lesson's own program has changed" in second


def test_a_claim_that_running_contradicts_is_refused(learner: Learner) -> None:
    """A pass that was written by hand does not survive another run."""
    learner.solve("    return sum(numbers)")
    write(learner)
    path = learner.folder / "evidence.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"mean-of": "failed"', '"mean-of": "passed"'), "utf-8")
    (reason,) = verify(learner)
    assert "`mean-of` passed then, and now it is failed: mean_of([1, 2, 6])" in reason


def test_changed_data_are_refused(learner: Learner) -> None:
    """What the program reads beside itself is a part of it."""
    (learner.folder / "data.txt").write_text("7")
    learner.solve()
    learner.edit(
        ("of_one = mean_of([7])", "of_one = float(open(DATA).read())"),
        ("import statistics", 'DATA = __file__.replace("main.py", "data.txt")'),
    )
    learner.edit(("statistics.median(values), statistics.median(changed)", "4"))
    write(learner)
    assert verify(learner) == ()
    (learner.folder / "data.txt").write_text("7.0")
    (reason,) = verify(learner)
    assert "data.txt, which the program reads, has changed" in reason


def test_a_receipt_without_its_program_is_refused(solved: Learner) -> None:
    """There is nothing that could be run again."""
    solved.main.unlink()
    assert verify(solved) == ("there is no main.py beside the receipt",)


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"schema": 1}', "\udcff"])
def test_what_is_no_receipt_is_named(tmp_path, text) -> None:
    """Another file is wrong use, told in a sentence."""
    path = tmp_path / "x.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(UsageError, match="no receipt"):
        load_receipt(path)


def test_a_damaged_receipt_is_named(solved: Learner) -> None:
    """A field that is missing or another thing is no traceback."""
    path = solved.folder / "evidence.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    for name in ("code", "exercises", "environment", "inputs"):
        path.write_text(json.dumps({**content, name: 3}), encoding="utf-8")
        with pytest.raises(UsageError, match="damaged"):
            load_receipt(path)
