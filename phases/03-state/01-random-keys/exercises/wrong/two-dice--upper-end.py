# caught by: Revisit the ends of the range
def two_dice(key, num_throws):
    """Return the sum of two fair dice for each throw."""
    first_key, second_key = jax.random.split(key)
    first = jax.random.randint(first_key, (num_throws,), 1, 6)
    second = jax.random.randint(second_key, (num_throws,), 1, 6)
    return first + second


sums = two_dice(jax.random.key(6), 36_000)
sevens = jnp.mean(sums == 7)
