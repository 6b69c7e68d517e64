# caught by: exact_total on the smallest int32 and -5: expected -2147483653
def exact_total(values):
    """Return the exact sum of int32 values, and the number of parts."""
    largest = max(int(jnp.abs(values).max()), 1)
    length = max(INT32_MAX // largest, 1)
    starts = range(0, len(values), length)
    totals = [int(values[i : i + length].sum()) for i in starts]
    return sum(totals), len(totals)


numbers_total, num_parts = exact_total(numbers)
print("Exact total:", numbers_total, "Parts:", num_parts)
