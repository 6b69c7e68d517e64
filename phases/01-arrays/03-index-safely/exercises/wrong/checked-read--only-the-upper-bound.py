# caught by: compare the index with both bounds yourself
def read(values, index):
    """Return one entry; raise IndexError where there is none."""
    if index >= len(values):
        raise IndexError(f"no entry {index} among {len(values)}")
    return values[index]


first_day = read(temperatures, -6)
last_day = read(temperatures, 5)
print("First and last day:", first_day, last_day)
