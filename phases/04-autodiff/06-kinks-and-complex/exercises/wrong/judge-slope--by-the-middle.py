# caught by: first whether the slope lies between the sides
def judge_slope(f, x, tolerance=0.05):
    """Return "smooth", "kink" or "outside" for the slope of f at x."""
    left, right = one_sided(f, x)
    low, high = min(left, right), max(left, right)
    slope = jax.grad(f)(x)
    if abs(slope - (low + high) / 2) > tolerance:
        return "outside"
    return "kink" if high - low > tolerance else "smooth"


verdicts = [
    judge_slope(both_sides(unit), 0.0) for unit in units.values()
]
print("Verdicts:", verdicts)
