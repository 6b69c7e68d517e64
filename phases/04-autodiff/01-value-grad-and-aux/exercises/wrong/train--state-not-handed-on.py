# caught by: each pass starts from
def centred_loss(params, state, batch):
    """Predict from inputs less their mean so far, and update that mean."""
    inputs, targets = batch
    count = state["count"] + len(inputs)
    total = state["total"] + jnp.sum(inputs, axis=0)  # (2,)
    misses = jnp.abs(predict(params, inputs - total / count) - targets)
    new_state = {"count": count, "total": total}
    return jnp.mean(misses**2), (new_state, {"worst": jnp.max(misses)})


def train(function, params, state, batches, rate):
    """Return the last params, the last state, and a list of metrics."""
    one_call = jax.value_and_grad(function, has_aux=True)

    @jax.jit
    def step(params, state, batch):
        (value, (state, metrics)), grads = one_call(params, state, batch)
        params = jax.tree.map(lambda p, g: p - rate * g, params, grads)
        return params, state, {**metrics, "loss": value}

    history = []
    for batch in batches:
        params, last_state, metrics = step(params, state, batch)
        history.append(metrics)
    return params, last_state if history else state, history


no_state = {"count": jnp.zeros((), jnp.int32), "total": jnp.zeros(2)}
pairs = [(inputs[i : i + 2], targets[i : i + 2]) for i in (0, 2, 4, 6)]
end, end_state, reports = train(centred_loss, params, no_state, pairs, 0.1)
print("Last state:", end_state)
