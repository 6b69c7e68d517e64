# caught by: expected one length
def tree_dot(a, b):
    """Multiply matching entries of two trees, and add up all of it."""
    return sum(jax.tree.leaves(jax.tree.map(lambda x, y: jnp.sum(x * y), a, b)))


def best_step(loss, params):
    grads = jax.grad(loss)(params)
    bend = product(loss, params, grads)
    length = jax.tree.map(lambda g, h: jnp.sum(g * g) / jnp.sum(g * h), grads, bend)
    moved = jax.tree.map(lambda p, g, t: p - t * g, params, grads, length)
    return length, moved


length, relaxed = best_step(tree_energy, params)
relaxed_energy = 0.0
