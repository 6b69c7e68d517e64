# caught by: Revisit the count
def loss_and_report(params, inputs, targets):
    """Return the loss, and a dictionary with "late" and "misses"."""
    misses = predict(params, inputs) - targets
    report = {
        "late": jnp.sum(jnp.abs(misses) > LIMIT),
        "misses": misses,
    }
    return jnp.mean(misses**2), report


rule = {"w": jnp.array([4.0, 3.0]), "b": jnp.float32(6.0)}
answer = jax.value_and_grad(loss_and_report, has_aux=True)(
    rule, inputs, targets
)
print("Answer:", answer)
