# caught by: equal sizes are too little
def average(trees):
    """Return the mean of several models, leaf by leaf."""

    def form(tree):
        sizes = [leaf.size for leaf in jax.tree.leaves(tree)]
        return jax.tree.structure(tree), sizes

    if any(form(tree) != form(trees[0]) for tree in trees):
        raise ValueError("the structures or the sizes differ")
    return jax.tree.map(lambda *leaves: sum(leaves) / len(leaves), *trees)


mean_model = average([params, doubled, doubled])
print("Mean model:", mean_model)
