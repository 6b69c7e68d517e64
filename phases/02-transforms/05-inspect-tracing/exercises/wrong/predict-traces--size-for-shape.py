# caught by: predict_traces on 6 entries in 4 shapes: expected
def predict_traces(calls):
    """Return how many traces these calls cause, without tracing anything."""
    keys = set()
    for function, x, n in calls:
        keys.add((function, x.size, x.dtype, n))
    return len(keys)


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
