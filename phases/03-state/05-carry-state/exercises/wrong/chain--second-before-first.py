# caught by: each step gets its own state
def chain(first, second):
    """Return one step that feeds the output of `first` to `second`."""

  
    def step(states, x):
        second_state, between = second(states[1], x)
        first_state, output = first(states[0], between)
        return (first_state, second_state), output

    return step


twice_end, twice_shown = jax.lax.scan(
    chain(smooth, smooth), (start, start), readings
)
print("Smoothed once, then twice:", twice_end)
