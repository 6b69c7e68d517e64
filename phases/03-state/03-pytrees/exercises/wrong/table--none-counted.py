# caught by: and None has neither
def table(tree):
    """Return one pair (name, shape) for each leaf, in leaf order."""
    entries = jax.tree.leaves_with_path(tree, is_leaf=lambda n: n is None)
    return [
        (name_of(path), None if leaf is None else jnp.shape(leaf))
        for path, leaf in entries
    ]


rows = table(params)
print("Rows:", rows)
