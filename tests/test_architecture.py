"""What keeps the code easy to find one's way in: layers, small pieces, no markup."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "lessonkit"
SOURCES = sorted(PACKAGE.rglob("*.py"))
LONGEST_FUNCTION = 40
LONGEST_MODULE = 330
# A named group of a regular expression, (?P<name>, is no tag.
TAG = re.compile(r"(?<!\(\?P)</?[a-z][\w-]*[ >]")


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def docstrings(tree: ast.AST) -> set[int]:
    """The ids of the constants that are docstrings."""
    owners = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    return {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, owners) and node.body and isinstance(node.body[0], ast.Expr)
    }


def find_markup(text: str) -> list[int]:
    """Return the lines of string constants that hold an HTML tag."""
    tree = ast.parse(text)
    known = docstrings(tree)
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in known
        and TAG.search(node.value)
    ]


def test_both_import_contracts_hold():
    command = [Path(sys.executable).with_name("lint-imports"), "--no-cache"]
    run = subprocess.run(command, cwd=PACKAGE.parent, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
    assert "2 kept, 0 broken" in run.stdout


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_pieces_are_small(path):
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines <= LONGEST_MODULE
    long = {
        f.name: f.end_lineno - f.lineno + 1
        for f in functions(path)
        if f.end_lineno - f.lineno + 1 > LONGEST_FUNCTION
    }
    assert long == {}


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_no_markup_in_python_strings(path):
    assert find_markup(path.read_text(encoding="utf-8")) == []


def test_the_markup_test_sees_tags():
    text = 'def f():\n    """A <b>doc</b>."""\n    return f"<p class={1}>", "</p>"\n'
    assert find_markup(text) == [3, 3]


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_what_is_public_is_documented(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    public = ast.FunctionDef | ast.ClassDef
    bare = [
        node.name
        for node in tree.body
        if isinstance(node, public)
        and not node.name.startswith("_")
        and ast.get_docstring(node) is None
    ]
    assert bare == []
    assert ast.get_docstring(tree)


def test_only_modules_named_for_it_import_mkdocs():
    importing = {
        path.name
        for path in SOURCES
        if re.search(r"^\s*(from|import) mkdocs\b", path.read_text("utf-8"), re.M)
    }
    assert "mkdocs_plugin.py" in importing
    assert [name for name in importing if not name.startswith("mkdocs_")] == []


def pinned(name: str) -> list[str]:
    """Return the packages that a requirements file pins, in lower case."""
    text = (PACKAGE.parent / name).read_text(encoding="utf-8")
    return [match.lower() for match in re.findall(r"^([\w.-]+)==", text, re.M)]


def named(table: str) -> list[str]:
    """Return the packages in the first column of a Markdown table, in lower case."""
    cells = re.findall(r"^\| ([^|]+) \|", table, re.M)[1:]
    return [name.strip().lower() for cell in cells for name in cell.split(",")]


def test_every_dependency_is_named_with_its_reason():
    page = (PACKAGE.parent / "docs/contributing/architecture.md").read_text("utf-8")
    tables = page.split("requirements-cpu.txt`, the tested", 1)[1]
    cpu, dev = tables.split("Added by `requirements-dev.txt`")
    assert sorted(named(cpu)) == sorted(pinned("requirements-cpu.txt"))
    assert sorted(named(dev)) == sorted(pinned("requirements-dev.txt"))
