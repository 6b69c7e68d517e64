# caught by: parts of 20, 40 and 40
def run_in_parts(step, start, parts):
    """Return the last state, and a list with the outputs of each part."""
  
    state, outputs = start, []
    for part in parts:
        state, shown = jax.lax.scan(step, state, part)
        outputs.append(shown)
    return state, outputs


evening, evening_shown = run_in_parts(
    smooth, start, [bag[:20], bag[20:60]]
)
print("Evening:", evening)
