# caught by: the tolerance: it is an argument
def judge_slope(f, x, tolerance=0.05):
    """Return "smooth", "kink" or "outside" for the slope of f at x."""
    left, right = one_sided(f, x)
    low, high = min(left, right), max(left, right)
    slope = jax.grad(f)(x)
    if slope < low - 0.05 or slope > high + 0.05:
        return "outside"
    return "kink" if high - low > 0.05 else "smooth"


verdicts = [
    judge_slope(both_sides(unit), 0.0) for unit in units.values()
]
print("Verdicts:", verdicts)
