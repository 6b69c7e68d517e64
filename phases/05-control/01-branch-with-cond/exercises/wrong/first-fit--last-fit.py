# caught by: first_fit on two rules that fit: expected
def first_fit(rules, otherwise, x):
    """Return what the first rule that fits makes of x; see the text."""

    index = len(rules)
    for number, (test, _) in enumerate(rules):
        index = jnp.where(test(x), number, index)
    branches = [branch for _, branch in rules] + [otherwise]

    def like_x(branch):
        return lambda x: jnp.broadcast_to(branch(x), x.shape).astype(x.dtype)

    return jax.lax.switch(index, [like_x(b) for b in branches], x)
