# caught by: expected another noise than from seed
def make_data(key, num_points):
    """Return x, y and keep: places, readings, and who is kept."""
    x_key, keep_key = jax.random.split(key)
    x = jax.random.uniform(x_key, (num_points,), minval=-1, maxval=1)
    noise = jax.random.normal(jax.random.key(0), (num_points,))
    keep = jax.random.bernoulli(keep_key, 0.5, (num_points,))
    return x, 2 * x + 1 + 0.2 * noise, keep


data_x, data_y, data_keep = make_data(jax.random.key(4), 10_000)
data_slope = fitted_slope(data_x, data_y)
