# caught by: the keys of a dictionary are sorted
def own_map(function, tree):
    """Apply `function` to each leaf, in leaf order, without jax.tree."""
    if tree is None:
        return None
    if isinstance(tree, dict):
        return {key: own_map(function, child) for key, child in tree.items()}
    if isinstance(tree, (list, tuple)):
        return type(tree)(own_map(function, child) for child in tree)
    return function(tree)


halved = own_map(lambda leaf: leaf / 2, doubled)
layers = {f"layer{k}": k for k in range(1, 13)}
seen = []
noted = own_map(seen.append, layers)
print("Halved:", halved)
print("First leaves:", seen[:4])
