# caught by: it is written out
def trail(n, size):
    """Return n and the numbers that follow it, (size,), 0 after the 1."""
    numbers = jnp.zeros(size, jnp.int32)  # (size,)
    for place in range(size):
        numbers = numbers.at[place].set(n)
        n = jnp.where(n > 1, collatz(n), 0)
    return numbers
