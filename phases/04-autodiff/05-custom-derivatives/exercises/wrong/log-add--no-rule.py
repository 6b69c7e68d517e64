# caught by: one rule for each argument
@jax.custom_jvp
def log_add(a, b):
    return jnp.maximum(a, b) + jnp.log1p(jnp.exp(-jnp.abs(a - b)))

