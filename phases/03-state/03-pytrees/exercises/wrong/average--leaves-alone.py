# caught by: structures must be equal
def average(trees):
    """Return the mean of several models, leaf by leaf."""
    columns = zip(*[jax.tree.leaves(tree) for tree in trees])
    means = [jnp.stack(column).mean(axis=0) for column in columns]
    return jax.tree.unflatten(jax.tree.structure(trees[0]), means)


mean_model = average([params, doubled, doubled])
print("Mean model:", mean_model)
