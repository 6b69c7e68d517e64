# caught by: Revisit argnums
extra = {"every": jnp.zeros(()), "driver": jnp.zeros(3)}
batch = (inputs, targets, jnp.array([0, 1, 2, 0, 1, 2, 0, 1]))


def extra_loss(params, extra, batch):
    """Add the same minutes to every delivery, and some for its driver."""
    inputs, targets, drivers = batch
    predicted = predict(params, inputs) + extra["every"]
    misses = predicted + extra["driver"][drivers] - targets
    return jnp.mean(misses**2), {"close": jnp.sum(jnp.abs(misses) <= LIMIT)}


def adjust(function, params, extra, batch, rate):
    """Return the new extra, and the metrics with "loss" added."""
    one_call = jax.value_and_grad(function, argnums=(0, 1), has_aux=True)
    (value, metrics), grads = one_call(params, extra, batch)
    extra = jax.tree.map(lambda leaf, grad: leaf - rate * grad, extra, grads[1])
    return extra, {**metrics, "loss": value}


adjusted = adjust(extra_loss, rule, extra, batch, 0.5)
print("Adjusted:", adjusted)
