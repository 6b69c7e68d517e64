# caught by: is_stale on arguments alone: expected False
def is_stale(function, x, change):
    """Return whether compiled `function` misses what `change()` changes."""
    compiled = jax.jit(function)
    before = compiled(x)
    change()
    return bool(jnp.allclose(before, compiled(x)))


weather = {"offset": 1.0, "wind": 0.0}


def warmer(x):
    return x + weather["offset"]


def change_offset():
    weather["offset"] = weather["offset"] + 1.0


warmer_is_stale = is_stale(warmer, prices, change_offset)
print("warmer is stale:", warmer_is_stale)
