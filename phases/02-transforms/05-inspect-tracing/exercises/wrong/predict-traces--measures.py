# caught by: read the key off the call
def predict_traces(calls):
    """Return how many traces these calls cause, without tracing anything."""
    notes = []
    compiled = {}
    for function, x, n in calls:
        if function not in compiled:

            def noted(x, n, function=function):
                notes.append(n)
                return function(x, n)

            compiled[function] = jax.jit(noted, static_argnames="n")
        compiled[function](x, n)
    return len(notes)


def power(x, n):
    return x**n


planned = [
    (taylor, jnp.ones(3), 2),
    (taylor, jnp.zeros(3), 2),
    (taylor, jnp.ones(4), 2),
    (taylor, jnp.ones(4, jnp.int32), 2),
    (taylor, jnp.ones(3), 5),
    (power, jnp.ones(3), 2),
    (taylor, jnp.ones(3), 2),
]
predicted = predict_traces(planned)
print("Traces predicted:", predicted)
