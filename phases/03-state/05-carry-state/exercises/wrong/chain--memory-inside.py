# caught by: nothing stays in it
def chain(first, second):
    """Return one step that feeds the output of `first` to `second`."""

  
    memory = {}

    def step(states, x):
        first_state, between = first(memory.get("first", states[0]), x)
        second_state, output = second(memory.get("second", states[1]), between)
        memory["first"], memory["second"] = first_state, second_state
        return (first_state, second_state), output

    return step


twice_end, twice_shown = jax.lax.scan(
    chain(smooth, smooth), (start, start), readings
)
print("Smoothed once, then twice:", twice_end)
