"""Records read back what was written; hashes move only with what matters."""

import json
from pathlib import Path

import pytest

from lessonkit.records import (
    CellRun,
    Environment,
    Failure,
    Figure,
    Inputs,
    Output,
    Record,
    RecordError,
    SchemaError,
    SourceHash,
    dump_record,
    load_record,
    load_record_head,
)
from lessonkit.records.hashes import (
    hash_bytes,
    hash_cells,
    hash_code,
    hash_input,
    hash_source,
)

HASH = SourceHash("code/main.py", "a", "b")
RECORD = Record(
    lesson="x-01",
    revision="1.0.0",
    status="failed",
    inputs=Inputs(HASH, {"build/a": "c"}, (HASH,), (), {"jax": "0.10.2"}),
    started="2026-11-29T10:45:00Z",
    seconds=1.5,
    peak_memory=100,
    environment=Environment("3.11.7", "Linux", {"jax": "1"}, "cpu", "cpu", 1, {}),
    lessonkit="0.1.0",
    cells=(
        CellRun("build", "a", "passed", 0.5, Output(("é\n",)), Output()),
        CellRun(
            "figure",
            "f",
            "passed",
            1.0,
            Output(("a\n", "z\n"), omitted=7, kept=1),
            Output(),
            (Figure("f", "cpu/f.svg", "d", "cpu/f.json"),),
        ),
    ),
    failure=Failure("error", "build/a", 3, "ValueError: x", "Traceback"),
)


def test_a_record_comes_back_as_it_was_written(tmp_path: Path) -> None:
    """Every field survives, and writing it again gives the same text."""
    path = tmp_path / "cpu.json"
    path.write_text(dump_record(RECORD), encoding="utf-8")
    assert load_record(path) == RECORD
    assert dump_record(load_record(path)) == dump_record(RECORD)


def test_the_head_is_the_part_that_staleness_needs(tmp_path: Path) -> None:
    """Status, inputs, failure and the figures' files, without the outputs."""
    path = tmp_path / "cpu.json"
    path.write_text(dump_record(RECORD), encoding="utf-8")
    head = load_record_head(path)
    assert (head.status, head.inputs, head.failure) == (
        RECORD.status,
        RECORD.inputs,
        RECORD.failure,
    )
    assert head.figures == ("cpu/f.svg",)


@pytest.mark.parametrize("load", [load_record, load_record_head])
@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text[: len(text) // 2],
        lambda text: f"<<<<<<< HEAD\n{text}=======\n{text}>>>>>>> branch\n",
        lambda text: "",
        lambda text: "[]",
        lambda text: "null",
        lambda text: '{"schema": 1}',
        lambda text: text.replace('"status": "failed"', '"status": 3', 1),
        lambda text: text.replace('"cells": [', '"cells": [3,', 1),
        lambda text: text.replace('"inputs": {', '"inputs": {"new": 1,', 1),
    ],
)
def test_a_spoilt_record_is_named(tmp_path: Path, load, spoil) -> None:
    """Truncated, merged or foreign: an error that names the file, never a crash."""
    path = tmp_path / "cpu.json"
    path.write_text(spoil(dump_record(RECORD)), encoding="utf-8")
    with pytest.raises(RecordError, match=r"cpu\.json"):
        load(path)


def test_another_schema_is_named_by_its_number(tmp_path: Path) -> None:
    """A record of an older or newer lessonkit is no broken one."""
    path = tmp_path / "cpu.json"
    path.write_text(json.dumps({"schema": 99}))
    with pytest.raises(SchemaError) as caught:
        load_record(path)
    assert caught.value.schema == 99


def test_line_endings_do_not_count() -> None:
    """A checkout on Windows has the same hashes."""
    assert hash_bytes(b"a\r\nb\n") == hash_bytes(b"a\nb\n")


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("x = 1  # note\n", "x=1\n", True),
        ("f(a,\n  b)", "f(a, b)", True),
        ("'a'", '"a"', True),
        ("x = 1", "x = 2", False),
        ("x = 1", "x = 1.0", False),
        ("x = None", "x = ''", False),
        ("f'{a}b'", "f'{a}c'", False),
        ("def f(): pass", "async def f(): pass", False),
        ("if a:\n  b\nc", "if a:\n  b\n  c", False),
        ("not python at all", "not  python at all", False),
    ],
)
def test_code_is_compared_by_what_it_means(one: str, other: str, equal: bool) -> None:
    """Comments, layout and quotes do not count; values and structure do."""
    assert (hash_code(one) == hash_code(other)) is equal


def test_the_hash_of_code_is_the_same_on_every_python() -> None:
    """Pinned: a tree as Python dumps it differs from version to version."""
    code = (
        "@d\ndef f(a: int, /, *b, c=1, **d) -> str:\n"
        '    """Doc."""\n'
        "    return f'{a!r:>{c}.2f} {{}} {c=}' if a else [*b, None, ...]\n"
        "class A(B, m=1):\n    x: int = 3\n"
    )
    assert hash_code(code)[:16] == "eba00e803b3aad23"


def test_cells_are_hashed_one_by_one() -> None:
    """A comment moves no hash, a statement moves its cell's only."""
    code = '"""Doc."""\n# %% build: a\nx = 1\n# %% figure: b-c\ny = 2\n# %% pass\nz\n'
    before = hash_cells(code)
    assert list(before) == ["build/a", "figure/b-c", "pass/pass"]
    assert hash_cells(code.replace("x = 1", "x = 1  # one")) == before
    after = hash_cells(code.replace("x = 1", "x = 3"))
    assert [name for name in after if after[name] != before[name]] == ["build/a"]


def test_a_listing_is_hashed_by_its_names(tmp_path: Path) -> None:
    """Caches and hidden files come and go; a new name counts, a new text does not."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.csv").write_text("1")
    before = hash_input(tmp_path, "in/")
    (tmp_path / "in" / "__pycache__").mkdir()
    (tmp_path / "in" / ".hidden").touch()
    (tmp_path / "in" / "a.csv").write_text("2")
    assert hash_input(tmp_path, "in/") == before
    (tmp_path / "in" / "b.csv").touch()
    assert hash_input(tmp_path, "in/") != before


def test_a_data_file_has_one_hash() -> None:
    """Only Python has comments that we know of."""
    data = hash_source("code/a.csv", b"# 1\n")
    assert data.raw == data.normalised
    code = hash_source("code/helper.py", b"x = 1  # 1\n")
    assert code.normalised == hash_code("x = 1")
