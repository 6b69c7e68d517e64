# caught by: expected 20 entries
def linear(coefficients, first, length):
    """Return the first entries of a recurrence, `length` of them."""

    def step(window, _):
        following = jnp.sum(coefficients * window[: -len(coefficients) - 1 : -1])
        return jnp.append(window, following), window[0]

    return jax.lax.scan(step, first, length=length)[1]


wave = linear(jnp.array([1, -1]), jnp.array([1, 1]), 12)
print("Wave:", wave)
