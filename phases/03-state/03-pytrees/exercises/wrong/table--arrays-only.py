# caught by: a number is a leaf too
def table(tree):
    """Return one pair (name, shape) for each leaf, in leaf order."""
    entries = jax.tree.leaves_with_path(tree)
    return [(name_of(path), leaf.shape) for path, leaf in entries]


rows = table(params)
print("Rows:", rows)
