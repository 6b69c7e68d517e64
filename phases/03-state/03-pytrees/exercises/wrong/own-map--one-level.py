# caught by: own_map on a list in a list
def own_map(function, tree):
    """Apply `function` to each leaf, in leaf order, without jax.tree."""
    if tree is None:
        return None
    if isinstance(tree, dict):
        return {key: function(tree[key]) for key in sorted(tree)}
    if isinstance(tree, (list, tuple)):
        return type(tree)(function(child) for child in tree)
    return function(tree)


halved = jax.tree.map(lambda leaf: leaf / 2, doubled)
layers = {f"layer{k}": k for k in range(1, 13)}
seen = []
noted = own_map(seen.append, layers)
