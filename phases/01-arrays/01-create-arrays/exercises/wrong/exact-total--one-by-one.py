# caught by: a part is as long as
def exact_total(values):
    """Return the exact sum of int32 values, and the number of parts."""
    totals = values.tolist()
    return sum(totals), len(totals)


numbers_total, num_parts = exact_total(numbers)
print("Exact total:", numbers_total, "Parts:", num_parts)
