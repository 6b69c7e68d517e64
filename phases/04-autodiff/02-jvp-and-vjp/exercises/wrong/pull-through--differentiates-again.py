# caught by: that the stages returned
def stage(function):
    """Return a stage: called with x, it gives the value and its pull."""

    def run(x):
        value, pull = jax.vjp(function, x)
        return value, lambda u: pull(u)[0]

    return run


def place(angles):
    return LENGTHS * jnp.cos(angles), LENGTHS * jnp.sin(angles)


def add_up(parts):
    return jnp.stack([part.sum() for part in parts])


def pull_through(stages, x):
    """Return the value after all stages, and the pull of them all."""

    def forward(x):
        for run in stages:
            x, _ = run(x)
        return x

    value, pull = jax.vjp(forward, x)
    return value, lambda u: pull(u)[0]


arm = [stage(jnp.cumsum), stage(place), stage(add_up)]
end, arm_pull = pull_through(arm, x)
print("Through the arm:", end)
