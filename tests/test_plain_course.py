"""A course by other people, without JAX: the same commands take it to a site."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from bs4 import BeautifulSoup

PLAIN = Path(__file__).resolve().parent / "plain-course"
# Words of the course in this repository that another course's reader never meets.
FOREIGN = re.compile(r"\b(jax|jaxlib|tpu|xla|pathways|transforms-04|colab)\b", re.I)


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command where JAX and Matplotlib cannot be imported."""
    blocked = root / "blocked"
    for name in ("jax", "jaxlib", "matplotlib"):
        (blocked / name).mkdir(parents=True, exist_ok=True)
        text = f'raise ImportError("{name} is not for this course")\n'
        (blocked / name / "__init__.py").write_text(text, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "lessonkit", *arguments],
        cwd=root / "course",
        env={**os.environ, "PYTHONPATH": str(blocked)},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of the course, whose lessons are recorded."""
    root = tmp_path_factory.mktemp("plain")
    shutil.copytree(PLAIN, root / "course")
    executed = run(root, "execute")
    assert executed.returncode == 0, executed.stderr
    assert "2 passed" in executed.stdout
    return root


@pytest.fixture(scope="module")
def site(root: Path) -> Path:
    """The course's site, built strictly."""
    built = run(root, "build", "--strict")
    assert built.returncode == 0, built.stderr
    return root / "course/site"


def test_the_course_is_valid_and_its_exercises_are_proved(root):
    validated = run(root, "validate", "--exercises")
    assert (validated.returncode, validated.stderr) == (0, ""), validated.stdout


def test_its_records_name_numpy_alone_and_are_verified(root):
    for path in (root / "course/phases").glob("*/*/records/cpu.json"):
        record = json.loads(path.read_text(encoding="utf-8"))
        assert list(record["inputs"]["packages"]) == ["numpy"]
    verified = run(root, "verify")
    assert verified.returncode == 0 and "2 equal" in verified.stdout
    assert run(root, "status").stdout.count("fresh") == 2


def test_a_learner_starts_checks_and_keeps_evidence(root):
    assert run(root, "start", "samples-02").returncode == 0
    own = root / "course/practice/samples-02/main.py"
    assert (own.parent / "plants.csv").is_file()
    assert run(root, "check", "samples-02").returncode == 1
    text = own.read_text(encoding="utf-8")
    solved = text.replace(
        'raise NotImplementedError("TODO: spread over root of the count")',
        "return numbers.std(ddof=1) / np.sqrt(len(numbers))",
    ).replace("uncertainty = ...", "uncertainty = standard_error(left)")
    own.write_text(solved, encoding="utf-8")
    checked = run(root, "check", "samples-02")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert run(root, "evidence", "samples-02").returncode == 0
    assert (own.parent / "evidence.json").is_file()


def test_no_page_speaks_of_another_course(site):
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 8
    for page in pages:
        text = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")
        assert FOREIGN.findall(text.get_text(" ")) == [], page


def test_every_link_leads_to_a_page_of_the_course(site):
    dead = []
    for page in site.rglob("*.html"):
        if page.name == "404.html":  # Shown at any address.
            continue
        here = "/" + page.relative_to(site).as_posix()
        document = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")
        for element in document.select("[href], [src]"):
            link = element.get("href") or element.get("src")
            target = urlsplit(urljoin(here, link))
            file = site / unquote(target.path).lstrip("/")
            if not target.scheme and not (file.is_file() or file.is_dir()):
                dead.append((here, link))
    assert dead == []


def test_a_lesson_shows_its_recorded_numbers_and_formulas(site):
    text = (site / "lessons/samples-01/index.html").read_text(encoding="utf-8")
    lesson = BeautifulSoup(text, "html.parser")
    assert "Mean: 5.0" in lesson.get_text()
    assert lesson.select("math") and "$$" not in lesson.get_text()
    assert lesson.select_one(".lk-pager__next a")["href"] == "../samples-02/"


def test_the_package_names_no_course(repository):
    name = re.compile(r"jax[-_ ]?pathways", re.I)
    naming = [
        path.relative_to(repository).as_posix()
        for path in sorted((repository / "lessonkit").rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
        if name.search(path.read_text(encoding="utf-8", errors="replace"))
    ]
    assert naming == []
