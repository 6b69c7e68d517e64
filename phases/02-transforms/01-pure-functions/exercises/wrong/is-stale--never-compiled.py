# caught by: the answer under test is the compiled one
def is_stale(function, x, change):
    """Return whether compiled `function` misses what `change()` changes."""
    before = function(x)
    change()
    return not bool(jnp.allclose(before, function(x)))


weather = {"offset": 1.0, "wind": 0.0}


def warmer(x):
    return x + weather["offset"]


def change_offset():
    weather["offset"] = weather["offset"] + 1.0


warmer_is_stale = is_stale(warmer, prices, change_offset)
print("warmer is stale:", warmer_is_stale)
