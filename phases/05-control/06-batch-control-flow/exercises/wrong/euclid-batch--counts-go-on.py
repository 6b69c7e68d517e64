# caught by: keeps both numbers and its count
def euclid_batch(a, b):
    """Return divisors (n,), rounds of each lane (n,), and of the batch."""

    def body(state):
        a, b, counts, rounds = state
        running = b > 0
        counts = counts + 1
        a, b = jnp.where(running, b, a), jnp.where(running, a % b, b)
        return a, b, counts, rounds + 1

    start = (a, b, jnp.zeros_like(a), 0)
    a, _, counts, rounds = jax.lax.while_loop(
        lambda state: jnp.any(state[1] > 0), body, start
    )
    return a, counts, rounds
