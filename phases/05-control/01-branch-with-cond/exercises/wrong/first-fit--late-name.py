# caught by: first_fit on two rules that fit: expected
def first_fit(rules, otherwise, x):
    """Return what the first rule that fits makes of x; see the text."""

    tests = [test(x) for test, _ in rules] + [True]
    branches = [branch for _, branch in rules] + [otherwise]
    first = jnp.argmax(jnp.array(tests))
    sides = []
    for branch in branches:
        sides.append(
            lambda x: jnp.broadcast_to(branch(x), x.shape).astype(x.dtype)
        )
    return jax.lax.switch(first, sides, x)
