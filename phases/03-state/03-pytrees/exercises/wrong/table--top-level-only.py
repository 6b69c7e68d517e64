# caught by: Revisit paths: a name comes with its leaf
def table(tree):
    """Return one pair (name, shape) for each leaf, in leaf order."""
    return [(key, getattr(tree[key], "shape", ())) for key in sorted(tree)]


rows = table(params)
print("Rows:", rows)
