# caught by: Revisit paths: a name comes with its leaf
def table(tree):
    """Return one pair (name, shape) for each leaf, in leaf order."""
    names = list(tree) if isinstance(tree, dict) else range(len(tree))
    leaves = jax.tree.leaves(tree)
    return [(str(n), jnp.shape(leaf)) for n, leaf in zip(names, leaves)]


rows = table(params)
print("Rows:", rows)
