# caught by: the negative end reaches one further
def smallest_integer(low, high):
    """Return the smallest of int8, int16, int32 with both, or None."""
    largest = max(abs(low), abs(high))
    for dtype in (jnp.int8, jnp.int16, jnp.int32):
        if largest <= jnp.iinfo(dtype).max:
            return dtype
    return None


celsius = [-40, 85, 130]
chosen = smallest_integer(-40, 130)
readings = jnp.array(celsius, dtype=chosen)
print("Readings:", readings)
print("Squeezed into int8:", jnp.array(celsius).astype(jnp.int8))
