# caught by: all of a part, not the last one
def run_in_parts(step, start, parts):
    """Return the last state, and a list with the outputs of each part."""
  
    state, outputs = start, []
    for part in parts:
        state, shown = jax.lax.scan(step, state, part)
        outputs.append(jax.tree.map(lambda leaf: leaf[-1:], shown))
    return state, outputs


evening, evening_shown = run_in_parts(
    smooth, start, [bag[:20], bag[20:60], bag[60:]]
)
print("Evening:", evening)
