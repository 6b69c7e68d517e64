# caught by: `batch_size`, and where it goes
def map_batched(function, arrays, batch_size):
    """Return what jax.vmap(function)(*arrays) does, in batches."""
    return jax.vmap(function)(*arrays)


def fit(start, keep):
    """Return the misfit and the last level of one start and one share."""
    guess = by_scan(start, jnp.full(DAYS, keep), inflows)
    return {"misfit": jnp.mean((guess - levels) ** 2), "last": guess[-1]}


tanks = (jnp.linspace(0.0, 5.0, 512), jnp.linspace(0.0, 0.9, 512))
size = 32
print("Batches of:", size)
