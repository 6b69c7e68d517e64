"""The watch of the preview: each change of a source is told, and nothing else."""

import os
import shutil
from pathlib import Path

import pytest
import watchfiles

from lessonkit.serve.watch import Watch
from tests.running.processes import wait_until


@pytest.fixture(params=["", "true"], ids=["told", "polling"])
def system(request, monkeypatch: pytest.MonkeyPatch) -> None:
    """The two ways to hear of changes; the second one is for network drives."""
    monkeypatch.setenv("WATCHFILES_FORCE_POLLING", request.param)


def write_newer(path: Path, text: str) -> None:
    """Write a file; its time, and its folder's, are ones that none had before."""
    path.parent.mkdir(exist_ok=True)
    times = [other.stat().st_mtime for other in path.parent.iterdir()]
    time = max(times, default=1e9) + 5
    path.write_text(text, encoding="utf-8")
    os.utime(path, (time, time))
    os.utime(path.parent, (time, time))


def hear(watch: Watch, *last: Path) -> set[Path]:
    """Return what is told until these paths are."""
    heard: set[Path] = set()

    def hear_more() -> bool:
        heard.update(watch.find_changes())
        return heard.issuperset(last)

    wait_until(hear_more)
    return heard


@pytest.mark.usefixtures("system")
def test_the_watch_tells_what_appears_changes_and_vanishes_and_nothing_else(tmp_path):
    # The names of folders around what is watched do not matter.
    place = tmp_path / ".cache/node_modules/docs"
    kept, gone, added = place / "kept.md", place / "below/gone.md", place / "added.md"
    cached = place / "__pycache__/kept.pyc"
    for path in (kept, gone, cached):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("one", encoding="utf-8")
    watch = Watch([place, place.parent / "later.yml"])
    assert watch.find_changes() == frozenset()
    write_newer(cached, "one more")
    write_newer(place / ".kept.md.k3v2", "half written")
    write_newer(place.parent / "beside.md", "not watched")
    write_newer(kept, "two")
    gone.unlink()
    write_newer(added, "one")
    assert hear(watch, added) == {kept, gone, added}
    write_newer(place.parent / "later.yml", "")
    assert hear(watch, place.parent / "later.yml") == {place.parent / "later.yml"}


@pytest.mark.usefixtures("system")
def test_the_watch_follows_a_file_that_editors_replace(tmp_path):
    config = tmp_path / "mkdocs.yml"
    config.write_text("one", encoding="utf-8")
    watch = Watch([config])
    for text in ("two", "three"):
        write_newer(tmp_path / "new", text)
        os.replace(tmp_path / "new", config)
        assert hear(watch, config) == {config}


@pytest.mark.usefixtures("system")
def test_the_watch_survives_that_a_folder_goes_and_comes_back(tmp_path):
    docs, phases = tmp_path / "docs", tmp_path / "phases"
    write_newer(docs / "index.md", "one")
    watch = Watch([docs, phases])
    shutil.rmtree(docs)
    assert docs in hear(watch, docs)
    for folder in (docs, phases):
        write_newer(folder / "index.md", "two")
        # What it held when it came may be told with it alone.
        hear(watch, folder)
    write_newer(docs / "index.md", "three")
    write_newer(phases / "index.md", "three")
    assert hear(watch, docs / "index.md", phases / "index.md")


def test_the_watch_looks_by_itself_where_the_system_tells_no_more(
    tmp_path, monkeypatch
):
    def refuse(*folders, force_polling, **options):
        if not force_polling:
            raise OSError("OS file watch limit reached.")
        yield from watchfiles.watch(*folders, force_polling=True, **options)

    monkeypatch.setattr("lessonkit.serve.watch.watch", refuse)
    watch = Watch([tmp_path])
    (tmp_path / "added.md").write_text("one", encoding="utf-8")
    assert hear(watch, tmp_path / "added.md") == {tmp_path / "added.md"}
