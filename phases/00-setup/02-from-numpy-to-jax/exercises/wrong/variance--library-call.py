# caught by: expected it from its definition
def variance(readings):
    """Return the mean squared distance from the mean, safe in float32."""
    return jnp.var(readings)


kept = variance(jnp.asarray(readings))
print("Variance:", kept)
