# caught by: Revisit the ends of the range
def two_dice(key, num_throws):
    """Return the sum of two fair dice for each throw."""
    return jax.random.randint(key, (num_throws,), 2, 13)


sums = two_dice(jax.random.key(6), 36_000)
sevens = jnp.mean(sums == 7)
