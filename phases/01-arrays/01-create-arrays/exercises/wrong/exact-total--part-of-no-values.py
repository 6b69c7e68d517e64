# caught by: at least one entry
def exact_total(values):
    """Return the exact sum of int32 values, and the number of parts."""
    largest = max(abs(int(values.min())), abs(int(values.max())), 1)
    length = INT32_MAX // largest
    starts = range(0, len(values), length)
    totals = [int(values[i : i + length].sum()) for i in starts]
    return sum(totals), len(totals)


numbers_total, num_parts = exact_total(numbers)
print("Exact total:", numbers_total, "Parts:", num_parts)
