"""Take slopes through loops: counted, bounded, and ended by what they carry."""

# Starter: replace each `...` and each `raise NotImplementedError`, then run the
# file. It stops at the first check that is not met and says what is missing.

# %% build: counted
import jax
import jax.numpy as jnp


def grow_for(start, rate, days):
    """Return the area of the weed after that many days."""
    return jax.lax.fori_loop(0, days, lambda day, area: area * rate, start)


def show(name, area, slopes):
    print(f"{name}: {area:.0f} m², slopes", *[f"{s:.0f}" for s in slopes])


area, slopes = jax.value_and_grad(grow_for, argnums=(0, 1))(1.0, 2.0, 7)
show("Seven days", area, slopes)
by_formula = jnp.array([2.0**7, 7 * 2.0**6])  # r^n and n x_0 r^(n-1)
print("Slopes = formula:", bool(jnp.allclose(jnp.array(slopes), by_formula)))

# %% build: traced-end
static_days = jax.jit(grow_for, static_argnums=2)
print(f"Days static: slope {jax.grad(static_days)(1.0, 2.0, 7):.0f}")
try:
    jax.grad(jax.jit(grow_for))(1.0, 2.0, 7)
except ValueError as error:
    print("Days traced:", str(error).partition(". ")[0])
else:
    raise AssertionError("a traced end had a slope in reverse")

week = jax.make_jaxpr(lambda start: grow_for(start, 2.0, 7))(1.0)
any_days = jax.make_jaxpr(grow_for)(1.0, 2.0, 7)
print("Loop of a week:", [e.primitive.name for e in week.eqns])
print("Loop of any days:", [e.primitive.name for e in any_days.eqns])

# %% build: until
GOAL = 100.0


def harvest(start, rate):
    """Return the area on the first day that reaches GOAL."""
    return jax.lax.while_loop(
        lambda area: area < GOAL, lambda area: area * rate, start
    )


print(f"Harvest: {harvest(1.0, 2.0):.0f} m²")
try:
    jax.grad(harvest)(1.0, 2.0)
except ValueError as error:
    print("Reverse:", str(error).partition(" for ")[0])
else:
    raise AssertionError("a while loop had a slope in reverse")

# %% build: push
area, by_start = jax.jvp(harvest, (1.0, 2.0), (1.0, 0.0))
area, by_rate = jax.jvp(harvest, (1.0, 2.0), (0.0, 1.0))
show("Two pushes", area, (by_start, by_rate))
pushes_agree = bool(jnp.allclose(jnp.array([by_start, by_rate]), by_formula))
print("Pushes = formula:", pushes_agree)
assert pushes_agree, "a push through the while loop misses the formula"

# %% build: bound
def harvest_within(start, rate, bound=24):
    """Return the area on the first day that reaches GOAL, within a bound."""

    def step(area, _):
        return jnp.where(area < GOAL, area * rate, area), None

    return jax.lax.scan(step, start, length=bound)[0]


slopes_within = jax.value_and_grad(harvest_within, argnums=(0, 1))
area, slopes = slopes_within(1.0, 2.0)
show("One pull", area, slopes)
pull_agrees = bool(jnp.allclose(jnp.array(slopes), by_formula))
print("Pull = formula:", pull_agrees)
assert pull_agrees, "the masked scan misses the formula"

# %% build: done
for bound in [7, 6]:
    area, slopes = slopes_within(1.0, 2.0, bound)
    show(f"Bound {bound}", area, slopes)
    print("  done:", bool(area >= GOAL))
assert area < GOAL, "six rounds were enough"

# %% experiment: day-of-harvest
def day_of_harvest(start):
    """Return the number of the day that reaches GOAL, as a float."""
    return jax.lax.while_loop(
        lambda state: state[0] < GOAL,
        lambda state: (state[0] * 2.0, state[1] + 1.0),
        (start, 0.0),
    )[1]


print("From 1, 2, 4 m²:", *[float(day_of_harvest(s)) for s in [1.0, 2.0, 4.0]])
day, pushed = jax.jvp(day_of_harvest, (1.0,), (1.0,))
print(f"At 1 m²: day {day:.0f}, slope {pushed:.0f}")
assert pushed == 0, "the number of rounds had a slope"

# %% experiment: kept
from functools import partial

for bound in [7, 24, 240]:
    area, pull = jax.vjp(partial(harvest_within, bound=bound), 1.0, 2.0)
    shapes = [leaf.shape for leaf in jax.tree.leaves(pull)]
    print(f"Bound {bound}: kept {shapes}")
    show("  Pulled", area, pull(1.0))
assert (240,) in shapes, "the pull kept less than the bound"

# %% experiment: crowded-edge
def edge_within(start, kind):
    """Grow with the root of the free area until GOAL; 24 rounds at most."""

    def step(area, _):
        free = GOAL - area
        if kind == "safe":
            free = jnp.where(area < GOAL, free, 1.0)
        return jnp.where(area < GOAL, area + 2 * jnp.sqrt(free), area), None

    return jax.lax.scan(step, start, length=24)[0]


for kind in ["plain", "safe"]:
    area, pulled = jax.value_and_grad(edge_within)(1.0, kind)
    _, pushed = jax.jvp(partial(edge_within, kind=kind), (1.0,), (1.0,))
    print(f"{kind}: {area:.2f} m², pull {pulled:.4f}, push {pushed:.4f}")
assert jnp.allclose(pulled, pushed), "pull and push of the safe loop differ"

# %% exercise: crowded-pond
POND = 500.0
MAX_DAYS = 24


def crowded(area, rate):
    """Return the area a day later, on a pond that fills up."""
    return area + rate * area * (1 - area / POND)


def crowded_for(start, rate, days):
    """Return the area after `days`, from 0 to MAX_DAYS, differentiable."""

    raise NotImplementedError("TODO: MAX_DAYS rounds, of which `days` count")


week_slopes = ...  # TODO: both slopes after 7 days
print("Crowded, slopes after a week:", week_slopes)

# %% check: crowded-pond
assert week_slopes is not ..., "crowded-pond: `week_slopes` is still `...`"
def crowded_by_hand(start, rate, days):
    """Return area and slopes by start and rate, by a loop over floats."""
    area, by_start, by_rate = start, 1.0, 0.0
    for _ in range(days):
        factor = 1 + rate * (1 - 2 * area / POND)
        by_rate = factor * by_rate + area * (1 - area / POND)
        by_start = factor * by_start
        area = crowded(area, rate)
    return area, by_start, by_rate


def close(got, expected):
    """Return whether a result is a number, or numbers, near the expected."""
    try:
        got = jnp.array(got, jnp.float32)
    except Exception:
        return False
    expected = jnp.array(expected)
    # Float32 rounds each of the rounds: 1e-3 leaves room for 24 of them.
    return got.shape == expected.shape and bool(
        jnp.allclose(got, expected, rtol=1e-3, atol=1e-3)
    )


try:
    compiled = jax.jit(jax.value_and_grad(crowded_for, argnums=(0, 1)))
    compiled(1.0, 0.5, 3)
except Exception as error:
    raise AssertionError(
        f"crowded_for in jax.jit(jax.grad): expected slopes for a traced "
        f"`days`, got {type(error).__name__}: {str(error)[:120]} … Revisit "
        "which loops have reverse mode: the number of rounds is a constant."
    ) from error
for start, rate, days in [
    (1.0, 0.5, 3),
    (3.0, 1.0, 0),
    (1.0, 1.0, 1),
    (20.0, 0.3, 12),
    (2.0, 0.2, MAX_DAYS),
]:
    title = f"crowded_for({start}, {rate}, {days})"
    expected = crowded_by_hand(start, rate, days)
    area, got = compiled(start, rate, days)
    assert close(area, expected[0]), (
        f"{title}: expected {expected[0]:.3f}, got {area}. Revisit the mask: "
        "`days` rounds grow, and the others hand the area on as it is."
    )
    assert close(got, expected[1:]), (
        f"{title}: expected the slopes {expected[1:]}, got {got}. Revisit the "
        "body: each round has to depend on the start and the rate."
    )
week_expected = crowded_by_hand(1.0, 1.0, 7)[1:]
assert isinstance(week_slopes, tuple) and close(week_slopes, week_expected), (
    f"week_slopes: expected a tuple of {week_expected[0]:.2f} and "
    f"{week_expected[1]:.2f}, got {week_slopes}. Revisit `argnums`: start and "
    "rate, in one gradient."
)

# %% practice: bounded-while
def bounded_while(test, body, start, bound):
    """Return the last state, and whether the loop came to its end."""

    raise NotImplementedError("TODO: a masked scan of any state")


def root(a):
    """Return the root of `a`: take means of x and a / x until it is close."""
    pair = bounded_while(
        lambda x: abs(x * x - a) > 1e-4 * a, lambda x: (x + a / x) / 2, a, 20
    )
    # The check says so if it is no pair.
    return pair[0] if isinstance(pair, (tuple, list)) else pair


root_slope = ...  # TODO: slope of root at 9.0
print("Slope of the root at 9:", root_slope)

# %% check: bounded-while
assert root_slope is not ..., "bounded-while: `root_slope` is still `...`"
pond_start = {"area": jnp.array(1.0), "day": jnp.array(0)}


def pond_body(state):
    """Double the area, and count the day."""
    return {"area": 2 * state["area"], "day": state["day"] + 1}


def below_goal(state):
    """Return whether the area lies below GOAL."""
    return state["area"] < GOAL


def six_days(state):
    """Return whether fewer than six days have passed."""
    return state["day"] < 6


while_cases = {  # test, body, start, bound, and the test of while_loop
    "the pond, bound 24": (below_goal, pond_body, pond_start, 24, None),
    "the pond, bound 7": (below_goal, pond_body, pond_start, 7, None),
    "the pond, bound 6": (below_goal, pond_body, pond_start, 6, six_days),
    "a pair that is done at the start": (
        lambda s: s[0] < 1.0,
        lambda s: (s[0] + 1.0, s[1] * 3.0),
        (jnp.array(2.0), jnp.ones(2)),
        5,
        None,
    ),
    "a test that would be true again": (
        lambda x: x != 4,
        lambda x: x + 1,
        jnp.array(1),
        9,
        None,
    ),
}


def compiled_while(test, body, start, bound):
    """Return what bounded_while gives for a traced start."""
    return jax.jit(lambda state: bounded_while(test, body, state, bound))(start)


def same_leaf(got, expected):
    """Return whether two leaves agree in shape, dtype and values."""
    return got.dtype == expected.dtype and bool(jnp.array_equal(got, expected))


for name, (test, body, start, bound, cut) in while_cases.items():
    title = f"bounded_while on {name}"
    done = cut is None  # otherwise the bound is too small
    expected = jax.lax.while_loop(cut or test, body, start)
    try:
        pair = compiled_while(test, body, start, bound)
    except Exception as error:
        raise AssertionError(
            f"{title}: expected a pair of a state and a truth value, got "
            f"{type(error).__name__}: {str(error)[:120]} … Revisit the state: "
            "any pytree, whose leaves keep shape and dtype; no `if` on it."
        ) from error
    assert isinstance(pair, tuple) and len(pair) == 2, (
        f"{title}: expected a pair, got {pair}. Revisit what is returned: the "
        "last state, and whether the loop is done."
    )
    got, got_done = pair
    same_form = jax.tree.structure(got) == jax.tree.structure(start)
    assert same_form and all(
        map(same_leaf, jax.tree.leaves(got), jax.tree.leaves(expected))
    ), (
        f"{title}: expected the state {expected}, got {got}. Revisit the mask: "
        "where the test fails on what comes in, it leaves every leaf as it is."
    )
    assert getattr(got_done, "shape", None) == () and bool(got_done) is done, (
        f"{title}: expected done = {done}, got {got_done}. Revisit the test: "
        "the loop is done if it fails on the last state."
    )


def pond_area(start):
    """Return the area at the end, from a start that is traced."""
    state = {"area": start, "day": jnp.array(0)}
    return bounded_while(below_goal, pond_body, state, 24)[0]["area"]


try:
    pond_slopes = [jax.grad(pond_area)(1.0), jax.grad(pond_area)(150.0)]
except Exception as error:
    raise AssertionError(
        f"jax.grad through bounded_while: expected the slopes 128 and 1, got "
        f"{type(error).__name__}: {str(error)[:120]} … Revisit which loops "
        "have reverse mode."
    ) from error
assert close(pond_slopes, [128.0, 1.0]), (
    f"jax.grad through bounded_while: expected the slopes 128 and 1, got "
    f"{pond_slopes}. Revisit the mask: the rounds after the end pass the "
    "cotangent on."
)
assert close(root_slope, 1 / 6), (
    f"root_slope: expected 0.1667, which is 1 / (2 * 3), got {root_slope}. "
    "Revisit its line: the gradient of `root` at 9.0."
)

# %% challenge: crossing
def crossing(body, start, goal, bound):
    """Return when the area reaches the goal, in rounds and parts of one."""

    raise NotImplementedError("TODO: both areas, and the rounds")


pond_time, pond_slope = ..., ...  # TODO: moment and slope
print(f"Reached after {pond_time} days, slope {pond_slope}")

# %% check: crossing
assert pond_time is not ..., "crossing: `pond_time` is still `...`"
assert pond_slope is not ..., "crossing: `pond_slope` is still `...`"
bodies = {
    "doubling": lambda area, rate: rate * area,
    "roots": lambda area, rate: area + rate * abs(area) ** 0.5,
}


def crossing_by_hand(body, start, rate, goal):
    """Return the time by a loop over floats."""
    before, area, rounds = start, start, 0
    while area < goal:
        before, area, rounds = area, body(area, rate), rounds + 1
    return rounds - 1 + (goal - before) / (area - before)


def timed_by(body):
    """Return a compiled function of start, rate and goal: time and slopes."""

    def time(start, rate, goal):
        return crossing(lambda area: body(area, rate), start, goal, 40)

    return jax.jit(jax.value_and_grad(time, argnums=(0, 1, 2)))


for name, body in bodies.items():
    try:
        timed = timed_by(body)
        timed(1.0, 2.0, 100.0)
    except Exception as error:
        raise AssertionError(
            f"crossing with {name}: expected a time that jax.grad accepts, got "
            f"{type(error).__name__}: {str(error)[:120]} … Revisit the loop: "
            "`bound` rounds of a scan, masked."
        ) from error
    for numbers in [(1.0, 2.0, 100.0), (3.0, 1.5, 80.0), (90.0, 2.0, 100.0)]:
        title = f"crossing with {name}, start {numbers[0]}, goal {numbers[2]}"
        time, got = timed(*numbers)
        expected = crossing_by_hand(body, *numbers)
        assert close(time, expected), (
            f"{title}: expected {expected:.4f} rounds, got {time}. Revisit the "
            "last round: whole rounds before it, and the part of it that the "
            "goal asks for, from the two areas around the goal."
        )
        expected = []
        for place in range(3):
            up, down = list(numbers), list(numbers)
            up[place], down[place] = up[place] + 1e-6, down[place] - 1e-6
            rise = crossing_by_hand(body, *up) - crossing_by_hand(body, *down)
            expected.append(rise / 2e-6)
        assert close(got, expected), (
            f"{title}: expected the slopes {expected}, got {got}. Revisit what "
            "the result is computed from: areas have slopes, a count has none."
        )
exact = jax.jit(
    lambda start: crossing(
        lambda area: area + jnp.where(area < 48, 2.0, 4.0), start, 60.0, 27
    )
)(0.0)
assert close(exact, 27.0), (
    f"crossing in steps of 2 up to 48 and of 4 from there, start 0, goal 60, "
    f"bound 27: expected 27.0, got {exact}. Revisit the bound: there are "
    "`bound` rounds, and each follows where the area lies below the goal."
)
assert close([pond_time, pond_slope], [6.5625, -1.5625]), (
    f"pond_time, pond_slope: expected 6.5625 and -1.5625, got {pond_time} and "
    f"{pond_slope}. Revisit the line: value and gradient by the start, at 1.0."
)

# %% pass
print("PASS: control-04")
