# caught by: expected the body of the function to run
def count_preparations(function, inputs):
    """Return how often jax.jit runs the body of function for the inputs."""
    return len({x.shape for x in inputs})


growing = [jnp.ones(n) for n in (1, 2, 3, 3, 2)]
preparations = count_preparations(jnp.sum, growing)
print("Preparations for five growing inputs:", preparations)
