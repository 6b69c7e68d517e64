# caught by: Revisit what one call gives
def loss_and_report(params, inputs, targets):
    """Return the loss, and a dictionary with "late" and "misses"."""
    misses = predict(params, inputs) - targets
    report = {
        "late": jnp.sum(misses < -LIMIT),
        "misses": misses,
    }
    return jnp.mean(misses**2), report


rule = {"w": jnp.array([4.0, 3.0]), "b": jnp.float32(6.0)}
answer = jax.grad(loss_and_report, has_aux=True)(rule, inputs, targets)
print("Answer:", answer)
