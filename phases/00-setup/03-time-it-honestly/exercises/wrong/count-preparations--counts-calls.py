# caught by: count_preparations on four times the same array
def count_preparations(function, inputs):
    """Return how often jax.jit runs the body of function for the inputs."""
    runs = []
    prepared = jax.jit(function)
    for x in inputs:
        runs.append(x.shape)
        prepared(x)
    return len(runs)


growing = [jnp.ones(n) for n in (1, 2, 3, 3, 2)]
preparations = count_preparations(jnp.sum, growing)
print("Preparations for five growing inputs:", preparations)
