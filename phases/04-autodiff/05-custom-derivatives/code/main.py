"""Give functions derivative rules of their own, and test the rules."""

# %% build: book
import jax
import jax.numpy as jnp


def book(x):
    """Return log(1 + exp(x)), written as in a book."""
    return jnp.log(1 + jnp.exp(x))


def show(f):
    for x in (0.0, 100.0):
        value, slope = jax.value_and_grad(f)(x)
        print(f"At {x}: value {value:.4f}, slope {slope:.4f}")


show(book)


# %% build: shifted
def shifted(x):
    """Return the same number, with no exp of a large one."""
    return jnp.maximum(x, 0) + jnp.log1p(jnp.exp(-jnp.abs(x)))


show(shifted)


# %% build: rule
@jax.custom_jvp
def softplus(x):
    return shifted(x)


def push(v, y, x):
    """Return f'(x) v; y is the value of f at x."""
    return jax.nn.sigmoid(x) * v


softplus.defjvps(push)
show(softplus)

# %% build: difference
STEP = 0.01
points = jnp.array([-3.0, -1.0, 0.0, 2.0, 5.0])  # (5,)


def agrees(f):
    """Say at which points the slope of f equals a central difference."""
    slopes = jax.vmap(jax.grad(f))(points)  # (5,)
    differences = (f(points + STEP) - f(points - STEP)) / (2 * STEP)
    # Rounding moves these differences by less than 1e-4.
    return (jnp.abs(slopes - differences) < 1e-3).tolist()


print("shifted: ", agrees(shifted))
print("softplus:", agrees(softplus))
assert all(agrees(softplus)), "the rule is not the derivative"
assert not agrees(shifted)[2], "the formula has the right slope at 0"

# %% build: directions
v = jnp.array([1.0, -2.0, 0.5, 3.0, 1.0])  # (5,)
u = jnp.array([2.0, 1.0, -1.0, 0.5, 4.0])  # (5,)


def passes_dot_test(f):
    """Say whether u · (J v) equals (Jᵀ u) · v, for an f of points."""
    _, pushed = jax.jvp(f, (points,), (v,))
    _, pull = jax.vjp(f, points)
    (pulled,) = pull(u)
    # Rounding of sums below 10 is far below 1e-4.
    return bool(jnp.abs(jnp.sum(u * pushed) - jnp.sum(pulled * v)) < 1e-4)


print("softplus passes:", passes_dot_test(softplus))
print(f"Slope of the slope at 0: {jax.grad(jax.grad(softplus))(0.0):.4f}")

# %% build: clip
import functools


@functools.partial(jax.custom_vjp, nondiff_argnums=(0,))
def clip_pull(limit, x):
    """Return x; on the way back hold u between -limit and limit."""
    return x


def forward(limit, x):
    return x, None


def backward(limit, saved, u):
    return (jnp.clip(u, -limit, limit),)


clip_pull.defvjp(forward, backward)
_, pull = jax.vjp(lambda x: clip_pull(1.0, x), points)
print("u:     ", u)
print("pulled:", pull(u)[0])

# %% build: level
readings = jnp.array([0.9, 1.0, 1.1, 5.0])  # (4,)


def plain_loss(level):
    return jnp.sum((level - readings) ** 2)


def clipped_loss(level):
    return jnp.sum(clip_pull(1.0, level - readings) ** 2)


for loss in (plain_loss, clipped_loss):
    value, slope = jax.value_and_grad(loss)(1.0)
    print(f"{loss.__name__}: value {value:.2f}, slope {slope:.2f}")
assert abs(slope + 1) < 1e-5, "the glitch pulls with more than 1"

# %% figure: slopes
import matplotlib.pyplot as plt

levels = jnp.linspace(0.0, 3.0, 31)  # (31,)
for loss in (plain_loss, clipped_loss):
    slopes = jax.vmap(jax.grad(loss))(levels)  # (31,)
    plt.plot(levels, slopes, label=loss.__name__)

plt.xlabel("level")
plt.ylabel("slope of the loss")
plt.legend()
plt.show()


# %% experiment: wrong-rule
@jax.custom_jvp
def flipped(x):
    return shifted(x)


flipped.defjvps(lambda v, y, x: jax.nn.sigmoid(-x) * v)
dot_test, difference_test = passes_dot_test(flipped), agrees(flipped)
print("Dot-product test passes:", dot_test)
print("Difference agrees:", difference_test)
assert dot_test and not all(difference_test), "the tests see the same"


# %% experiment: other-direction
@jax.custom_jvp
def clip_push(x):
    """Return x; on the way forward hold v between -1 and 1."""
    return x


clip_push.defjvps(lambda v, y, x: jnp.clip(v, -1.0, 1.0))
print("Pushed:", jax.jvp(clip_push, (points,), (v,))[1])
try:
    jax.vjp(clip_push, points)[1](u)
except NotImplementedError as error:
    print("Pull:", type(error).__name__)
    print(error)
else:
    raise AssertionError("a clipped push was pulled back")

try:
    jax.jvp(lambda x: clip_pull(1.0, x), (points,), (v,))
except TypeError as error:
    print("Push of clip_pull:", type(error).__name__)
    print(error)
else:
    raise AssertionError("a function with a pull alone was pushed")


# %% experiment: traced-limit
def slope_with(limit, level):
    """Return the slope of the clipped loss for a limit."""

    def loss(level):
        return jnp.sum(clip_pull(limit, level - readings) ** 2)

    return jax.grad(loss)(level)


print(f"Number: {slope_with(2.0, 1.0):.2f}")
print(f"Array: {slope_with(jnp.array(2.0), 1.0):.2f}")
static_slope = jax.jit(slope_with, static_argnums=0)
print(f"Compiled, limit static: {static_slope(2.0, 1.0):.2f}")
try:
    jax.jit(slope_with)(2.0, 1.0)
except jax.errors.UnexpectedTracerError as error:
    print("Compiled:", type(error).__name__)
    print(str(error).partition(".")[0])
else:
    raise AssertionError("a tracer passed as a setting")

# %% exercise: log-add
# SOLUTION: log_add with a rule for each argument


@jax.custom_jvp
def log_add(a, b):
    return jnp.maximum(a, b) + jnp.log1p(jnp.exp(-jnp.abs(a - b)))


log_add.defjvps(
    lambda v, y, a, b: jax.nn.sigmoid(a - b) * v,
    lambda v, y, a, b: jax.nn.sigmoid(b - a) * v,
)
# END SOLUTION
# %% check: log-add
import math

assert isinstance(log_add, jax.custom_jvp), (
    f"log_add: expected a function below @jax.custom_jvp, got {log_add!r}. "
    "Revisit `softplus` in the build."
)
errors = (TypeError, AttributeError, ValueError)
first_slope = jax.grad(log_add)
log_pairs = [(2.0, -1.0), (-1.0, 2.0), (0.0, 0.0)]
for a, b in [*log_pairs, (0.0, 1e3), (1e3, 0.0), (1e3, 1e3)]:
    title = f"log_add at {a} and {b}"
    value = max(a, b) + math.log1p(math.exp(-abs(a - b)))
    share = (1 + math.tanh((a - b) / 2)) / 2
    try:
        y, pushed = jax.jvp(log_add, (a, b), (1.0, -2.0))
        by_a, by_b = jax.grad(log_add, argnums=(0, 1))(a, b)
        curve = jax.grad(first_slope)(a, b)
        b_curve = jax.grad(jax.grad(log_add, 1), 1)(a, b)
    except (*errors, NotImplementedError) as error:
        raise AssertionError(
            f"{title}: expected a value and two slopes, got "
            f"{type(error).__name__}: {str(error)[:150]} … Revisit `defjvps`: "
            "one rule for each argument, called with v, y, a and b."
        ) from error
    assert abs(y - value) <= 1e-6 * max(1, abs(value)), (
        f"{title}: expected the value {value:.4f}, got {y}. Revisit the value: "
        "the larger one, plus log1p of exp of minus the distance."
    )
    for name, got, expected in [
        ("by a", by_a, share),
        ("by b", by_b, 1 - share),
        ("for v = 1 and -2", pushed, share - 2 * (1 - share)),
    ]:
        # A rule that uses y has its rounding: 6e-5 near 1000.
        assert abs(got - expected) < 2e-4, (
            f"{title}: expected the slope {expected:.4f} {name}, got {got}. "
            "Revisit the rules: exp(a) / (exp(a) + exp(b)) times v for a, "
            "without exp of a large number, and for b the other way round."
        )
    # A NaN has to fail here too.
    bend = share * (1 - share)
    assert abs(curve - bend) < 2e-4 and abs(b_curve - bend) < 2e-4, (
        f"{title}: expected {bend:.4f} as the slope of the slope, got {curve} "
        f"by a and {b_curve} by b. Revisit the rules: they are differentiated "
        "too."
    )
pair = jnp.array([100.0, 2.0]), jnp.array([100.0, -1.0])


def push_a(a, b):
    tangents = (jnp.ones(a.shape), jnp.zeros(b.shape))
    return jnp.stack(jax.jvp(log_add, (a, b), tangents))


expected = jnp.array([[100.693147, 2.0485873], [0.5, 0.9525741]])
for route, call in {
    "arrays": push_a,
    "arrays, compiled and mapped": jax.jit(jax.vmap(push_a, out_axes=1)),
}.items():
    try:
        got = call(*pair)
    except errors as error:
        raise AssertionError(
            f"log_add of {route}: expected values and slopes, got "
            f"{type(error).__name__}: {str(error)[:150]} … Revisit value and "
            "rules: they take arrays, and no `if` asks a value."
        ) from error
    assert jnp.allclose(got, expected, atol=2e-4), (
        f"log_add of {route}: expected the values {expected[0]} and the slopes "
        f"{expected[1]} by a, got {got}. Revisit value and rules: they serve "
        "arrays entry by entry."
    )

# %% practice: scale-down
# SOLUTION: scale_down with its pull


@jax.custom_vjp
def scale_down(x, limit):
    return x


def keep_limit(x, limit):
    return x, limit


def shorten(limit, u):
    length = jnp.sqrt(jnp.sum(u**2))
    return u * (limit / jnp.maximum(length, limit)), jnp.zeros_like(limit)


scale_down.defvjp(keep_limit, shorten)
# END SOLUTION


def scaled_loss(level):
    return jnp.sum(scale_down(level - readings, 1.0) ** 2)


# %% check: scale-down
assert callable(scale_down), (
    f"scale_down: expected a function of x and limit, got {scale_down!r}. "
    "Revisit `clip_pull` in the build."
)


def pull_back(x, limit, u):
    return jax.vjp(scale_down, x, limit)[1](u)


pulls = {
    "long": jnp.array([3.0, 0.0, -4.0]),
    "as long as the limit": jnp.array([0.0, 2.0, 0.0]),
    "short": jnp.array([0.3, 0.0, -0.4]),
    "zero": jnp.zeros(3),
    "of shape (2, 2)": jnp.array([[3.0, 1.0], [1.0, 5.0]]),
    "of one number": jnp.array(-6.0),
}
for name, sent in pulls.items():
    title = f"scale_down with the limit 2 and a pull {name}, {sent.tolist()}"
    length = float(jnp.sqrt(jnp.sum(sent**2)))
    expected = sent * (2 / max(length, 2))
    start = sent + 7
    try:
        y = scale_down(start, 2.0)
        by_x, by_limit = jax.jit(pull_back)(start, 2.0, sent)
    except (*errors, jax.errors.UnexpectedTracerError) as error:
        raise AssertionError(
            f"{title}: expected a pull for x and one for the limit, got "
            f"{type(error).__name__}: {str(error)[:150]} … Revisit what the "
            "backward function gets and returns. The limit is traced here, so "
            "it is an ordinary argument, and no `if` asks it."
        ) from error
    assert jnp.shape(y) == start.shape and jnp.array_equal(y, start), (
        f"{title}: expected the value {start.tolist()}, got {y}. Revisit the "
        "first function: x comes out as it went in."
    )
    assert jnp.allclose(by_x, expected, atol=1e-6), (
        f"{title}: expected {expected.tolist()} for x, got {by_x}. Revisit "
        "the length: the root of the sum of all squares. A pull that is longer "
        "than the limit is scaled as a whole, no other is changed."
    )
    assert jnp.shape(by_limit) == () and by_limit == 0, (
        f"{title}: expected 0 for the limit, got {by_limit}. Revisit what the "
        "backward function returns: one entry for each argument."
    )
value, _ = jax.vjp(scale_down, pulls["long"], 2.0)
assert jnp.array_equal(value, pulls["long"]), (
    f"scale_down under jax.vjp: expected x as its value, got {value}. Revisit "
    "the forward function: it returns the value and what to save."
)
limits = jnp.array([1.0, 2.0, 10.0])
long = pulls["long"]
by_limits, _ = jax.vmap(pull_back, in_axes=(None, 0, None))(long, limits, long)
lengths = jnp.sqrt(jnp.sum(by_limits**2, axis=1))
assert jnp.allclose(lengths, jnp.array([1.0, 2.0, 5.0]), atol=1e-5), (
    f"scale_down, mapped over the limits 1, 2 and 10: expected pulls of the "
    f"lengths 1, 2 and 5, got {lengths}. Revisit what is saved."
)
scaled_slope = jax.grad(scaled_loss)
print(f"Slope of scaled_loss at 1.0: {scaled_slope(1.0):.4f}")
print("Its slope at the mean is 0:", bool(abs(scaled_slope(2.0)) < 1e-5))


# %% challenge: rule-gap
def rule_gap(f, x, key):
    """Return how far the rule of f is from a difference at x."""
    # SOLUTION: compare difference and pull
    v_key, u_key = jax.random.split(key)
    y, pull = jax.vjp(f, x)
    v = jax.random.normal(v_key, x.shape)
    u = jax.random.normal(u_key, y.shape)
    moved = (f(x + STEP * v) - f(x - STEP * v)) / (2 * STEP)
    (pulled,) = pull(u)
    return jnp.abs(jnp.sum(u * moved) - jnp.sum(pulled * v))
    # END SOLUTION


@jax.custom_vjp
def running(x):
    """Return the running totals of x."""
    return jnp.cumsum(x)


running.defvjp(
    lambda x: (jnp.cumsum(x), None), lambda saved, u: (jnp.cumsum(u),)
)
suspects = {
    "softplus": softplus,
    "flipped": flipped,
    "running": running,
    "clip_pull": lambda x: clip_pull(0.1, x),
}


# %% check: rule-gap
def pulling(change):
    """Return a function with the value x and the pull `change`."""
    same = jax.custom_vjp(lambda x: x)
    same.defvjp(lambda x: (x, None), lambda saved, u: (change(u),))
    return same


keys = jax.random.split(jax.random.key(5), 6)
table = jnp.array([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]])
rule_cases = {
    "softplus": (softplus, points, False),
    "flipped, a wrong push": (flipped, points, True),
    "running, a wrong pull": (running, points, True),
    "a right pull": (pulling(lambda u: u), points, False),
    "a pull too large by a tenth": (pulling(lambda u: 1.1 * u), points, True),
    # Neither u nor v of ones sees this, nor a v of one entry.
    "a pull that swaps two entries": (
        pulling(lambda u: u[jnp.array([0, 1, 2, 4, 3])]),
        points,
        True,
    ),
    "sums of rows, from (2, 3) to (2)": (
        lambda x: jnp.sum(x * x, axis=1),
        table,
        False,
    ),
}
gaps = {}
for name, (f, x, wrong) in rule_cases.items():
    title = f"rule_gap of {name}"
    try:
        gaps[name] = [float(rule_gap(f, x, key)) for key in keys]
    except errors as error:
        raise AssertionError(
            f"{title}: expected a number, got {type(error).__name__}: "
            f"{str(error)[:150]} … Revisit the shapes: v is like x, u like "
            "f(x). And not every f can be pushed, but each can be called."
        ) from error
    assert (max(gaps[name]) > 0.01) == wrong and min(gaps[name]) >= 0, (
        f"{title}: expected the largest of six gaps "
        f"{'above' if wrong else 'below'} 0.01 and none below 0, got "
        f"{gaps[name]}. Revisit the two sides: u times the difference, made by "
        "calls of f alone, and the pull of u times v, with every entry of u "
        "and v drawn, and u and v unalike."
    )
tenth = gaps["a pull too large by a tenth"]
three_tenths = pulling(lambda u: 1.3 * u)
threefold = [float(rule_gap(three_tenths, points, key)) for key in keys]
assert max(tenth) - min(tenth) > 0.01, (
    f"rule_gap: expected another gap for each key, got {tenth}. Revisit the "
    "directions: both come from the key, and no gap is divided by a size."
)
pairs = zip(threefold, tenth, strict=True)
assert all(abs(large - 3 * small) < 0.01 for large, small in pairs), (
    f"rule_gap: expected three times {tenth} for a mistake three times as "
    f"large, got {threefold}. Revisit the last line: the distance of two sums, "
    "from directions that the key alone decides."
)
for name, f in suspects.items():
    largest = max(float(rule_gap(f, points, key)) for key in keys)
    print(f"{name}: gap below 0.01: {largest < 0.01}")

# %% pass
print("PASS: autodiff-05")
