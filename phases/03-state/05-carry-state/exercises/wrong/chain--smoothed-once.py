# caught by: expected 50 outputs that end
def chain(first, second):
    """Return one step that feeds the output of `first` to `second`."""

  
    def step(states, x):
        first_state, between = first(states[0], x)
        second_state, output = second(states[1], between)
        return (first_state, second_state), output

    return step


twice_end, twice_shown = jax.lax.scan(smooth, start, readings)
print("Smoothed once, then twice:", twice_end)
