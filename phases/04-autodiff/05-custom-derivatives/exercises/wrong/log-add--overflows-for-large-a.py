# caught by: Revisit the value
@jax.custom_jvp
def log_add(a, b):
    return b + jnp.log1p(jnp.exp(a - b))


log_add.defjvps(
    lambda v, y, a, b: jax.nn.sigmoid(a - b) * v,
    lambda v, y, a, b: jax.nn.sigmoid(b - a) * v,
)
