# caught by: Revisit the trial
def audit(convert, offsets):
    """Return the offsets at which a later write changes the result."""
    changed = []
    for offset in offsets[:1]:
        source = place(1024, offset)
        source[:] = 1
        result = jax.block_until_ready(convert(source))
        before = np.array(result)
        source[:] = 2
        if (np.asarray(result) != before).any():
            changed.append(offset)
    return changed


starts = (0, 4, 16, 48)
by_put = audit(jax.device_put, starts)
by_array = audit(jnp.array, starts)
print("Changed by a later write:", by_put, by_array)
