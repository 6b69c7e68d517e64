# caught by: how many entries are taken at a time
def map_batched(function, arrays, batch_size):
    """Return what jax.vmap(function)(*arrays) does, in batches."""
    return jax.lax.map(
        lambda entries: function(*entries), arrays, batch_size=2 * batch_size
    )


def fit(start, keep):
    """Return the misfit and the last level of one start and one share."""
    guess = by_scan(start, jnp.full(DAYS, keep), inflows)
    return {"misfit": jnp.mean((guess - levels) ** 2), "last": guess[-1]}


tanks = (jnp.linspace(0.0, 5.0, 512), jnp.linspace(0.0, 0.9, 512))
size = 16
print("Batches of:", size)
