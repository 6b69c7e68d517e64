# caught by: clip of [3.0, 4.0] at 1.0
def clip(gradient, limit):
    """Return the gradient, shortened to the length limit if it is longer."""
    length = jnp.sum(gradient**2)
    return gradient * jnp.minimum(1.0, limit / length)


def clipped_mean(loss, params, inputs, targets, limit):
    """Return the mean of the gradients of single examples, each clipped."""
    per_example = jax.vmap(jax.grad(loss), in_axes=(None, 0, 0))
    gradients = per_example(params, inputs, targets)
    return jax.vmap(clip, in_axes=(0, None))(gradients, limit).mean(axis=0)


def miss(params, features, target):
    """Return half the squared miss of one example."""
    return 0.5 * (features @ params - target) ** 2


params = jnp.array([1.0, -1.0])  # (2,)
inputs = jnp.array([[3.0, 4.0], [1.0, 0.0], [0.0, 2.0], [2.0, 1.0]])  # (4, 2)
targets = jnp.array([9.0, 0.0, -2.0, 1.5])  # (4,)
free = clipped_mean(miss, params, inputs, targets, 1e6)
bounded = clipped_mean(miss, params, inputs, targets, 1.0)
print("No limit in effect:", free)
print("Limit 1:", bounded)
