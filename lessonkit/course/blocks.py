"""Find the library calls that cells make, and the building blocks that explain them."""

from __future__ import annotations

import ast
import builtins
import difflib
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from lessonkit.course.entries import BuildingBlock
from lessonkit.course.model import Cell, Program
from lessonkit.course.trees import list_nodes
from lessonkit.problems import Problem, did_you_mean

# Methods of these are part of the language and need no explanation of ours.
PLAIN_TYPES = (str, bytes, list, dict, set, frozenset, tuple, int, float, PurePath)
PLAIN_METHODS = frozenset(name for kind in PLAIN_TYPES for name in dir(kind))


@dataclass(frozen=True)
class Use:
    """One use of a name in a cell.

    `name` is qualified (jax.numpy.mean), or `.mean` on a receiver that cannot be
    resolved; `call` tells a call or decorator from a mere mention.
    """

    name: str
    line: int
    call: bool


def find_blocks(
    program: Program, registry: Sequence[BuildingBlock]
) -> dict[str, tuple[BuildingBlock, ...]]:
    """Return, by cell name, the building blocks each cell uses, in order of use."""
    lookup = _build_lookup(registry)
    aliases = _find_aliases(program.text)
    found = {}
    for cell in program.cells:
        uses = sorted(_find_uses(cell, aliases), key=lambda use: use.line)
        used = [lookup[use.name] for use in uses if use.name in lookup]
        # By name: the hash of a whole entry costs more than all else here.
        found[cell.name] = tuple({block.name: block for block in used}.values())
    return found


def check_calls(
    path: Path, program: Program, registry: Sequence[BuildingBlock]
) -> Iterator[Problem]:
    """Find calls into libraries that no building block explains."""
    lookup = _build_lookup(registry)
    aliases = _find_aliases(program.text)
    own = _find_definitions(program.text)
    reported = set()
    for cell in program.cells:
        for use in _find_uses(cell, aliases):
            known = use.name in lookup or _needs_no_block(use.name, own)
            if use.call and not known and use.name not in reported:
                reported.add(use.name)
                message = f"`{use.name}` has no building block"
                remedy = _suggest(use.name, lookup)
                yield Problem(path, use.line, "LK208", message, remedy)


def _suggest(name: str, known: Iterable[str]) -> str:
    """Return a remedy that names a block, where the call itself is spelt like one."""
    calls = {other: other.rpartition(".")[2] for other in known}
    near = difflib.get_close_matches(name.rpartition(".")[2], calls.values())
    return did_you_mean(name, [other for other, call in calls.items() if call in near])


def _build_lookup(registry: Iterable[BuildingBlock]) -> dict[str, BuildingBlock]:
    """Return the blocks by qualified name and by `.method`."""
    lookup = {}
    for block in registry:
        lookup[block.name] = block
        for method in block.methods:
            lookup.setdefault(f".{method}", block)
    return lookup


def _find_aliases(text: str) -> dict[str, str]:
    """Return what each imported name stands for: jnp → jax.numpy."""
    aliases = {}
    for node in list_nodes(text):
        if isinstance(node, ast.Import):
            for name in node.names:
                bound = name.asname or name.name.partition(".")[0]
                aliases[bound] = name.name if name.asname else bound
        elif isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                aliases[name.asname or name.name] = f"{node.module}.{name.name}"
    return aliases


def _find_definitions(text: str) -> frozenset[str]:
    """Return the names of the functions and methods that the program defines."""
    definitions = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    found = (node for node in list_nodes(text) if isinstance(node, definitions))
    return frozenset(node.name for node in found)


def _find_uses(cell: Cell, aliases: dict[str, str]) -> Iterator[Use]:
    """Yield every use of an imported name or of a method in a cell."""
    nodes = list_nodes(cell.source)
    called = {id(target) for target in _find_called(nodes)}
    inner = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    for node in nodes:
        if not isinstance(node, (ast.Attribute, ast.Name)) or id(node) in inner:
            continue
        name = _resolve(node, aliases)
        if name:
            yield Use(name, cell.line + node.lineno - 1, id(node) in called)


def _find_called(nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    """Yield what is called or decorates, and callables handed to partial."""
    for node in nodes:
        if isinstance(node, ast.Call):
            yield node.func
            if isinstance(node.func, ast.Name | ast.Attribute) and node.args:
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name == "partial":
                    yield node.args[0]
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from node.decorator_list


def _resolve(node: ast.expr, aliases: dict[str, str]) -> str | None:
    """Return the qualified name of a dotted name, `.method`, or None."""
    parts = []
    receiver = node
    while isinstance(receiver, ast.Attribute):
        parts.append(receiver.attr)
        receiver = receiver.value
    if isinstance(receiver, ast.Name) and receiver.id in aliases:
        return ".".join([aliases[receiver.id], *reversed(parts)])
    return f".{parts[0]}" if parts else None


def _needs_no_block(name: str, own: frozenset[str]) -> bool:
    """Whether a call is to the language itself, its library or the program."""
    if name.startswith("."):
        return name[1:] in PLAIN_METHODS or name[1:] in own
    root = name.partition(".")[0]
    return root in sys.stdlib_module_names or hasattr(builtins, root)
