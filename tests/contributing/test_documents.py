"""What the pages for contributors say is true of the project."""

import re
import shlex
import tomllib
from collections.abc import Iterator

import click
import pytest
import yaml

from lessonkit.cli import commands
from tests.conftest import REPOSITORY

PAGES = [
    *sorted((REPOSITORY / "docs").rglob("*.md")),
    REPOSITORY / "README.md",
    REPOSITORY / "CONTRIBUTING.md",
    *sorted((REPOSITORY / ".github").rglob("*.*")),
    REPOSITORY / ".pre-commit-config.yaml",
    *sorted((REPOSITORY / "lessonkit/authoring/templates").rglob("*.*")),
]
COMMAND = re.compile(r"python(?:3|\.exe)? -m lessonkit ([^`\n|]*)")
# What a page writes for a word that its reader chooses.
CHOSEN = {"LESSON", "LESSON-ID", "EXERCISE", "DIR", "FILE", "PATH", "…", "$LESSONS"}


def find_commands(text: str) -> Iterator[list[str]]:
    """Yield the words of each of our commands that a text prints."""
    for match in COMMAND.finditer(text):
        line = re.split(r"\s+#|\)|,$|;", match[1])[0].strip().rstrip(".,")
        yield shlex.split(line)


def check_command(words: list[str]) -> None:
    """Fail where a command or one of its options does not exist."""
    command: click.Command = commands
    for word in words:
        if isinstance(command, click.Group) and not word.startswith("-"):
            assert word in command.commands, f"there is no command {word}"
            command = command.commands[word]
        elif word.startswith("-") and word != "-":
            names = {name for param in command.params for name in param.opts}
            assert word.partition("=")[0] in names | {"--help"}, f"{word} of {words}"


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(REPOSITORY)))
def test_every_command_of_ours_that_a_page_prints_exists(page):
    for words in find_commands(page.read_text(encoding="utf-8")):
        check_command(words)


def test_a_command_that_does_not_exist_is_seen():
    with pytest.raises(AssertionError):
        check_command(*find_commands("`python -m lessonkit valdate --fix`"))
    with pytest.raises(AssertionError):
        check_command(*find_commands("`python -m lessonkit new lesson --fixx`"))


@pytest.mark.parametrize(
    "path", sorted((REPOSITORY / ".github").rglob("*.yml")), ids=lambda p: p.name
)
def test_files_for_the_host_can_be_read(path):
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    if path.parent.name == "workflows":
        assert content["permissions"] == {"contents": "read"}
        for job in content["jobs"].values():
            assert job["timeout-minutes"]
    elif path.name != "config.yml":
        assert content["name"] and content["description"]
        ids = [part["id"] for part in content["body"]]
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_files_that_a_page_outside_the_site_links_exist(name):
    text = (REPOSITORY / name).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text)
    assert [t for t in targets if not (REPOSITORY / t).exists()] == []


def test_the_layers_of_the_architecture_page_are_those_that_are_held():
    page = (REPOSITORY / "docs/contributing/architecture.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \|", page, re.M)
    shown = [sorted(re.findall(r"`(\w+)`", names)) for _, names in rows]
    assert [int(number) for number, _ in rows] == list(range(len(rows), 0, -1))
    settings = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
    contract = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    assert shown == [sorted(layer.split(" | ")) for layer in contract]
