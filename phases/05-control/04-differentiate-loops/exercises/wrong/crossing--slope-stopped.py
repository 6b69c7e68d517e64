# caught by: areas have slopes
def crossing(body, start, goal, bound):
    """Return when the area reaches the goal, in rounds and parts of one."""

    def step(state, _):
        _, area, rounds = state
        going = area < goal
        new = (area, body(area), rounds + 1)
        return jax.tree.map(
            lambda new, old: jnp.where(going, new, old), new, state
        ), None

    state, _ = jax.lax.scan(step, (start, start, 0.0), length=bound)
    before, area, rounds = jax.lax.stop_gradient(state)
    return rounds - 1 + (goal - before) / (area - before)


pond_time, pond_slope = jax.value_and_grad(
    lambda start: crossing(lambda area: 2 * area, start, GOAL, 24)
)(1.0)
print(f"Reached after {pond_time} days, slope {pond_slope}")
