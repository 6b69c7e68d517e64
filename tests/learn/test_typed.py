"""Commands as a learner types them."""

import sys
from pathlib import Path

import pytest

from lessonkit.learn.typed import type_command


@pytest.mark.parametrize(
    ("python", "shown"),
    [(".venv/bin/python", ".venv/bin/python"), ("../other/bin/python", "python")],
)
def test_an_environment_in_this_folder_is_named_by_its_path(
    monkeypatch, tmp_path, python, shown
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "executable", str(Path.cwd().joinpath(python).resolve()))
    expected = f"{Path(shown)} -m lessonkit check a-01 --hint"
    assert type_command("check", "a-01", "--hint") == expected
