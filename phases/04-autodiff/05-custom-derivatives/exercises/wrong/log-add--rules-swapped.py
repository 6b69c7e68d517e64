# caught by: Revisit the rules
@jax.custom_jvp
def log_add(a, b):
    return jnp.maximum(a, b) + jnp.log1p(jnp.exp(-jnp.abs(a - b)))


log_add.defjvps(
    lambda v, y, a, b: jax.nn.sigmoid(b - a) * v,
    lambda v, y, a, b: jax.nn.sigmoid(a - b) * v,
)
