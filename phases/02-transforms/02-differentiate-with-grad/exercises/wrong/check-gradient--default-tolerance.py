# caught by: that forgives rounding
def numeric_gradient(function, x, h=1e-2):
    """Return central differences of function(x), one for each entry of x."""
    differences = []
    for i in range(len(x)):
        above, below = function(x.at[i].add(h)), function(x.at[i].add(-h))
        differences.append((above - below) / (2 * h))
    return jnp.array(differences)


def gradient_agrees(gradient, function, x):
    """Return whether gradient(x) agrees with the central differences."""
    got, expected = gradient(x), numeric_gradient(function, x)
    if jnp.shape(got) != jnp.shape(expected):
        return False
    return bool(jnp.allclose(got, expected))


def chain(positions):
    return energy(positions, 1.0)


chain_agrees = gradient_agrees(jax.grad(chain), chain, positions)
print("jax.grad agrees with differences:", chain_agrees)
