"""Which installed distributions a lesson's code uses, and in which versions."""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata


@dataclass(frozen=True)
class Distribution:
    """An installed distribution, the modules it brings and what it stands on."""

    name: str
    version: str
    modules: tuple[str, ...]
    requires: tuple[str, ...]


def load_distributions(names: Iterable[str]) -> dict[str, Distribution]:
    """Return the named distributions and all that they require, where installed."""
    found: dict[str, Distribution] = {}
    waiting = [_normalise(name) for name in names]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        try:
            installed = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        found[name] = _describe(name, installed)
        waiting += found[name].requires
    return found


def _describe(name: str, installed: metadata.Distribution) -> Distribution:
    """Read what matters of an installed distribution."""
    listed = (installed.read_text("top_level.txt") or "").split()
    needed = [r for r in installed.requires or () if "extra ==" not in r]
    names = [_normalise(re.match(r"[\w.-]+", text)[0]) for text in needed]
    modules = tuple(listed) or (name.replace("-", "_"),)
    return Distribution(name, installed.version, modules, tuple(names))


def _normalise(name: str) -> str:
    """Return a distribution's name as PEP 503 spells it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def find_imports(sources: Iterable[str]) -> set[str]:
    """Return the top-level names of all modules that the sources import.

    A source that is no Python imports nothing.
    """
    found = set()
    for node in (node for text in sources for node in _walk(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found


def _walk(source: str) -> Iterator[ast.AST]:
    """Yield every node of a source's syntax tree."""
    with contextlib.suppress(SyntaxError, ValueError):
        yield from ast.walk(ast.parse(source))


def find_versions(
    distributions: Mapping[str, Distribution], imports: set[str], names: Iterable[str]
) -> dict[str, str]:
    """Return the versions of those `names` that the imports bring, also indirectly.

    What is imported decides, not what happens to be loaded: a warm process has
    more modules than a fresh one.
    """
    waiting = [d.name for d in distributions.values() if imports & set(d.modules)]
    used: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in used and name in distributions:
            used.add(name)
            waiting += distributions[name].requires
    wanted = {_normalise(name): name for name in names}
    return {wanted[n]: distributions[n].version for n in sorted(used & set(wanted))}
