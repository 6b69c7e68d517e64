# caught by: by `key` itself
def judge(function, push, pull, x, key):
    """Return two verdicts: push = difference, pull fits push."""
    u_key, _ = jax.random.split(key)
    v = jax.random.normal(key, x.shape)
    pushed = push(x, v)
    u = jax.random.normal(u_key, pushed.shape)
    difference = (function(x + H * v) - function(x - H * v)) / (2 * H)
    is_slope = bool(jnp.allclose(pushed, difference, rtol=1e-2, atol=1e-2))
    return is_slope, bool(balanced(u, pushed, pull(x, u), v))


verdicts = judge(
    hand, separate_velocity, joint_torques, x, jax.random.key(1)
)
print("Separate velocity, right torques:", verdicts)
