# caught by: the largest move is above the tolerance
def converge(step, start, tolerance, limit):
    """Return the last x, shaped like start, and the rounds made."""

    def test(state):
        _, moved, rounds = state
        return (moved >= tolerance) & (rounds < limit)

    def body(state):
        x, _, rounds = state
        new = step(x)
        return new, jnp.max(jnp.abs(new - x)), rounds + 1

    x, _, rounds = jax.lax.while_loop(test, body, (start, jnp.inf, 0))
    return x, rounds
