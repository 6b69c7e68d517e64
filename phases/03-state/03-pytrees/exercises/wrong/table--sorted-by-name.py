# caught by: table of eleven numbers in a list
def table(tree):
    """Return one pair (name, shape) for each leaf, in leaf order."""
    entries = jax.tree.leaves_with_path(tree)
    return sorted((name_of(path), jnp.shape(leaf)) for path, leaf in entries)


rows = table(params)
print("Rows:", rows)
