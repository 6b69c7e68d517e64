# caught by: even if shifted or turned round, is no second die
def two_dice(key, num_throws):
    """Return the sum of two fair dice for each throw."""
    first = jax.random.randint(key, (num_throws,), 1, 7)
    return first + jnp.roll(first, num_throws // 2)


sums = two_dice(jax.random.key(6), 36_000)
sevens = jnp.mean(sums == 7)
