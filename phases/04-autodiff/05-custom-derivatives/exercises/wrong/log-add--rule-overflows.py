# caught by: they are differentiated
@jax.custom_jvp
def log_add(a, b):
    return jnp.maximum(a, b) + jnp.log1p(jnp.exp(-jnp.abs(a - b)))


log_add.defjvps(
    lambda v, y, a, b: v / (1 + jnp.exp(b - a)),
    lambda v, y, a, b: v / (1 + jnp.exp(a - b)),
)
