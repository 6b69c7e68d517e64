# caught by: each equation of the record
def tally(function, *args):
    """Return a dictionary: primitive name to its number of equations."""
    counts = {}
    record = []
    try:
        function(*[StandIn(record) for _ in args])
    except (AttributeError, TypeError):
        pass
    for name in record:
        counts[name] = counts.get(name, 0) + 1
    return counts


def wave(x):
    return jnp.sin(x) * x + 1.0


batch = jnp.ones((8, 3))  # (8, 3)
plain_tally = tally(wave, x)
batched_tally = tally(jax.vmap(wave), batch)
slope_tally = tally(jax.grad(wave), 2.0)
print("Plain:", plain_tally)
print("Batched, the same:", batched_tally == plain_tally)
print("Gradient:", slope_tally)
