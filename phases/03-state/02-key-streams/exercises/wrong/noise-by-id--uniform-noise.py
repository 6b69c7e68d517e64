# caught by: Revisit the draw
def add_noise(key, ids, values):
    """Return values plus noise that belongs to the id of each row."""
    row_keys = jax.vmap(jax.random.fold_in, in_axes=(None, 0))(key, ids)
    width = values.shape[1:]
    return values + jax.vmap(lambda k: jax.random.uniform(k, width))(row_keys)


ids = jnp.array([7, 3, 11, 5])  # (4,)
values = jnp.zeros((4, 2))  # (4, 2)
noisy_values = add_noise(jax.random.key(2), ids, values)
