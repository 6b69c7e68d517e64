# caught by: what lies outside has no dtype here
def smallest_integer(low, high):
    """Return the smallest of int8, int16, int32 with both, or None."""
    for dtype in (jnp.int8, jnp.int16):
        limits = jnp.iinfo(dtype)
        if limits.min <= low and high <= limits.max:
            return dtype
    return jnp.int32


celsius = [-40, 85, 130]
chosen = smallest_integer(-40, 130)
readings = jnp.array(celsius, dtype=chosen)
print("Readings:", readings)
print("Squeezed into int8:", jnp.array(celsius).astype(jnp.int8))
