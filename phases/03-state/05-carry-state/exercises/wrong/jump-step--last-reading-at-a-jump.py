# caught by: judged by the last reading that came in
LIMIT = 0.5


class Jumps:
    """Counts readings more than LIMIT away from the one before."""

    def __init__(self):
        self.last = 0.0
        self.count = 0

    def update(self, reading):
        jump = abs(reading - self.last) > LIMIT
        self.last = reading
        self.count = self.count + jump
        return jump


class JumpState(NamedTuple):
    last: jax.Array
    count: jax.Array


jump_start = JumpState(jnp.zeros(()), jnp.zeros((), jnp.int32))


def jump_step(state, reading):
    """Return the new state, and whether this reading is a jump."""
  
    jump = abs(reading - state.last) > LIMIT
    last = jnp.where(jump, reading, state.last)
    return JumpState(last, state.count + jump), jump


def loop(step, state, readings):
    """Hand the state on in Python; return the last one and the outputs."""
    outputs = []
    for reading in readings:
        result = step(state, reading)
        assert isinstance(result, tuple) and type(result[0]) is type(state), (
            f"the step: expected a {type(state).__name__} and an output, got "
            f"{result}. Revisit what a step returns: the new state, then the "
            "output."
        )
        state, output = result
        outputs.append(output)
    return state, jnp.array(outputs)


around = bag[48:52]  # (4,)
jump_end, is_jump = loop(
    jump_step, jump_start, around
)
print("After four readings:", jump_end)
