# caught by: takes the function, not its result
def tally(function, *args):
    """Return a dictionary: primitive name to its number of equations."""
    function(*args)
    counts = {}
    for equation in jax.make_jaxpr(function)(*args).eqns:
        name = equation.primitive.name
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
