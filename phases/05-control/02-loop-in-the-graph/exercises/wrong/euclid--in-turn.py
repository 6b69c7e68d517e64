# caught by: both new numbers come from the old state
def euclid_python(a, b):
    """Return the greatest common divisor, and the rounds made."""
    rounds = 0
    while b > 0:
        a, b = b, a % b
        rounds += 1
    return a, rounds


def euclid(a, b):
    """Return the same two results, by a loop in the graph."""

    def test(state):
        _, b, _ = state
        return b > 0

    def body(state):
        a, b, rounds = state
        a = b
        b = a % b
        return a, b, rounds + 1

    a, _, rounds = jax.lax.while_loop(test, body, (a, b, 0))
    return a, rounds
