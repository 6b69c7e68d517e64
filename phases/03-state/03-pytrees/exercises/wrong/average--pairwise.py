# caught by: every model counts once
def average(trees):
    """Return the mean of several models, leaf by leaf."""
    mean = trees[0]
    for tree in trees[1:]:
        mean = jax.tree.map(lambda a, b: jnp.stack([a, b]).mean(0), mean, tree)
    return mean


mean_model = average([params, doubled, doubled])
print("Mean model:", mean_model)
