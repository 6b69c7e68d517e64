# caught by: it needs no Hessian
def tree_dot(a, b):
    """Multiply matching entries of two trees, and add up all of it."""
    return sum(jax.tree.leaves(jax.tree.map(lambda x, y: jnp.sum(x * y), a, b)))


def best_step(loss, params):
    grads = jax.grad(loss)(params)
    blocks = jax.tree.leaves(jax.hessian(loss)(params))
    g = jax.tree.leaves(grads)
    bend = 0.0
    for i, a in enumerate(g):
        for k, c in enumerate(g):
            block = blocks[i * len(g) + k].reshape(a.size, c.size)
            bend = bend + a.ravel() @ block @ c.ravel()
    length = tree_dot(grads, grads) / bend
    return length, jax.tree.map(lambda p, g: p - length * g, params, grads)


length, relaxed = best_step(tree_energy, params)
relaxed_energy = tree_energy(relaxed)
