# caught by: what `first` shows is
def chain(first, second):
    """Return one step that feeds the output of `first` to `second`."""

  
    def step(states, x):
        first_state, between = first(states[0], x)
        second_state, output = second(states[1], x)
        return (first_state, second_state), output

    return step


twice_end, twice_shown = jax.lax.scan(
    chain(smooth, smooth), (start, start), readings
)
print("Smoothed once, then twice:", twice_end)
