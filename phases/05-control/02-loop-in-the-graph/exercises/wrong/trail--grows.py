# caught by: the array has all its places from the start
def trail(n, size):
    """Return n and the numbers that follow it, (size,), 0 after the 1."""

    def body(place, state):
        numbers, n = state
        n = jnp.where(n > 1, collatz(n), 0)
        return jnp.append(numbers, n), n

    return jax.lax.fori_loop(1, size, body, (jnp.array([n]), n))[0]
