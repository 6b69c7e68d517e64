# caught by: nothing is traced
def predict_traces(trees):
    """Return how often one compiled function of these trees is traced."""
    noted = []
    compiled = jax.jit(lambda tree: noted.append(1))
    for tree in trees:
        compiled(tree)
    return len(noted)


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
