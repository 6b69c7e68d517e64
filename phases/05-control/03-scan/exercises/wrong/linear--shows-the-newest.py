# caught by: the given entries come first
def linear(coefficients, first, length):
    """Return the first entries of a recurrence, `length` of them."""

    def step(window, _):
        following = jnp.sum(coefficients * window[::-1])
        return jnp.append(window[1:], following), following

    return jax.lax.scan(step, first, length=length)[1]


wave = linear(jnp.array([1, -1]), jnp.array([1, 1]), 12)
print("Wave:", wave)
