# caught by: JAX computes one number, without NumPy
def variance(readings):
    """Return the mean squared distance from the mean, safe in float32."""
    distances = np.float64(readings) - np.float64(readings).mean()
    return (distances**2).mean()


kept = variance(jnp.asarray(readings))
print("Variance:", kept)
