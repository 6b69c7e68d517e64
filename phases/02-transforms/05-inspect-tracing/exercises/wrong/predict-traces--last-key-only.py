# caught by: predict_traces on there and back: expected
def predict_traces(calls):
    """Return how many traces these calls cause, without tracing anything."""
    traced, last = 0, None
    for function, x, n in calls:
        key = (function, x.shape, x.dtype, n)
        traced += key != last
        last = key
    return traced


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
