# caught by: and None has no leaf
def own_map(function, tree):
    """Apply `function` to each leaf, in leaf order, without jax.tree."""
    if isinstance(tree, dict):
        return {key: own_map(function, tree[key]) for key in sorted(tree)}
    if isinstance(tree, (list, tuple)):
        return type(tree)(own_map(function, child) for child in tree)
    return function(tree)


halved = own_map(lambda leaf: leaf, params)
layers = {f"layer{k}": k for k in range(1, 13)}
seen = []
noted = own_map(seen.append, layers)
