# caught by: Revisit the rule: one key, one draw or one split
def make_data(key, num_points):
    """Return x, y and keep: places, readings, and who is kept."""
    noise_key, keep_key = jax.random.split(key)
    x = jax.random.uniform(key, (num_points,), minval=-1, maxval=1)
    noise = jax.random.normal(noise_key, (num_points,))
    keep = jax.random.bernoulli(keep_key, 0.5, (num_points,))
    return x, 2 * x + 1 + 0.2 * noise, keep


data_x, data_y, data_keep = make_data(jax.random.key(4), 10_000)
data_slope = fitted_slope(data_x, data_y)
