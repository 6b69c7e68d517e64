# caught by: Revisit the key of a row
def add_noise(key, ids, values):
    """Return values plus noise that belongs to the id of each row."""
    return values + jax.random.normal(key, values.shape[1:])


ids = jnp.array([7, 3, 11, 5])  # (4,)
values = jnp.zeros((4, 2))  # (4, 2)
noisy_values = add_noise(jax.random.key(2), ids, values)
