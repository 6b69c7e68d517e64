# caught by: n at 0
def trail(n, size):
    """Return n and the numbers that follow it, (size,), 0 after the 1."""

    def body(place, state):
        numbers, n = state
        n = jnp.where(n > 1, collatz(n), 0)
        return numbers.at[place].set(n), n

    numbers = jnp.zeros(size, jnp.int32)  # (size,)
    return jax.lax.fori_loop(1, size, body, (numbers, n))[0]
