# caught by: each part starts where the one before it ended
def run_in_parts(step, start, parts):
    """Return the last state, and a list with the outputs of each part."""
  
    state, outputs = start, []
    for part in parts:
        state, shown = jax.lax.scan(step, start, part)
        outputs.append(shown)
    return state, outputs


evening, evening_shown = run_in_parts(
    smooth, start, [bag[:20], bag[20:60], bag[60:]]
)
print("Evening:", evening)
