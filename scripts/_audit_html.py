"""Runs the Nu HTML checker on all pages, and leaves out what is not ours."""

import json
import re
import subprocess
from collections import Counter
from pathlib import Path

from _setup import SetupFault

# What is no error of ours, each with its reason.
THEIRS = (
    (
        re.compile(r"Attribute .autocomplete. is only allowed when the input type is"),
        re.compile(r'class="md-toggle" data-md-toggle='),
        "the theme keeps browsers from restoring its hidden check boxes",
    ),
    (
        re.compile(r"Attribute .(?:displaystyle|scriptlevel). not allowed on element"),
        re.compile(r"<m\w+ (?:displaystyle|scriptlevel)="),
        "MathML Core gives every element these attributes; the checker knows MathML 3",
    ),
)


def check_html(java: str, checker: Path, site: Path) -> tuple:
    """Return our errors as lines, and how often each of the others was left out."""
    jar = checker / "build" / "dist" / "vnu.jar"
    options = ["--skip-non-html", "--errors-only", "--format", "json"]
    command = [java, "-jar", jar, *options, "--exit-zero-always", site]
    answer = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    try:
        messages = json.loads(answer.stderr)["messages"]
    except (ValueError, KeyError):
        raise SetupFault(
            "the HTML checker did not finish.", answer.stderr.strip()[:500]
        ) from None
    return sort_messages(messages, site)


def sort_messages(messages: list, site: Path) -> tuple:
    """Part the checker's messages into our errors and counted others."""
    ours, theirs = [], Counter()
    for message in messages:
        reason = find_reason(message)
        if reason:
            theirs[reason] += 1
        else:
            url = message.get("url", "").replace(site.resolve().as_uri(), "site")
            url = url.replace(f"file:{site.resolve()}", "site")
            line = message.get("lastLine", 0)
            ours.append(f"{url}:{line}: {message.get('message', 'no message')}")
    return ours, theirs


def find_reason(message: dict) -> str:
    """Return why a message is none of ours; nothing where it is."""
    for said, markup, reason in THEIRS:
        if said.search(message.get("message", "")) and markup.search(
            message.get("extract", "")
        ):
            return reason
    return ""
