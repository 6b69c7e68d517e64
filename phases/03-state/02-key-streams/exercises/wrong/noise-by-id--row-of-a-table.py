# caught by: Revisit the key of a row
def add_noise(key, ids, values):
    """Return values plus noise that belongs to the id of each row."""
    row_keys = jax.random.split(key, 1_000)[ids]
    width = values.shape[1:]
    return values + jax.vmap(lambda k: jax.random.normal(k, width))(row_keys)


ids = jnp.array([7, 3, 11, 5])
values = jnp.zeros((4, 2))
noisy_values = add_noise(jax.random.key(2), ids, values)
