# caught by: JAX raises nothing to catch
def read(values, index):
    """Return one entry; raise IndexError where there is none."""
    try:
        return values[index]
    except IndexError as error:
        raise IndexError(f"no entry {index} among {len(values)}") from error


first_day = read(temperatures, -6)
last_day = read(temperatures, 5)
print("First and last day:", first_day, last_day)
