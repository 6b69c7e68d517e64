# caught by: the state waits between them
def run_in_parts(step, start, parts):
    """Return the last state, and a list with the outputs of each part."""
  
    parts = list(parts)
    if not parts:
        return start, []
    state, shown = jax.lax.scan(step, start, jnp.concatenate(parts))
    outputs, begin = [], 0
    for part in parts:
        outputs.append(shown[begin : begin + len(part)])
        begin = begin + len(part)
    return state, outputs


evening, evening_shown = run_in_parts(
    smooth, start, [bag[:20], bag[20:60], bag[60:]]
)
print("Evening:", evening)
