# caught by: Revisit the formula
def tree_dot(a, b):
    """Multiply matching entries of two trees, and add up all of it."""
    return sum(jax.tree.leaves(jax.tree.map(lambda x, y: jnp.sum(x * y), a, b)))


def best_step(loss, params):
    grads = jax.grad(loss)(params)
    total = lambda p: sum(jnp.sum(g) for g in jax.tree.leaves(jax.grad(loss)(p)))
    bend = jax.grad(total)(params)
    length = tree_dot(grads, grads) / tree_dot(grads, bend)
    return length, jax.tree.map(lambda p, g: p - length * g, params, grads)


length, relaxed = best_step(tree_energy, params)
relaxed_energy = tree_energy(relaxed)
