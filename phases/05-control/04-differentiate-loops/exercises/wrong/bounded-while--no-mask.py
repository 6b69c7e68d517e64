# caught by: leaves every leaf
def bounded_while(test, body, start, bound):
    """Return the last state, and whether the loop came to its end."""

    def step(state, _):
        going = test(state)
        new = body(state)
        return jax.tree.map(
            lambda new, old: new, new, state
        ), None

    state, _ = jax.lax.scan(step, start, length=bound)
    return state, jnp.logical_not(test(state))


def root(a):
    """Return the root of `a`: take means of x and a / x until it is close."""
    pair = bounded_while(
        lambda x: abs(x * x - a) > 1e-4 * a, lambda x: (x + a / x) / 2, a, 20
    )
    # The check says so if it is no pair.
    return pair[0] if isinstance(pair, (tuple, list)) else pair


root_slope = jax.grad(root)(9.0)
print("Slope of the root at 9:", root_slope)
