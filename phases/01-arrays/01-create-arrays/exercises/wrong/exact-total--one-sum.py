# caught by: JAX within a part that cannot wrap
def exact_total(values):
    """Return the exact sum of int32 values, and the number of parts."""
    return int(values.sum()), 5


numbers_total, num_parts = exact_total(numbers)
print("Exact total:", numbers_total, "Parts:", num_parts)
