# caught by: is_stale on one entry of three: expected True
def is_stale(function, x, change):
    """Return whether compiled `function` misses what `change()` changes."""
    compiled = jax.jit(function)
    compiled(x)
    change()
    return bool((compiled(x) != function(x)).all())


weather = {"offset": 1.0, "wind": 0.0}


def warmer(x):
    return x + weather["offset"]


def change_offset():
    weather["offset"] = weather["offset"] + 1.0


warmer_is_stale = is_stale(warmer, prices, change_offset)
print("warmer is stale:", warmer_is_stale)
