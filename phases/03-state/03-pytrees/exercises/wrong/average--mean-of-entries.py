# caught by: over models, not over entries
def average(trees):
    """Return the mean of several models, leaf by leaf."""
    return jax.tree.map(lambda *leaves: jnp.mean(jnp.stack(leaves)), *trees)


mean_model = average([params, doubled, doubled])
print("Mean model:", mean_model)
