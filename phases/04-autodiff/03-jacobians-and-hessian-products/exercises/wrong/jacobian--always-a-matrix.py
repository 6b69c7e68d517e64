# caught by: Revisit the axes
def jacobian(function, x):
    outputs = jax.eval_shape(function, x).size
    mode = jax.jacfwd if x.size < outputs else jax.jacrev
    return mode(function)(x).reshape(outputs, x.size)


wave_jacobian = jacobian(wave, jnp.array([1.0, 0.1]))
