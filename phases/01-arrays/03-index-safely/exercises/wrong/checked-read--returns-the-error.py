# caught by: and use `raise`
def read(values, index):
    """Return one entry; raise IndexError where there is none."""
    if not -len(values) <= index < len(values):
        return IndexError(f"no entry {index} among {len(values)}")
    return values[index]


first_day = read(temperatures, -6)
last_day = read(temperatures, 5)
print("First and last day:", first_day, last_day)
