# caught by: all sides return one type
def first_fit(rules, otherwise, x):
    """Return what the first rule that fits makes of x; see the text."""

    def like_x(branch):
        return lambda x: jnp.broadcast_to(branch(x), x.shape).astype(x.dtype)

    tests = [test(x) for test, _ in rules] + [True]
    branches = [like_x(branch) for _, branch in rules] + [otherwise]
    return jax.lax.switch(jnp.argmax(jnp.array(tests)), branches, x)
