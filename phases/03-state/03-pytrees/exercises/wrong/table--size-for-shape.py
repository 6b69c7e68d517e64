# caught by: table of a model with names out of order: expected
def table(tree):
    """Return one pair (name, shape) for each leaf, in leaf order."""
    entries = jax.tree.leaves_with_path(tree)
    return [(name_of(path), jnp.asarray(leaf).size) for path, leaf in entries]


rows = table(params)
print("Rows:", rows)
