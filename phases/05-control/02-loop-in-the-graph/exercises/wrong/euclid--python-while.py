# caught by: no Python loop asks them
def euclid_python(a, b):
    """Return the greatest common divisor, and the rounds made."""
    rounds = 0
    while b > 0:
        a, b = b, a % b
        rounds += 1
    return a, rounds


def euclid(a, b):
    """Return the same two results, by a loop in the graph."""
    rounds = 0
    while b > 0:
        a, b = b, a % b
        rounds += 1
    return a, rounds
