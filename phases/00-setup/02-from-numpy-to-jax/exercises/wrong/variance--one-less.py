# caught by: expected 1.2500, got 1.6667
def variance(readings):
    """Return the mean squared distance from the mean, safe in float32."""
    distances = readings - readings.mean()
    return (distances**2).sum() / (len(readings) - 1)


kept = variance(jnp.asarray(readings))
print("Variance:", kept)
