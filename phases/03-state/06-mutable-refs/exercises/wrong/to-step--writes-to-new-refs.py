# caught by: each Ref that came in gets the new value
def to_step(writer):
    """Return a pure step that does what `writer` does to a tree of Refs."""

  
    def step(state, x):
        refs = jax.tree.map(jax.new_ref, state)
        output = writer(refs, x)
        return jax.tree.map(lambda ref: ref[...], refs), output

    return step


def to_writer(step):
    """Return a function that keeps the state of `step` in a tree of Refs."""

  
    def write(ref, value):
        ref[...] = value

    def writer(refs, x):
        state = jax.tree.map(lambda ref: ref[...], refs)
        state, output = step(state, x)
        refs = jax.tree.map(jax.new_ref, state)
        return output

    return writer


def smooth(refs, reading):
    """Write the new mean and count into the Refs, and show the mean."""
    refs["mean"][...] = 0.9 * refs["mean"][...] + 0.1 * reading
    refs["count"][...] += 1
    return refs["mean"][...]


empty = {"mean": jnp.zeros(()), "count": jnp.zeros((), jnp.int32)}
first_state, shown = to_step(smooth)(empty, 1.0)
print("State:", first_state, "shown:", shown)
