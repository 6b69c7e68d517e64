# caught by: from the two areas around the goal
def crossing(body, start, goal, bound):
    """Return when the area reaches the goal, in rounds and parts of one."""

    def step(state, _):
        _, area, rounds = state
        going = area < goal
        kept = (area, jnp.where(going, body(area), area))
        return (*kept, jnp.where(going, rounds + 1, rounds)), None

    state, _ = jax.lax.scan(step, (start, start, 0.0), length=bound)
    before, area, rounds = state
    return rounds - 1 + (goal - before) / (area - before)


pond_time, pond_slope = jax.value_and_grad(
    lambda start: crossing(lambda area: 2 * area, start, GOAL, 24)
)(1.0)
print(f"Reached after {pond_time} days, slope {pond_slope}")
