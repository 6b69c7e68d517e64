# caught by: -n to n - 1 are inside
def read(values, index):
    """Return one entry; raise IndexError where there is none."""
    if not 0 <= index < len(values):
        raise IndexError(f"no entry {index} among {len(values)}")
    return values[index]


first_day = temperatures[-6]
last_day = read(temperatures, 5)
print("First and last day:", first_day, last_day)
