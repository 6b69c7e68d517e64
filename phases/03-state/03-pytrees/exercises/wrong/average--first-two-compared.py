# caught by: look at all
def average(trees):
    """Return the mean of several models, leaf by leaf."""
    shapes = [jax.tree.map(jnp.shape, tree) for tree in trees]
    if shapes[0] != shapes[min(1, len(shapes) - 1)]:
        raise ValueError("the shapes of the leaves differ")
    return jax.tree.map(lambda *leaves: sum(leaves) / len(leaves), *trees)


mean_model = average([params, doubled, doubled])
print("Mean model:", mean_model)
