# caught by: float32 rounds instead of wrapping
def exact_total(values):
    """Return the exact sum of int32 values, and the number of parts."""
    return int(values.astype(jnp.float32).sum()), 5


numbers_total, num_parts = exact_total(numbers)
print("Exact total:", numbers_total, "Parts:", num_parts)
