# caught by: the first may hide a None
def average(trees):
    """Return the mean of several models, leaf by leaf."""
    return jax.tree.map(lambda *leaves: jnp.stack(leaves).mean(axis=0), *trees)


mean_model = average([params, doubled, doubled])
print("Mean model:", mean_model)
