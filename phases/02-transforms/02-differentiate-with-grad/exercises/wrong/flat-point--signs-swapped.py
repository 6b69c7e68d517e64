# caught by: Revisit the second derivative: first its size
def flat_point(function, x, num_steps=8):
    """Return the place near x where the derivative is zero."""
    first = jax.grad(function)
    second = jax.grad(first)
    x = jnp.float32(x)
    for _ in range(num_steps):
        x = x - first(x) / second(x)
    return x


def kind_of(function, x):
    """Return "minimum", "maximum" or "unclear" for a flat point x."""
    curvature = jax.grad(jax.grad(function))(x)
    if abs(curvature) < 1e-3:
        return "unclear"
    return "minimum" if curvature < 0 else "maximum"


def wave(x):
    return x**3 - 3 * x


from_two = flat_point(wave, 2)
from_minus_two = flat_point(wave, -2)
from_two_kind = kind_of(wave, from_two)
from_minus_two_kind = kind_of(wave, from_minus_two)
print("From 2:", from_two, from_two_kind)
print("From -2:", from_minus_two, from_minus_two_kind)
