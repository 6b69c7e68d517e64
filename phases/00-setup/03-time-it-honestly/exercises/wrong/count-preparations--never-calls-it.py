# caught by: inside jax.jit it calls the function
def count_preparations(function, inputs):
    """Return how often jax.jit runs the body of function for the inputs."""
    runs = []

    def probe(x):
        runs.append(x.shape)
        return x

    prepared = jax.jit(probe)
    for x in inputs:
        prepared(x)
    return len(runs)


growing = [jnp.ones(n) for n in (1, 2, 3, 3, 2)]
preparations = count_preparations(jnp.sum, growing)
print("Preparations for five growing inputs:", preparations)
