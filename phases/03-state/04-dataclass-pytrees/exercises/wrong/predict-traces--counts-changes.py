# caught by: predict_traces on years 1, 2, 1, 2
def predict_traces(trees):
    """Return how often one compiled function of these trees is traced."""
    count, last = 0, None
    for tree in trees:
        leaves, structure = jax.tree.flatten(tree)
        key = structure, [(leaf.shape, leaf.dtype) for leaf in leaves]
        count += key != last
        last = key
    return count


planned = [
    plan,
    dataclasses.replace(plan, years=5),
    halved,
    dataclasses.replace(plan, rates=jnp.array([0.1, 0.04])),
    dataclasses.replace(plan, kind="simple"),
    {"rates": plan.rates, "years": jnp.array(4)},
    dataclasses.replace(halved, years=5),
    {"years": jnp.array(9), "rates": halved.rates},
]
predicted = predict_traces(planned)
print("Traces predicted:", predicted)
