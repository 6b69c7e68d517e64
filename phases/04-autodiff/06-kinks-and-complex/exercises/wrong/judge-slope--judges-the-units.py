# caught by: both_sides of each unit, at
def judge_slope(f, x, tolerance=0.05):
    """Return "smooth", "kink" or "outside" for the slope of f at x."""
    left, right = one_sided(f, x)
    low, high = min(left, right), max(left, right)
    slope = jax.grad(f)(x)
    if slope < low - tolerance or slope > high + tolerance:
        return "outside"
    return "kink" if high - low > tolerance else "smooth"


verdicts = [
    judge_slope(unit, 0.0) for unit in units.values()
]
print("Verdicts:", verdicts)
