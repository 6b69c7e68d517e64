# caught by: equal ones make doubles
def two_dice(key, num_throws):
    """Return the sum of two fair dice for each throw."""
    return 2 * jax.random.randint(key, (num_throws,), 1, 7)


sums = two_dice(jax.random.key(6), 36_000)
sevens = jnp.mean(sums == 7)
