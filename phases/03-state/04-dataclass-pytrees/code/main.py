"""Give a savings plan fields that JAX takes apart, and settings it keeps."""

# %% build: dictionary
import jax
import jax.numpy as jnp

START = 100.0
loose = {"rates": jnp.array([0.1, 0.04, 0.02]), "years": 4}
halved_loose = jax.tree.map(lambda leaf: leaf / 2, loose)
grown = START * (1 + halved_loose["rates"]) ** halved_loose["years"]
meant = START * (1 + loose["rates"] / 2) ** loose["years"]
print(f"Worth of the first account: {grown[0]:.2f}")
print(f"Meant: {meant[0]:.2f}")

# %% build: dataclass
import dataclasses


@dataclasses.dataclass(frozen=True)
class PlainPlan:
    rates: jax.Array
    years: int


plain = PlainPlan(loose["rates"], years=4)
print("Leaves:", [type(leaf).__name__ for leaf in jax.tree.leaves(plain)])
try:
    jax.jit(lambda plan: plan.rates)(plain)
except TypeError as error:
    print(type(error).__name__, "about PlainPlan:", "PlainPlan" in str(error))
else:
    raise AssertionError("an unknown class was accepted")


# %% build: register
@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class Plan:
    rates: jax.Array
    years: int = jax.tree.static()
    kind: str = jax.tree.static(default="compound")


plan = Plan(jnp.array([0.1, 0.04, 0.02]), years=4)
print(jax.tree.structure(plan))
assert len(jax.tree.leaves(plan)) == 1, "a setting became a leaf"

# %% build: halve
halved = jax.tree.map(lambda leaf: leaf / 2, plan)
print("Years and kind after halving:", halved.years, halved.kind)


# %% build: worth
def worth(plan, start):
    """Let `start` grow year by year, on itself or on the start alone."""
    value = start
    for _ in range(plan.years):
        base = value if plan.kind == "compound" else start
        value = value + base * plan.rates
    return value  # (3,)


simple = dataclasses.replace(plan, kind="simple")
by_power = START * (1 + halved.rates) ** halved.years
by_line = START * (1 + simple.rates * simple.years)
print(f"First account, halved rate: {worth(halved, START)[0]:.2f}")
print(f"First account, simple: {worth(simple, START)[0]:.2f}")
# Some ten float32 roundings of 6e-8 each: 1e-5 leaves room for them.
assert jnp.allclose(worth(halved, START), by_power, rtol=1e-5)
assert jnp.allclose(worth(simple, START), by_line, rtol=1e-5)

# %% build: traces
traces = []


@jax.jit
def noted_worth(plan, start):
    traces.append((plan.years, plan.kind))
    return worth(plan, start)


for name, other in [
    ("the plan", plan),
    ("other rates", halved),
    ("another kind", simple),
    ("the plan again", plan),
]:
    noted_worth(other, START)
    print(f"{name}, traces so far: {len(traces)}")
assert traces == [(4, "compound"), (4, "simple")], "another count of programs"


# %% build: gradient
def total(plan):
    return worth(plan, START).sum()


grads = jax.grad(total)(plan)
by_hand = plan.years * START * (1 + plan.rates) ** (plan.years - 1)
print("Class and first slope:", type(grads).__name__, f"{grads.rates[0]:.1f}")
slopes_agree = bool(jnp.allclose(grads.rates, by_hand, rtol=1e-5))
print("Gradient = formula:", slopes_agree)
assert slopes_agree, "the gradient and the formula differ"

# %% figure: traces-by-field
import matplotlib.pyplot as plt


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class FixedPlan:
    rates: tuple = jax.tree.static()
    years: int = jax.tree.static()


def count(make_plan):
    seen, counts = [], []
    compiled = jax.jit(lambda plan: seen.append(plan.years))
    for call, years in enumerate([2, 2, 3, 3, 2, 3, 4, 4]):
        compiled(make_plan((0.01 * call, 0.02), years))
        counts.append(len(seen))
    return counts


calls = range(1, 9)
by_data = count(lambda rates, years: Plan(jnp.array(rates), years))
plt.plot(calls, by_data, "o", label="rates are data")
plt.plot(calls, count(FixedPlan), label="rates are static")
plt.xlabel("calls, with 2 2 3 3 2 3 4 4 years")
plt.ylabel("traces so far")
plt.legend()
plt.show()


# %% experiment: all-data
@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class AllData:
    rates: jax.Array
    years: int
    kind = "compound"  # Without a type it is no field.


open_plan = AllData(plan.rates, years=4)
print("Leaves:", len(jax.tree.leaves(open_plan)))
plain_worth = worth(open_plan, START)
same_worth = bool(jnp.array_equal(plain_worth, worth(plan, START)))
print("Plain call, same worth:", same_worth)
try:
    jax.jit(worth)(open_plan, START)
except jax.errors.TracerIntegerConversionError as error:
    print("Compiled call:", type(error).__name__)
else:
    raise AssertionError("a loop ran over a tracer")


# %% experiment: static-array
@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class StaticRates:
    start: jax.Array
    rates: jax.Array = jax.tree.static()


@jax.jit
def first_year(plan):
    return plan.start * (1 + plan.rates)


start = jnp.full(3, START)  # (3,)
outcomes = []
for rates in [plan.rates, plan.rates, plan.rates + 0.0]:
    try:
        first_year(StaticRates(start, rates))
        outcomes.append("result")
    except ValueError as error:
        outcomes.append(type(error).__name__)
print("The array, the same object, an equal copy:", *outcomes)
assert outcomes == ["result", "result", "ValueError"], "arrays were compared"


# %% experiment: checked-fields
@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class CheckedPlan:
    rates: jax.Array
    years: int = jax.tree.static(default=4)

    def __post_init__(self):
        if self.rates.shape != (3,):
            raise ValueError("three rates expected")


checked = CheckedPlan(plan.rates)
attempts = {
    "gradient": lambda: jax.grad(lambda plan: plan.rates.sum())(checked),
    "shapes": lambda: jax.tree.map(jnp.shape, checked),
    "batch": lambda: jax.vmap(lambda plan: 2 * plan.rates)(checked),
}
outcomes = {}
for name, attempt in attempts.items():
    try:
        attempt()
        outcomes[name] = "works"
    except (AttributeError, ValueError) as error:
        outcomes[name] = type(error).__name__
    print(f"{name}: {outcomes[name]}")
assert outcomes["batch"] == "ValueError", "the check was never asked"

# %% exercise: smoother
# SOLUTION: a registered class with four fields


@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class Smoother:
    weights: jax.Array
    gain: jax.Array
    repeats: int = jax.tree.static(default=1)
    ends: str = jax.tree.static(default="keep")


# END SOLUTION


def smooth(smoother, signal):
    """Mix each entry with its neighbours, `repeats` times."""
    for _ in range(smoother.repeats):
        left = jnp.concatenate([signal[:1], signal[:-1]])
        right = jnp.concatenate([signal[1:], signal[-1:]])
        parts = jnp.array([left, signal, right])  # (3, n)
        mixed = smoother.weights @ parts
        if smoother.ends == "keep":
            mixed = mixed.at[0].set(signal[0]).at[-1].set(signal[-1])
        signal = mixed
    return smoother.gain * signal


signal = jnp.array([0.0, 0.0, 8.0, 0.0, 0.0])
mix = jnp.array([0.25, 0.5, 0.25])
smoother = Smoother(mix, jnp.array(1.0), 2)  # SOLUTION: mix, 1.0, twice
print("Leaves of smoother:", len(jax.tree.leaves(smoother)))

# %% check: smoother
assert isinstance(Smoother, type) and dataclasses.is_dataclass(Smoother), (
    f"Smoother: expected a dataclass, got {Smoother!r}. Revisit the prompt: a "
    "class below two lines, the registration and `dataclass`."
)
field_names = [field.name for field in dataclasses.fields(Smoother)]
assert field_names == ["weights", "gain", "repeats", "ends"], (
    f"Smoother: expected the fields weights, gain, repeats and ends, got "
    f"{field_names}. Revisit the prompt: four names in this order."
)
try:
    probe = Smoother(jnp.ones(3), jnp.array(2.0))
except TypeError as error:
    raise AssertionError(
        f"Smoother(weights, gain): expected an object, got {error!r}. Revisit "
        "the defaults: once for repeats, keep for ends."
    ) from error
assert (probe.repeats, probe.ends) == (1, "keep"), (
    f"Smoother(weights, gain): expected repeats 1 and ends 'keep', got "
    f"{probe.repeats!r} and {probe.ends!r}. Revisit the defaults."
)
probe_leaves = jax.tree.leaves(probe)
assert not any(leaf is probe for leaf in probe_leaves), (
    "Smoother: expected its fields as leaves, got the object itself as one. "
    "Revisit the registration: without it JAX does not look inside."
)
paths = [
    jax.tree_util.keystr(path) for path, _ in jax.tree.leaves_with_path(probe)
]
assert paths == [".weights", ".gain"], (
    f"Smoother: expected the leaves .weights and .gain, got {paths}. Revisit "
    "the fields: what is moved or differentiated is data, the rest static."
)
try:
    probe.gain = jnp.array(3.0)
except dataclasses.FrozenInstanceError:
    pass
else:
    raise AssertionError(
        "Smoother: expected an error when gain is assigned, got none. Revisit "
        "`frozen=True`: what JAX takes apart is replaced, not changed."
    )
assert isinstance(smoother, Smoother) and isinstance(
    smoother.weights, jax.Array
), (
    f"smoother: expected a Smoother with arrays, got {smoother!r}. Revisit the "
    "last line: mix, gain 1.0, two repeats."
)
for changed in [{"repeats": 3}, {"ends": "move"}]:
    other = dataclasses.replace(smoother, **changed)
    got, expected = jax.jit(smooth)(other, signal), smooth(other, signal)
    assert jnp.allclose(got, expected), (
        f"compiled smooth with {changed}: expected {expected}, got {got}. "
        "Revisit static fields: each value has a program of its own."
    )
slopes = jax.grad(lambda smoother: smooth(smoother, signal).sum())(smoother)
assert jnp.shape(slopes.weights) == (3,) and jnp.allclose(slopes.gain, 7.0), (
    f"gradient of the sum: expected three slopes for the weights and 7.0 for "
    f"gain, got {slopes}. Revisit the last line: mix, gain 1.0, two repeats."
)
set_to = (smoother.repeats, smoother.ends, float(smoother.gain))
assert set_to == (2, "keep", 1.0) and jnp.array_equal(smoother.weights, mix), (
    f"smoother: expected the weights mix, the gain 1.0, two repeats and ends "
    f"'keep', got {smoother}. Revisit the last line."
)
assert isinstance(smoother.repeats, int), (
    f"smoother.repeats: expected a Python number, got {smoother.repeats!r}. "
    "Revisit static fields: no array belongs there."
)


# %% practice: predict-traces
def predict_traces(trees):
    """Return how often one compiled function of these trees is traced."""
    # SOLUTION: count the different keys
    keys = set()
    for tree in trees:
        leaves, structure = jax.tree.flatten(tree)
        types = tuple((leaf.shape, leaf.dtype) for leaf in leaves)
        keys.add((structure, types))
    return len(keys)
    # END SOLUTION


planned = [
    plan,
    dataclasses.replace(plan, years=5),
    halved,
    dataclasses.replace(plan, rates=jnp.array([0.1, 0.04])),
    dataclasses.replace(plan, kind="simple"),
    {"rates": plan.rates, "years": jnp.array(4)},
    dataclasses.replace(halved, years=5),
    {"years": jnp.array(9), "rates": halved.rates},
]
predicted = predict_traces(planned)  # SOLUTION: for planned
print("Traces predicted:", predicted)


# %% check: predict-traces
ones, pair = jnp.ones(3), (jnp.ones(3), jnp.zeros(2))
trace_cases = {
    "new rates": [Plan(ones, 1), Plan(2 * ones, 1), Plan(0 * ones, 1)],
    "years 1, 2, 1, 2": [Plan(ones, years) for years in (1, 2, 1, 2)],
    "two kinds": [Plan(ones, 1, "simple"), Plan(ones, 1, "compound")],
    "whole numbers": [pair, (ones, jnp.zeros(2, jnp.int32))],
    "6 entries in 2 shapes": [
        Plan(jnp.ones((2, 3)), 1),
        Plan(jnp.ones((3, 2)), 1),
    ],
    "a tuple and a list": [pair, list(pair), pair],
    "two shapes swapped": [pair, pair[::-1]],
    "None in two places": [(ones, None), (None, ones), (ones,)],
    "keys in two orders": [{"a": ones, "b": ones}, {"b": ones, "a": ones}],
    "the planned calls": planned,
    "no call at all": [],
}


def measure_traces(trees):
    """Count the traces of one compiled function that notes each of them."""
    noted_trees = []
    compiled = jax.jit(lambda tree: noted_trees.append(1))
    for tree in trees:
        compiled(tree)
    return len(noted_trees)


for name, trees in trace_cases.items():
    expected = measure_traces(trees)
    try:
        got = predict_traces(trees)
    except Exception as error:
        raise AssertionError(
            f"predict_traces on {name}: expected {expected}, got {error!r}. "
            "Revisit the key: arrays cannot stand in it, their shapes and "
            "dtypes can, in a tuple."
        ) from error
    assert got == expected, (
        f"predict_traces on {name}: expected {expected} as measured, got "
        f"{got}. Revisit the key: the structure with its static values, and "
        "shape and dtype of each leaf."
    )
asked = {"jit", "eval_shape", "make_jaxpr"} & {
    *predict_traces.__code__.co_names
}
assert not asked, (
    f"predict_traces: expected a count from keys, got a call of {asked}. "
    "Revisit the prompt: nothing is traced."
)
assert predicted == predict_traces(planned), (
    f"predicted: expected the number for planned, got {predicted}. Revisit "
    "its line: your function counts the keys of planned."
)


# %% challenge: own-register
def field_names(cls, static):
    """List the static fields of a dataclass, or its data fields."""
    return [
        field.name
        for field in dataclasses.fields(cls)
        if field.metadata.get("static", False) == static
    ]


def own_register(cls):
    """Register a dataclass by hand, and return it."""

    # SOLUTION: take apart, put together, register
    data, static = field_names(cls, False), field_names(cls, True)

    def take_apart(instance):
        children = [getattr(instance, name) for name in data]
        return children, tuple(getattr(instance, name) for name in static)

    def put_together(static_values, children):
        by_name = dict(zip(data, children, strict=True))
        by_name.update(zip(static, static_values, strict=True))
        return cls(**by_name)

    jax.tree_util.register_pytree_node(cls, take_apart, put_together)
    return cls
    # END SOLUTION


@dataclasses.dataclass(frozen=True)
class Fund:
    name: str = jax.tree.static()
    rates: jax.Array
    years: int = jax.tree.static()
    fee: jax.Array


Known = own_register(Fund)  # SOLUTION: register Fund
fund = Fund("sea", plan.rates, 4, jnp.array(0.01))
print("Structure:", jax.tree.structure(fund))
print("Leaves of the tuple:", len(jax.tree.leaves((fund, plan))))

# %% check: own-register
assert Known is Fund, (
    f"Known: expected the class Fund itself, got {Known!r}. Revisit the "
    "docstring: the class is returned, so that @own_register can stand above."
)
fund_leaves, fund_structure = jax.tree.flatten(fund)
assert len(fund_leaves) == 2 and fund_leaves[0] is fund.rates, (
    f"leaves of a Fund: expected rates and fee, got {fund_leaves}. Revisit "
    "what is taken apart: data fields alone, uncopied, in the order of the "
    "class."
)
try:
    again = jax.tree.unflatten(fund_structure, fund_leaves)
except Exception as error:
    raise AssertionError(
        f"putting a Fund together: expected a Fund, got {error!r}. Revisit "
        "the two arguments: static values first, then the children."
    ) from error
assert isinstance(again, Fund), (
    f"putting a Fund together: expected a Fund, got {again!r}. Revisit what "
    "the second function returns: an object of the class."
)
for field in dataclasses.fields(Fund):
    got, expected = getattr(again, field.name), getattr(fund, field.name)
    assert got is expected, (
        f"field {field.name} of a Fund put together: expected {expected!r}, "
        f"got {got!r}. Revisit the way back: by name, static values first."
    )
for changed in [{"name": "hill"}, {"years": 5}]:
    other = dataclasses.replace(fund, **changed)
    assert jax.tree.structure(other) != fund_structure, (
        f"structures of a Fund and one with {changed}: expected a difference, "
        "got none. Revisit static values: all of them belong to the structure."
    )
other = dataclasses.replace(fund, rates=2 * fund.rates)
try:
    same_structure = jax.tree.structure(other) == fund_structure
except ValueError:
    same_structure = False
assert same_structure, (
    "structures of two Funds with other rates: expected them equal, got a "
    "difference. Revisit static values: a tuple, without data fields."
)


@own_register
@dataclasses.dataclass(frozen=True)
class Pair:
    left: Fund
    right: jax.Array


try:
    doubled = jax.tree.map(lambda leaf: 2 * leaf, Pair(fund, plan.rates))
except Exception as error:
    raise AssertionError(
        f"map over a Pair that holds a Fund: expected a Pair, got {error!r}. "
        "Revisit the class: it is the one that was handed over."
    ) from error
assert isinstance(doubled, Pair) and isinstance(doubled.left, Fund), (
    f"map over a Pair that holds a Fund: expected a Pair with a Fund, got "
    f"{doubled!r}. Revisit the class: it is the one that was handed over."
)
assert doubled.left.years == 4 and jnp.allclose(doubled.left.fee, 0.02), (
    f"map over a Pair that holds a Fund: expected 4 years and a fee of 0.02, "
    f"got {doubled.left}. Revisit children: a data field may be a container."
)
fund_traces = []
compiled = jax.jit(lambda fund: fund_traces.append(fund.years))
for each in [fund, other, dataclasses.replace(fund, years=5), fund]:
    compiled(each)
assert fund_traces == [4, 5], (
    f"years at the traces for a Fund, other rates, other years, the Fund: "
    f"expected [4, 5], got {fund_traces}. Revisit static values: they are "
    "compared, data is not."
)
assert "register_dataclass" not in own_register.__code__.co_names, (
    "own_register: expected the registration by hand, got a call of "
    "`register_dataclass`. Revisit the prompt: two functions of your own."
)

# %% pass
print("PASS: state-04")
