# caught by: gets and returns
@jax.custom_vjp
def scale_down(x, limit):
    return x


def keep_limit(x, limit):
    return x, limit


def shorten(limit, u):
    length = jnp.sqrt(jnp.sum(u**2))
    return u * (limit / jnp.maximum(length, limit)),


scale_down.defvjp(keep_limit, shorten)


def scaled_loss(level):
    return jnp.sum(scale_down(level - readings, 1.0) ** 2)
