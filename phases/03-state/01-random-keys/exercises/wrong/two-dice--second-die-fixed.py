# caught by: got a die in common
def two_dice(key, num_throws):
    """Return the sum of two fair dice for each throw."""
    first = jax.random.randint(key, (num_throws,), 1, 7)
    second = jax.random.randint(jax.random.key(1), (num_throws,), 1, 7)
    return first + second


sums = two_dice(jax.random.key(6), 36_000)
sevens = jnp.mean(sums == 7)
