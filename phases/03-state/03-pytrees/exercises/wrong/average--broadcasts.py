# caught by: shapes may broadcast
def average(trees):
    """Return the mean of several models, leaf by leaf."""
    return jax.tree.map(lambda *leaves: sum(leaves) / len(leaves), *trees)


mean_model = average([params, doubled, doubled])
print("Mean model:", mean_model)
