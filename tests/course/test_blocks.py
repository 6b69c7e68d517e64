"""Finding library calls and the building blocks that explain them."""

from pathlib import Path

import pytest

from lessonkit.course.blocks import check_calls, find_blocks
from lessonkit.course.cells import parse_program
from lessonkit.course.entries import BuildingBlock

TEXT = '''"""Doc."""

# %% build: a
import functools
import time

import jax
import jax.numpy as jnp
from jax import vmap


class Box:
    def open(self):
        return self


@functools.partial(jax.jit, static_argnames="n")
def f(x, n):
    return jnp.mean(x.reshape(n))


# %% build: b
start = time.perf_counter()
y = vmap(f)(jnp.zeros(3)).sum()
Box().open()
print("a".upper(), jnp.float32)
# %% pass
print("PASS: x-01")
'''


def block(name: str, *methods: str) -> BuildingBlock:
    return BuildingBlock(
        name=name,
        spellings=(name,),
        methods=methods,
        explanation="What it does.",
        link="https://example.org",
    )


REGISTRY = (
    block("jax.jit"),
    block("jax.numpy.mean", "mean"),
    block("jax.numpy.reshape", "reshape"),
    block("jax.vmap"),
    block("time.perf_counter"),
)


def parse():
    program, problems = parse_program(Path("main.py"), TEXT)
    assert problems == ()
    return program


def test_each_cell_has_the_blocks_it_uses_in_order():
    found = find_blocks(parse(), REGISTRY)
    names = {cell: [b.name for b in blocks] for cell, blocks in found.items()}
    assert names == {
        "build/a": ["jax.jit", "jax.numpy.mean", "jax.numpy.reshape"],
        "build/b": ["time.perf_counter", "jax.vmap"],
        "pass/pass": [],
    }


def test_a_call_without_a_block_is_a_problem():
    problems = list(check_calls(Path("main.py"), parse(), REGISTRY))
    # .upper is the language's, .open the program's, jnp.float32 is not called
    found = [(p.line, p.code, p.message.split()[0]) for p in problems]
    assert found == [(24, "LK208", "`.sum`"), (24, "LK208", "`jax.numpy.zeros`")]


def test_a_jitted_function_handed_to_partial_counts_as_a_call():
    problems = check_calls(Path("main.py"), parse(), REGISTRY[1:])
    assert "`jax.jit`" in [p.message.split()[0] for p in problems]


@pytest.mark.parametrize(
    ("call", "suggested"), [("meen", "jax.numpy.mean"), ("frobnicate", "")]
)
def test_a_call_is_taken_for_another_only_where_it_is_spelt_like_it(call, suggested):
    text = TEXT.replace("jnp.mean", f"jnp.{call}")
    program, _ = parse_program(Path("main.py"), text)
    names = ("jax.numpy.mean", "jax.numpy.concatenate", "jax.jit", "jax.vmap")
    registry = [REGISTRY[0].model_copy(update={"name": name}) for name in names]
    problem = next(
        p for p in check_calls(Path("main.py"), program, registry) if call in p.message
    )
    asked = f"did you mean `{suggested}`?" if suggested else ""
    assert problem.help == asked
