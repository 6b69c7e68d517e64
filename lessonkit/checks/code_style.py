"""Check how main.py is written: names, imports, columns, and no bare values."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from lessonkit.course.model import Course, Lesson
from lessonkit.course.names import find_bindings
from lessonkit.layout import MAIN
from lessonkit.problems import Problem

COLUMNS = 80
# What lessons call a thing, by other names that it is given elsewhere.
FIELD_NAMES = {
    "rng": "key",
    "rng_key": "key",
    "prng": "key",
    "prng_key": "key",
    "parameters": "params",
    "optimizer_state": "opt_state",
    "optimiser_state": "opt_state",
    "optim_state": "opt_state",
    "probabilities": "probs",
    "initialize_params": "init_params",
    "initialise_params": "init_params",
    "init_parameters": "init_params",
    "n_steps": "num_steps",
    "nsteps": "num_steps",
    "n_iterations": "num_steps",
    "num_iterations": "num_steps",
}
# The one alias under which lessons import a module, and from which nothing is taken.
ALIASES = {
    "jax": "jax",
    "jax.numpy": "jnp",
    "numpy": "np",
    "matplotlib.pyplot": "plt",
}
# From these come modules, such as pallas, and no single calls.
OF_MODULES = ("jax.experimental", "jax.example_libraries", "jax.extend")
BARE = (ast.Name, ast.Attribute, ast.Subscript, ast.BinOp, ast.Compare, ast.Tuple)


def check_code_style(course: Course, lesson: Lesson) -> Iterator[Problem]:
    """Check how a lesson's program is written."""
    name = (lesson.folder / MAIN).relative_to(course.root)
    for number, line in enumerate(lesson.program.text.splitlines(), 1):
        if len(line) > COLUMNS:
            message = f"this line has {len(line)} columns"
            yield Problem(name, number, "LK217", message)
    for cell in lesson.program.cells:
        tree = ast.parse(cell.source)
        for problem in (*_check_names(name, tree), *_check_statements(name, tree)):
            line = cell.line + problem.line - 1
            yield Problem(name, line, problem.code, problem.message, problem.help)


def _check_names(name: Path, tree: ast.Module) -> Iterator[Problem]:
    """Things have the names of the field; lines count from the cell's first."""
    scopes = [tree, *(n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef))]
    bound = {word: node for scope in scopes for word, node in find_bindings(scope)}
    bound |= {node.arg: node for node in ast.walk(tree) if isinstance(node, ast.arg)}
    for word, node in bound.items():
        usual = FIELD_NAMES.get(word)
        if usual:
            message = f"`{word}` is called `{usual}` in lessons"
            yield Problem(name, node.lineno, "LK215", message, f"write `{usual}`")


def _check_statements(name: Path, tree: ast.Module) -> Iterator[Problem]:
    """Imports name their module, and no value stands alone."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                usual = ALIASES.get(alias.name)
                if usual and (alias.asname or alias.name) != usual:
                    form = f"import {alias.name}"
                    form += "" if usual == alias.name else f" as {usual}"
                    message = f"`{alias.name}` is imported in another form"
                    yield Problem(
                        name, node.lineno, "LK216", message, f"write `{form}`"
                    )
        elif isinstance(node, ast.ImportFrom) and node.module:
            taken = any(_is_in(node.module, module) for module in ALIASES)
            if taken and not node.module.startswith(OF_MODULES):
                message = f"`from {node.module} import …` hides where calls come from"
                yield Problem(name, node.lineno, "LK216", message)
    for node in tree.body:
        if isinstance(node, ast.Expr) and isinstance(node.value, BARE):
            message = f"`{ast.unparse(node)}` stands alone"
            yield Problem(name, node.lineno, "LK219", message)


def _is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")
