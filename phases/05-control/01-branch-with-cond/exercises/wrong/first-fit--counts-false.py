# caught by: first_fit on the first rule alone: expected
def first_fit(rules, otherwise, x):
    """Return what the first rule that fits makes of x; see the text."""

    def like_x(branch):
        return lambda x: jnp.broadcast_to(branch(x), x.shape).astype(x.dtype)

    first = sum(jnp.where(test(x), 0, 1) for test, _ in rules)
    branches = [branch for _, branch in rules] + [otherwise]
    return jax.lax.switch(first, [like_x(b) for b in branches], x)
