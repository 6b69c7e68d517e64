# caught by: Revisit the mean: every model counts once
def average(trees):
    """Return the mean of several models, leaf by leaf."""
    return jax.tree.map(lambda *leaves: sum(leaves), *trees)


mean_model = average([params, doubled, doubled])
print("Mean model:", mean_model)
