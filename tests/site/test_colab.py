"""A notebook service: one setting gives the link and a cell that installs."""

import json
import subprocess
from dataclasses import replace

import pytest

from lessonkit.site.notebooks import INSTALL_CELL
from lessonkit.site.pages import Site, build_site
from tests.site.factory import make_site

BASE = "https://colab.research.google.com/github/someone/course/blob/pages"
PAGE = "lessons/counting-02/index.md"
STARTER = "lessons/counting-02/downloads/counting-02-starter.ipynb"


def with_colab(site: Site) -> Site:
    metadata = site.course.metadata.model_copy(update={"colab": BASE})
    course = replace(site.course, metadata=metadata)
    return replace(site, loaded=replace(site.loaded, course=course))


def cell_ids(notebook) -> list[str]:
    return [cell["id"] for cell in json.loads(notebook)["cells"]]


def test_without_the_setting_there_is_no_link_and_no_cell():
    tree = build_site(make_site())
    assert "lk-colab" not in tree[PAGE]
    assert "install" not in cell_ids(tree[STARTER])


def test_the_setting_gives_a_link_and_a_first_cell():
    tree = build_site(with_colab(make_site()))
    assert f'class="lk-colab" href="{BASE}/{STARTER}"' in tree[PAGE]
    assert cell_ids(tree[STARTER])[1] == "install"


@pytest.mark.parametrize(
    ("pins", "installed"),
    [
        ({"json": "1.0"}, []),
        ({"json": "1.0", "no_such_module": "2.3"}, ["no_such_module==2.3"]),
    ],
)
def test_the_cell_installs_what_is_missing(monkeypatch, pins, installed):
    calls = []
    monkeypatch.setattr(subprocess, "run", lambda args, check: calls.append(args))
    exec(INSTALL_CELL.format(pins=pins), {})
    assert [args[4:] for args in calls] == ([installed] if installed else [])
