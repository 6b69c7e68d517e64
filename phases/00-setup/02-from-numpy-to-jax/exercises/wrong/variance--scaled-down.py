# caught by: the mean goes before the square
def variance(readings):
    """Return the mean squared distance from the mean, safe in float32."""
    scaled = readings / 10000.0
    return ((scaled**2).mean() - scaled.mean() ** 2) * 1e8


kept = variance(jnp.asarray(readings))
print("Variance:", kept)
