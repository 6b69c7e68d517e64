# caught by: in plain Python, with no call into jax
def own_map(function, tree):
    """Apply `function` to each leaf, in leaf order, without jax.tree."""
    return jax.tree.map(function, tree)


halved = own_map(lambda leaf: leaf / 2, doubled)
layers = {f"layer{k}": k for k in range(1, 13)}
seen = []
noted = own_map(seen.append, layers)
print("Halved:", halved)
print("First leaves:", seen[:4])
