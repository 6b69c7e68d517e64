# caught by: tally of one name inside another
def tally(function, *args):
    """Return a dictionary: primitive name to its number of equations."""
    text = str(jax.make_jaxpr(function)(*args))
    return {name: text.count(name) for name in primitives(function, *args)}


def wave(x):
    return jnp.sin(x) * x + 1.0


batch = jnp.ones((8, 3))  # (8, 3)
plain_tally = tally(wave, x)
batched_tally = tally(jax.vmap(wave), batch)
slope_tally = tally(jax.grad(wave), 2.0)
print("Plain:", plain_tally)
print("Batched, the same:", batched_tally == plain_tally)
print("Gradient:", slope_tally)
