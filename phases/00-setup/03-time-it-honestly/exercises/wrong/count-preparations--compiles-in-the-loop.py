# caught by: one compiled function has to see all inputs
def count_preparations(function, inputs):
    """Return how often jax.jit runs the body of function for the inputs."""
    runs = []
    for x in inputs:

        def probe(x):
            runs.append(x.shape)
            return function(x)

        jax.jit(probe)(x)
    return len(runs)


growing = [jnp.ones(n) for n in (1, 2, 3, 3, 2)]
preparations = count_preparations(jnp.sum, growing)
print("Preparations for five growing inputs:", preparations)
