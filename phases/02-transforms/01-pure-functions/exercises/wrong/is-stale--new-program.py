# caught by: is_stale on a global dictionary: expected True
def is_stale(function, x, change):
    """Return whether compiled `function` misses what `change()` changes."""
    jax.jit(function)(x)
    change()
    again = jax.jit(lambda y: function(y))
    return not bool(jnp.allclose(again(x), function(x)))


weather = {"offset": 1.0, "wind": 0.0}


def warmer(x):
    return x + weather["offset"]


def change_offset():
    weather["offset"] = weather["offset"] + 1.0


warmer_is_stale = is_stale(warmer, prices, change_offset)
print("warmer is stale:", warmer_is_stale)
