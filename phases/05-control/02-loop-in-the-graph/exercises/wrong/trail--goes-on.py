# caught by: 0 after the 1
def trail(n, size):
    """Return n and the numbers that follow it, (size,), 0 after the 1."""

    def body(place, state):
        numbers, n = state
        n = collatz(n)
        return numbers.at[place].set(n), n

    numbers = jnp.zeros(size, jnp.int32).at[0].set(n)  # (size,)
    return jax.lax.fori_loop(1, size, body, (numbers, n))[0]
