# caught by: the others hand the area on
POND = 500.0
MAX_DAYS = 24


def crowded(area, rate):
    """Return the area a day later, on a pond that fills up."""
    return area + rate * area * (1 - area / POND)


def crowded_for(start, rate, days):
    """Return the area after `days`, from 0 to MAX_DAYS, differentiable."""

    def step(area, day):
        return jnp.where(day <= days, crowded(area, rate), area), None

    return jax.lax.scan(step, start, jnp.arange(MAX_DAYS))[0]


week_slopes = jax.grad(crowded_for, argnums=(0, 1))(
    1.0, 1.0, 7
)
print("Crowded, slopes after a week:", week_slopes)
