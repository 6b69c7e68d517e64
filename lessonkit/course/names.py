"""Names: what a piece of a program binds and what it reads, without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lessonkit.course.trees import parse_tree

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_SCOPES = (*_FUNCTIONS, *_COMPREHENSIONS, ast.ClassDef)


def find_bindings(tree: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield each name that code binds in its own scope, with the node that does so.

    Imports are left out: they give a name its usual meaning.
    """
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node
        elif isinstance(node, _DEFINITIONS):
            yield node.name, node
        if not isinstance(node, _SCOPES):
            yield from find_bindings(node)


def find_imports(tree: ast.AST) -> dict[str, str]:
    """Return the names that all imports of a tree bind, each with what it imports."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                found[alias.asname or top] = alias.name if alias.asname else top
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                found[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return found


def find_bound(source: str) -> frozenset[str]:
    """Return the names that a source binds outside its functions and classes."""
    tree = parse_tree(source)
    imported = (find_imports(s) for s in tree.body if not isinstance(s, _SCOPES))
    names = (name for name, _ in find_bindings(tree))
    return frozenset(names).union(*imported)


def find_read(source: str) -> frozenset[str]:
    """Return the global names that a source reads, also inside its functions."""
    return frozenset(_walk_reads(parse_tree(source), frozenset()))


def _walk_reads(node: ast.AST, local: frozenset[str]) -> Iterator[str]:
    """Yield the names read in a node that are none of the `local` ones."""
    if isinstance(node, ast.Name):
        if isinstance(node.ctx, ast.Load) and node.id not in local:
            yield node.id
        return
    if isinstance(node, _FUNCTIONS):
        local |= _find_locals(node)
    elif isinstance(node, _COMPREHENSIONS):
        local |= {n for part in node.generators for n, _ in find_bindings(part)}
    elif isinstance(node, ast.AugAssign):  # It reads what it changes.
        read = ast.unparse(node.target)
        yield from {read} - local if read.isidentifier() else ()
    for child in ast.iter_child_nodes(node):
        yield from _walk_reads(child, local)


def _find_locals(function: ast.AST) -> frozenset[str]:
    """Return the names that belong to a function: parameters and what it binds."""
    own = [function]
    names = set()
    shared = set()
    while own:
        for node in ast.iter_child_nodes(own.pop()):
            if isinstance(node, ast.arg):
                names.add(node.arg)
            elif isinstance(node, ast.Global):
                shared |= set(node.names)
            if not isinstance(node, _SCOPES):
                own.append(node)
    names |= {name for name, _ in find_bindings(function)}
    names |= set(find_imports(function))
    return frozenset(names - shared)
