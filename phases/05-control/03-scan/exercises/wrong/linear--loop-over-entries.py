# caught by: a Python loop is written out
def linear(coefficients, first, length):
    """Return the first entries of a recurrence, `length` of them."""
    entries = list(first)
    while len(entries) < length:
        recent = jnp.stack(entries[: -len(coefficients) - 1 : -1])
        entries.append(jnp.sum(coefficients * recent))
    return jnp.stack(entries)[:length]


wave = linear(jnp.array([1, -1]), jnp.array([1, 1]), 12)
print("Wave:", wave)
