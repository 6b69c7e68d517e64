"""Building the site: without JAX, without running a lesson, the same every time."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

from lessonkit.site.pages import build_site, load_site


def run_pages(repository: Path, folder: Path, **variables: str) -> str:
    """Write the pages with JAX and NumPy made unimportable; return the output."""
    code = (
        "import sys\n"
        "sys.modules.update(jax=None, jaxlib=None, numpy=None, matplotlib=None)\n"
        "from lessonkit.cli import main\n"
        "sys.exit(main(['pages', sys.argv[1]]))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, folder],
        cwd=repository,
        capture_output=True,
        text=True,
        env={**os.environ, **variables},
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def read_tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_pages_need_no_jax_and_are_the_same_bytes_anywhere(repository, tmp_path):
    """The second build is of the unpacked archive that the first one made."""
    first, second = tmp_path / "one", tmp_path / "two"
    run_pages(repository, first, PYTHONHASHSEED="1", TZ="UTC")
    with zipfile.ZipFile(first / "downloads/jax-pathways.zip") as archive:
        archive.extractall(tmp_path / "copy")
    copy = tmp_path / "copy/jax-pathways"
    run_pages(copy, second, PYTHONHASHSEED="2", TZ="Asia/Tokyo")
    trees = read_tree(first), read_tree(second)
    assert set(trees[0]) == set(trees[1])
    different = [name for name in trees[0] if trees[0][name] != trees[1][name]]
    assert different == []


def test_a_second_run_of_pages_changes_nothing(repository, tmp_path):
    run_pages(repository, tmp_path / "pages")
    assert run_pages(repository, tmp_path / "pages").endswith("0 of them changed\n")


def test_pages_are_all_that_a_host_of_markdown_needs(repository):
    tree = build_site(load_site(repository))
    hand_written = {
        path.relative_to(repository / "docs").as_posix()
        for path in (repository / "docs").rglob("*")
        if path.is_file()
    }
    assert hand_written <= set(tree)
    home = tree["index.md"]
    assert isinstance(home, str) and "<!-- lessonkit" not in home
