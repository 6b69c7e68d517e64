"""Push velocities and pull forces through a robot arm, and test the pair."""

# Starter: replace each `...` and each `raise NotImplementedError`, then run the
# file. It stops at the first check that is not met and says what is missing.

# %% build: arm
import jax
import jax.numpy as jnp

LENGTHS = jnp.array([1.0, 0.5, 0.5])  # (3,)


def hand(x):
    """Return where the hand is, for the angles of three joints."""
    angles = jnp.cumsum(x)  # a joint turns every link behind it
    across, up = LENGTHS * jnp.cos(angles), LENGTHS * jnp.sin(angles)
    return jnp.stack([across.sum(), up.sum()])


def show(name, array):
    print(name, *[f"{number:.2f}" for number in array])


x = jnp.array([0.6435011, 1.5707964, -1.5707964])  # (3,)
show("Hand (m):", hand(x))

# %% build: push
H = 1e-2
v = jnp.array([1.0, -1.0, 2.0])  # (3,)
position, pushed = jax.jvp(hand, (x,), (v,))
difference = (hand(x + H * v) - hand(x - H * v)) / (2 * H)  # (2,)
show("Value:", position)
show("Push:", pushed)
print("Push = difference:", bool(jnp.allclose(pushed, difference, atol=1e-2)))

# %% build: pull
u = jnp.array([-5.0, 10.0])  # (2,)
position, pull = jax.vjp(hand, x)
back = pull(u)
print("A pull returns a", type(back).__name__, "of", len(back))
pulled = back[0]  # (3,)
show("Pull:", pulled)

# %% build: balance
def balanced(u, pushed, pulled, v):
    """Return whether u · pushed and pulled · v agree up to rounding."""
    gap = abs(jnp.vdot(u, pushed) - jnp.vdot(pulled, v))
    size = jnp.vdot(abs(u), abs(pushed)) + jnp.vdot(abs(pulled), abs(v))
    return gap <= 1e-5 * size


print(f"At the hand: {jnp.vdot(u, pushed):.1f} W")
print(f"At the joints: {jnp.vdot(pulled, v):.1f} W")
print("Balanced:", balanced(u, pushed, pulled, v))

# %% build: separate
def separate_torques(x, u):
    """Pull u back to the links, as if each turned by itself."""
    angles = jnp.cumsum(x)
    return LENGTHS * (jnp.cos(angles) * u[1] - jnp.sin(angles) * u[0])


wrong = separate_torques(x, u)  # (3,)
show("Separate torques:", wrong)
print(f"At the joints: {jnp.vdot(wrong, v):.1f} W")
print("Balanced:", balanced(u, pushed, wrong, v))
assert not balanced(u, pushed, wrong, v), "the mistake went unnoticed"

# %% build: by-hand
def joint_torques(x, u):
    """Pull u back to the joints: each carries all links behind it."""
    return jnp.cumsum(separate_torques(x, u)[::-1])[::-1]


by_hand = joint_torques(x, u)  # (3,)
show("By hand:", by_hand)
print("Balanced:", balanced(u, pushed, by_hand, v))
assert jnp.allclose(by_hand, pulled, rtol=1e-5), "by hand and pull differ"

# %% build: once
runs = []


def noted_hand(x):
    runs.append("hand")
    return hand(x)


_, push = jax.linearize(noted_hand, x)
columns = [push(unit) for unit in jnp.eye(3)]
print("Runs of the body for three pushes:", len(runs))
show("First column:", columns[0])
rows = [pull(unit)[0] for unit in jnp.eye(2)]
show("First row:", rows[0])

# %% build: transposed
(turned,) = jax.linear_transpose(push, x)(u)
show("Transposed push:", turned)
same = bool(jnp.allclose(turned, pulled, rtol=1e-5))
print("Transposed push = pull:", same)

# %% experiment: one-joint
for joint, unit in zip(["shoulder", "elbow", "wrist"], jnp.eye(3), strict=True):
    at_hand, at_joint = jnp.vdot(u, push(unit)), jnp.vdot(wrong, unit)
    passes = balanced(u, push(unit), wrong, unit)
    print(f"{joint}: {at_hand:.1f} W and {at_joint:.1f} W, balanced: {passes}")
assert passes, "turning the wrist gave the mistake away"

# %% experiment: same-mistake
def separate_velocity(x, v):
    """Push v forward, as if each link turned by itself."""
    angles = jnp.cumsum(x)
    across, up = -LENGTHS * jnp.sin(angles), LENGTHS * jnp.cos(angles)
    return jnp.stack([jnp.vdot(across, v), jnp.vdot(up, v)])


also_wrong = separate_velocity(x, v)  # (2,)
show("Separate velocity:", also_wrong)
print(f"At the hand: {jnp.vdot(u, also_wrong):.1f} W")
print("Balanced:", balanced(u, also_wrong, wrong, v))
close = bool(jnp.allclose(also_wrong, difference, atol=1e-2))
print("Push = difference:", close)
assert balanced(u, also_wrong, wrong, v) and not close, "the pair was caught"

# %% experiment: square
def two_joints(x):
    """Return where the hand is, for two angles; the wrist is held still."""
    return hand(jnp.append(x, -1.5707964))


def slopes_of_height(x):
    return jax.grad(lambda x: two_joints(x)[1])(x)


same_input = jnp.array([1.0, 2.0])  # (2,)
for function in [two_joints, slopes_of_height]:
    _, forward = jax.jvp(function, (x[:2],), (same_input,))
    (backward,) = jax.vjp(function, x[:2])[1](same_input)
    print(function.__name__)
    show("  push:", forward)
    show("  pull:", backward)

# %% exercise: column-and-row
def column(function, x, j):
    """Return column j of the Jacobian of function at x, by one push."""
    raise NotImplementedError("TODO: push one unit tangent")


def row(function, x, i):
    """Return row i of the Jacobian of function at x, by one pull."""
    raise NotImplementedError("TODO: pull one unit cotangent")


by_wrist = ...  # TODO: what the wrist does to the hand
of_height = ...  # TODO: what moves the hand up
print("By the wrist:", by_wrist)
print("Of the height:", of_height)

# %% check: column-and-row
assert by_wrist is not ..., "column-and-row: `by_wrist` is still `...`"
assert of_height is not ..., "column-and-row: `of_height` is still `...`"
slopes = jnp.array([[1.0, 2.0, 3.0], [5.0, 6.0, 7.0]])  # (2, 3)
point = jnp.array([1.0, -2.0, 0.5])  # (3,)
errors = (TypeError, ValueError, LookupError, NameError, RecursionError)


def squares(matrix):
    """Return a function with the Jacobian 2 * matrix * x, which notes runs."""

    def function(x):
        runs.append("squares")
        return matrix @ x**2

    return function


part_cases = [
    (part, matrix, place)
    for matrix in [slopes, slopes.T]
    for part, axis in [(column, 1), (row, 0)]
    for place in range(matrix.shape[axis])
]
for part, matrix, place in part_cases:
    at = point[: matrix.shape[1]]
    jacobian = 2 * matrix * at
    expected = jacobian[:, place] if part is column else jacobian[place]
    title = f"{part.__name__} {place} for {matrix.shape[1]} inputs"
    runs.clear()
    try:
        got = part(squares(matrix), at, place)
    except errors as error:
        raise AssertionError(
            f"{title}: expected {expected}, got {type(error).__name__}: "
            f"{str(error)[:150]} … Revisit the unit: a tangent looks like "
            "the input, a cotangent like the output, however many they are."
        ) from error
    assert getattr(got, "shape", None) == expected.shape, (
        f"{title}: expected an array of shape {expected.shape}, got {got}. "
        "Revisit shapes: a push has that of the output; a pull comes in a "
        "tuple and has that of the input."
    )
    assert jnp.allclose(got, expected, rtol=1e-4), (
        f"{title} at {at}: expected {expected}, got {got}. Revisit the "
        "unit, 1 at one place and 0 at the others, and what comes back "
        "beside the value."
    )
    assert len(runs) == 1, (
        f"{title}: expected one run of the function, got {len(runs)}. "
        "Revisit the call: one push or pull, which gives the value too."
    )
for name, got, expected in [
    ("by_wrist", by_wrist, columns[2]),
    ("of_height", of_height, rows[1]),
]:
    assert getattr(got, "shape", None) == expected.shape and jnp.allclose(
        got, expected, atol=1e-5
    ), (
        f"{name}: expected {expected}, got {got}. Revisit its line: joints and "
        "outputs of `hand` count from 0, and the height is output 1."
    )

# %% practice: judge
def judge(function, push, pull, x, key):
    """Return two verdicts: push = difference, pull fits push."""
    raise NotImplementedError("TODO: draw a pair, then compare twice")


verdicts = ...  # TODO: the mixed pair, with key 1
print("Separate velocity, right torques:", verdicts)

# %% check: judge
assert verdicts is not ..., "judge: `verdicts` is still `...`"
def true_velocity(x, v):
    return jax.jvp(hand, (x,), (v,))[1]


def product(x):
    """Return the product of two rows, for shape (2, 4)."""
    return x[0] * x[1]


def product_push(x, v):
    return v[0] * x[1] + x[0] * v[1]


def product_pull(x, u):
    return jnp.stack([u * x[1], u * x[0]])


def hidden(x):
    """Return ten times the squares, with slopes that JAX cannot see."""
    return 10 * jax.lax.stop_gradient(x) ** 2


drawn = []


def both_ways(x, vector):
    """Push or pull a vector through `hidden`, and note it."""
    drawn.append(vector)
    return 20 * x * vector


table = jnp.array([[1.0, -2.0, 0.5, 2.0], [3.0, 1.0, -1.0, 0.0]])  # (2, 4)
valley = jnp.array([0.0, 1.0, -1.0])  # (3,)


def large_torques(x, u):
    return 1.01 * joint_torques(x, u)


judge_cases = [
    ("a right pair", (hand, true_velocity, joint_torques, x), (True, True)),
    (
        "separate torques",
        (hand, true_velocity, separate_torques, x),
        (True, False),
    ),
    (
        "torques that are 1 % too large",
        (hand, true_velocity, large_torques, x),
        (True, False),
    ),
    (
        "a separate velocity",
        (hand, separate_velocity, joint_torques, x),
        (False, False),
    ),
    (
        "a shared mistake",
        (hand, separate_velocity, separate_torques, x),
        (False, True),
    ),
    ("a product", (product, product_push, product_pull, table), (True, True)),
    ("a hidden slope", (hidden, both_ways, both_ways, valley), (True, True)),
    ("a hidden slope", (hidden, both_ways, both_ways, valley), (True, True)),
]
for number, (name, case, expected) in enumerate(judge_cases):
    try:
        got = judge(*case, jax.random.key(number))
    except errors as error:
        raise AssertionError(
            f"judge on {name}: expected {expected}, got "
            f"{type(error).__name__}: {str(error)[:150]} … Revisit shapes: v "
            "has that of x, u that of the output."
        ) from error
    types = [type(part) for part in got] if isinstance(got, tuple) else got
    assert types == [bool, bool], (
        f"judge on {name}: expected a tuple of two Python bools, got {got!r}. "
        "Revisit what judge returns."
    )
    assert got == expected, (
        f"judge on {name}: expected {expected}, got {got}. Revisit the "
        "verdicts: the first holds push against a difference of `function`, "
        "the second holds pull against push."
    )
shapes = {jnp.shape(array) for array in drawn}
draws = {str(array) for array in drawn}
assert shapes == {(3,)} and len(draws) >= 4, (
    f"judge with two keys: expected four different draws for v and u, got "
    f"{drawn}. Revisit keys: v and u have one each, both split from `key`."
)
keys = [jax.random.key(number) for number in range(len(judge_cases))]
assert not draws & {str(jax.random.normal(key, (3,))) for key in keys}, (
    f"judge with two keys: expected draws by keys split from `key`, got "
    f"{drawn}, one of them by `key` itself. Revisit keys: what is split is "
    "not used again."
)
assert isinstance(verdicts, tuple) and verdicts == (False, False), (
    f"verdicts: expected (False, False), got {verdicts}. Revisit its line: "
    "separate_velocity with joint_torques."
)

# %% challenge: pull-through
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
    raise NotImplementedError("TODO: forward once, back as often as asked")


arm = [stage(jnp.cumsum), stage(place), stage(add_up)]
end, arm_pull = ..., ...  # TODO: the arm, at x
print("Through the arm:", end)

# %% check: pull-through
assert end is not ..., "pull-through: `end` is still `...`"
assert arm_pull is not ..., "pull-through: `arm_pull` is still `...`"
def by_matrix(matrix):
    def run(x):
        runs.append("stage")
        return matrix @ x, lambda u: u @ matrix

    return run


def made_up(x):
    """Square x; the pull is invented, and multiplies by 7."""
    runs.append("stage")
    return x**2, lambda u: 7 * u


lower, upper = slopes[:, :2], slopes[:, 1:]
ones = jnp.ones(2)  # (2,)
through_cases = {
    "narrow, then wide": (
        [by_matrix(slopes), by_matrix(slopes.T)],
        jnp.array([1.0, 0.0, -1.0]),
        slopes.T @ slopes,
    ),
    "two squares": ([by_matrix(lower), by_matrix(upper)], ones, upper @ lower),
    "an invented pull": ([made_up, by_matrix(lower)], ones, 7 * lower),
    "an empty list": ([], ones, jnp.eye(2)),
}
for name, (stages, point, matrix) in through_cases.items():
    title = f"pull_through on {name}"
    runs.clear()
    try:
        got = pull_through(stages, point)
    except errors as error:
        raise AssertionError(
            f"{title}: expected a value and a pull, got "
            f"{type(error).__name__}: {str(error)[:150]} … Revisit the way "
            "forward: each stage gets what the one before returned; without "
            "a stage x is the value."
        ) from error
    assert isinstance(got, tuple) and len(got) == 2 and callable(got[1]), (
        f"{title}: expected the value and a function, got {got}. Revisit what "
        "comes back."
    )
    value = point
    for run in stages:
        value, _ = run(value)
    assert len(runs) == 2 * len(stages) and jnp.array_equal(got[0], value), (
        f"{title}: expected the value {value} after one run of each stage, got "
        f"{got[0]}. Revisit the way forward: each stage gets what the one "
        "before returned."
    )
    for u_in in [jnp.ones(len(matrix)), jnp.arange(1.0, len(matrix) + 1)]:
        expected = u_in @ matrix
        try:
            back = got[1](u_in)
        except errors as error:
            raise AssertionError(
                f"{title}, u = {u_in}: expected {expected}, got "
                f"{type(error).__name__}: {str(error)[:150]} … Revisit the way "
                "back: it begins with the pull of the last stage."
            ) from error
        same_shape = getattr(back, "shape", None) == point.shape
        assert same_shape and jnp.allclose(back, expected), (
            f"{title}, u = {u_in}: expected {expected}, got {back}. Revisit "
            "the way back: the pulls that the stages returned, the last one "
            "first, and all of them for each u."
        )
    assert len(runs) == 2 * len(stages), (
        f"{title}: expected no run of a stage on the way back, got "
        f"{len(runs) - 2 * len(stages)}. Revisit what is kept: the pulls."
    )
try:
    back = arm_pull(u)
except errors as error:
    back = type(error).__name__
assert getattr(back, "shape", None) == (3,) and jnp.allclose(back, pulled), (
    f"arm_pull: expected {pulled} for u, got {back}. Revisit its line: all "
    "three stages of the arm, at x."
)

# %% pass
print("PASS: autodiff-02")
