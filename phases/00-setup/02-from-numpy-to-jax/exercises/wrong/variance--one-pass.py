# caught by: the mean goes before the square
def variance(readings):
    """Return the mean squared distance from the mean, safe in float32."""
    return (readings**2).mean() - readings.mean() ** 2


kept = variance(jnp.asarray(readings))
print("Variance:", kept)
