"""Record one function by hand and by JAX, then count and predict its traces."""

# Starter: replace each `...` and each `raise NotImplementedError`, then run the
# file. It stops at the first check that is not met and says what is missing.

# %% build: values
import jax
import jax.numpy as jnp


def taylor(x, n):
    """Approximate exp(x) by its Taylor polynomial of degree n."""
    total = 1.0
    for k in range(n, 0, -1):
        total = total * x / k + 1.0
    return total


x = jnp.array([0.0, 1.0, 2.0])  # (3,)
print("Degree 2:", *taylor(x, 2).tolist())

# %% build: exponential
# The first term left out is 2**13 / 13!, which is below 2e-6.
near_exp = bool(jnp.allclose(taylor(x, 12), jnp.exp(x), rtol=1e-5))
print("Degree 12 = exp within 1e-5:", near_exp)
assert near_exp, "the polynomial of degree 12 misses the exponential"

# %% build: stand-in
class StandIn:
    """Has no value; notes each operation that it takes part in."""

    def __init__(self, record):
        self.record = record

    def note(self, name):
        self.record.append(name)
        return StandIn(self.record)

    def __mul__(self, other):
        return self.note("mul")

    def __truediv__(self, other):
        return self.note("div")

    def __add__(self, other):
        return self.note("add")

    __rmul__ = __mul__

# %% build: own-record
def own_record(function):
    """List the operations that `function` does to a stand-in."""
    record = []
    function(StandIn(record))
    return record


def taylor_2(x):
    return taylor(x, 2)


print("Own record:", *own_record(taylor_2))

# %% build: jaxpr
jaxpr = jax.make_jaxpr(taylor_2)(x)
print(jaxpr)

# %% build: equation
last = jaxpr.eqns[-1]
print("Primitive:", last.primitive.name)
print("Takes:", *[variable.aval for variable in last.invars])
print("Gives:", *[variable.aval for variable in last.outvars])

# %% build: compare
def primitives(function, *args):
    """List the primitives that JAX records for `function`."""
    return [eqn.primitive.name for eqn in jax.make_jaxpr(function)(*args).eqns]


same_record = primitives(taylor_2, x) == own_record(taylor_2)
print("Own record = record of JAX:", same_record)
assert same_record, "the two records of degree 2 differ"

# %% build: lengths
lengths = []
for n in range(1, 6):
    by_hand = own_record(lambda x, n=n: taylor(x, n))
    by_jax = primitives(lambda x, n=n: taylor(x, n), x)
    lengths.append(len(by_jax))
    assert by_hand == by_jax, f"the two records of degree {n} differ"
print("Equations of degree 1 to 5:", *lengths)
assert lengths == [3 * n for n in range(1, 6)], "a degree adds three equations"

# %% build: traces
traces = []


def noted_taylor(x, n):
    traces.append(n)
    return taylor(x, n)


compiled_taylor = jax.jit(noted_taylor, static_argnames="n")
keys = set()
for call, n in [(x, 2), (x + 1.0, 2), (x, 3), (x[:2], 2), (x, 2)]:
    compiled_taylor(call, n)
    keys = keys | {(call.shape, call.dtype, n)}
    print(f"{call.tolist()}, degree {n}, traces so far: {len(traces)}")
    assert len(traces) == len(keys), "traces and keys differ in number"

# %% experiment: no-values
huge = jax.ShapeDtypeStruct((1_000_000, 1_000_000), jnp.float32)
terabytes = huge.shape[0] * huge.shape[1] * 4 / 1e12
small_record = primitives(taylor_2, x)
huge_record = primitives(taylor_2, huge)
print(f"Terabytes if it existed: {terabytes:.0f}")
print("Equations, 3 entries:", len(small_record))
print("Equations, 1,000,000,000,000 entries:", len(huge_record))
result = jax.eval_shape(taylor_2, huge)
print("Result:", result.shape, result.dtype)
assert huge_record == small_record, "the record depends on the size"

# %% experiment: branch
def by_axes(x):
    if x.ndim == 1:
        return 2 * x
    return x / 2


def by_value(x):
    if x.sum() > 0:
        return 2 * x
    return x / 2


print("One axis:", *primitives(by_axes, x))
print("Two axes:", *primitives(by_axes, jnp.ones((2, 3))))
print("Plain call of by_value:", by_value(x).tolist())
try:
    primitives(by_value, x)
except jax.errors.TracerBoolConversionError as error:
    print("Tracing by_value:", type(error).__name__)
else:
    raise AssertionError("a condition on a value could be traced")
assert primitives(by_axes, x) == ["mul"], "the record holds the other side"

# %% experiment: constants
import numpy as np


def numpy_factor(x):
    return np.sin(1.0) * x


def jax_factor(x):
    return jnp.sin(1.0) * x


for function in [numpy_factor, jax_factor]:
    print(f"{function.__name__}, own record:", *own_record(function))
    print(f"{function.__name__}, JAX:", *primitives(function, x))
assert "sin" not in primitives(numpy_factor, x), "NumPy's sine was recorded"
assert "sin" in primitives(jax_factor, x), "JAX's sine was not recorded"

# %% experiment: fresh-functions
def count_traces(make_compiled):
    """Call a compiled function in three passes, and count the traces."""
    traces.clear()
    for value in [1.0, 2.0, 3.0]:
        make_compiled()(jnp.full(3, value))
    return len(traces)


def noted(x):
    traces.append("noted")
    return 2 * x


# A lambda of its own: with `noted` itself, the second way would find a record.
compiled_noted = jax.jit(lambda x: noted(x))
counts = [
    count_traces(lambda: compiled_noted),
    count_traces(lambda: jax.jit(noted)),
    count_traces(lambda: jax.jit(lambda x: noted(x))),
]
print("Compiled once, before the loop:", counts[0])
print("jax.jit in each pass, same function:", counts[1])
print("jax.jit in each pass, new lambda:", counts[2])
assert counts == [1, 1, 3], "another number of functions was traced"

# %% exercise: tally
def tally(function, *args):
    """Return a dictionary: primitive name to its number of equations."""
    raise NotImplementedError("TODO: count the equations by primitive")


def wave(x):
    return jnp.sin(x) * x + 1.0


batch = jnp.ones((8, 3))  # (8, 3)
plain_tally = ...  # TODO: of wave on x
batched_tally = ...  # TODO: batched, on batch
slope_tally = ...  # TODO: of its gradient at 2.0
print("Plain:", plain_tally)
print("Batched, the same:", batched_tally == plain_tally)
print("Gradient:", slope_tally)

# %% check: tally
assert plain_tally is not ..., "tally: `plain_tally` is still `...`"
assert batched_tally is not ..., "tally: `batched_tally` is still `...`"
assert slope_tally is not ..., "tally: `slope_tally` is still `...`"
tally_cases = {
    "taylor of degree 4": (
        lambda x: taylor(x, 4),
        (x,),
        {"mul": 4, "div": 4, "add": 4},
    ),
    "two arguments": (
        lambda a, b: a * b - b - a,
        (x, x),
        {"mul": 1, "sub": 2},
    ),
    "one name inside another": (
        lambda x: jnp.minimum(x, x.min()),
        (x,),
        {"reduce_min": 1, "min": 1},
    ),
    "a result that nobody uses": (
        lambda x: (jnp.cos(x), 2 * x)[1],
        (x,),
        {"cos": 1, "mul": 1},
    ),
    "nothing done": (lambda x: x, (x,), {}),
}
for name, (function, args, expected) in tally_cases.items():
    got = tally(function, *args)
    assert isinstance(got, dict), (
        f"tally of {name}: expected a dictionary, got {got!r}. Revisit the "
        "docstring: a number for each name."
    )
    assert got == expected, (
        f"tally of {name}: expected {expected}, got {got}. Revisit what is "
        "counted: each equation of the record, under its primitive's name."
    )
body_calls = []


def noted_wave(x):
    body_calls.append(type(x).__name__)
    return wave(x)


tally(noted_wave, x)
assert len(body_calls) == 1 and "Tracer" in body_calls[0], (
    "tally of a function that notes what it gets: expected one run with a "
    f"tracer, got {body_calls}. Revisit `jax.make_jaxpr`: it takes the "
    "function, not its result."
)
assert plain_tally == {"sin": 1, "mul": 1, "add": 1}, (
    f"plain_tally: expected one sin, mul and add, got {plain_tally}. Revisit "
    "its line: wave on x."
)
batched = jax.make_jaxpr(jax.vmap(wave))(batch)
wide = [eqn.outvars[0].aval.shape for eqn in batched.eqns]
assert batched_tally == plain_tally and wide == [(8, 3)] * 3, (
    f"batched_tally: expected {plain_tally} as for one row, got "
    f"{batched_tally}. Revisit `jax.vmap`: it lengthens shapes, not records."
)
of_slope = tally(jax.grad(wave), 2.0)
slopes_agree = isinstance(slope_tally, dict) and slope_tally == of_slope
assert slopes_agree and "cos" in slope_tally, (
    f"slope_tally: expected the gradient's record with a cos, got "
    f"{slope_tally}. Revisit `jax.grad(wave)`: record the function it returns."
)

# %% practice: predict-traces
def predict_traces(calls):
    """Return how many traces these calls cause, without tracing anything."""
    raise NotImplementedError("TODO: count the different keys")


def power(x, n):
    return x**n


planned = [
    (taylor, jnp.ones(3), 2),
    (taylor, jnp.zeros(3), 2),
    (taylor, jnp.ones(4), 2),
    (taylor, jnp.ones(4, jnp.int32), 2),
    (taylor, jnp.ones(3), 5),
    (power, jnp.ones(3), 2),
    (taylor, jnp.ones(3), 2),
]
predicted = ...  # TODO: for planned
print("Traces predicted:", predicted)

# %% check: predict-traces
assert predicted is not ..., "predict-traces: `predicted` is still `...`"
def make_scale():
    def scale(x, n):
        return x * n

    return scale


scale, same_text = make_scale(), make_scale()
ones, zeros = jnp.ones(6), jnp.zeros(6)
trace_cases = {
    "new values": [(scale, ones, 2), (scale, zeros, 2)],
    "6 entries in 4 shapes": [
        (scale, ones.reshape(shape), 2)
        for shape in [(6,), (6, 1), (2, 3), (3, 2)]
    ],
    "whole numbers": [(scale, ones, 2), (scale, jnp.ones(6, jnp.int32), 2)],
    "there and back": [
        (scale, ones, 2),
        (scale, jnp.ones(5), 2),
        (scale, ones, 2),
    ],
    "degrees 2, 3, 2, 3": [(scale, ones, n) for n in (2, 3, 2, 3)],
    "two functions with one text": [(scale, ones, 2), (same_text, ones, 2)],
    "the planned calls": planned,
    "no call at all": [],
}


def measure_traces(calls):
    """Count the traces of compiled functions that note each of them."""
    noted_calls, compiled = [], {}

    def compile_noted(function):
        def noted_function(x, n):
            noted_calls.append(n)
            return function(x, n)

        return jax.jit(noted_function, static_argnames="n")

    for function, x, n in calls:
        if function not in compiled:
            compiled[function] = compile_noted(function)
        compiled[function](x, n)
    return len(noted_calls)


def make_probe(looked_at):
    def probe(x, n):
        looked_at.append(n)
        return x

    return probe


for name, calls in trace_cases.items():
    looked_at = []
    probes = {function: make_probe(looked_at) for function, _, _ in calls}
    got = predict_traces([(probes[function], x, n) for function, x, n in calls])
    expected = measure_traces(calls)
    assert not looked_at, (
        f"predict_traces on {name}: expected no run of a body, got "
        f"{len(looked_at)}. Revisit the docstring: read the key off the call."
    )
    assert got == expected, (
        f"predict_traces on {name}: expected {expected} as measured, got "
        f"{got}. Revisit the key: the function itself, shape, dtype and the "
        "static value; values do not count, and programs are kept."
    )
assert predicted == predict_traces(planned), (
    f"predicted: expected the number for planned, got {predicted}. Revisit "
    "its line: your function counts the keys of planned."
)

# %% challenge: replay
from jax.extend.core import Literal

JAX_OPERATIONS = {
    "mul": jnp.multiply,
    "div": jnp.divide,
    "add": jnp.add,
    "sub": jnp.subtract,
    "sin": jnp.sin,
}


def in_words(sign):
    """Return an operation that writes text instead of computing."""

    def write(*inputs):
        parts = [v if isinstance(v, str) else f"{float(v):g}" for v in inputs]
        return f"({f' {sign} '.join(parts)})"

    return write


WORDS = {"mul": in_words("*"), "div": in_words("/"), "add": in_words("+")}


def replay(jaxpr, operations, *args):
    """Run a record by a table of operations; return a list of results."""
    raise NotImplementedError("TODO: equation by equation")


replayed = ...  # TODO: jaxpr on x
formula = ...  # TODO: jaxpr in words, on "x"
print("Replayed:", replayed)
print("In words:", formula)

# %% check: replay
assert replayed is not ..., "replay: `replayed` is still `...`"
assert formula is not ..., "replay: `formula` is still `...`"
replay_cases = {
    "taylor of degree 2": (taylor_2, (x,)),
    "taylor of degree 6": (lambda x: taylor(x, 6), (x,)),
    "two arguments": (lambda a, b: a * b - a, (x, x + 1.0)),
    "two results": (lambda x: (x + 1.0, x * x), (x,)),
    "a result that nobody uses": (lambda x: (2 * x, x / 4)[0], (x,)),
    "an argument handed back": (lambda a, b: (b, a + b), (x, x * 3.0)),
    "a number as result": (lambda x: (x * x, 7.0), (x,)),
    "the batched wave": (jax.vmap(wave), (batch,)),
}
for name, (function, args) in replay_cases.items():
    record = jax.make_jaxpr(function)(*args)
    result = function(*args)
    expected = list(result) if isinstance(result, tuple) else [result]
    try:
        got = replay(record, JAX_OPERATIONS, *args)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise AssertionError(
            f"replay of {name}: expected {len(expected)} results, got "
            f"{error!r}. Revisit what stands in an equation: variables, whose "
            "values you keep, and literals, which bring their own."
        ) from error
    assert isinstance(got, list) and len(got) == len(expected), (
        f"replay of {name}: expected a list of {len(expected)} results, got "
        f"{got}. Revisit `outvars`: the record says what is returned."
    )
    for position, (a, b) in enumerate(zip(got, expected, strict=True)):
        assert jnp.shape(a) == jnp.shape(b) and jnp.allclose(a, b), (
            f"replay of {name}, result {position}: expected {b}, got {a}. "
            "Revisit the order: inputs as they stand in the equation, results "
            "as they stand in the record."
        )
swapped = {**JAX_OPERATIONS, "add": jnp.subtract}
got = replay(jax.make_jaxpr(lambda x: x + 3.0)(x), swapped, x)
assert jnp.allclose(got[0], x - 3.0), (
    f"replay with a table in which add subtracts: expected {x - 3.0}, got "
    f"{got[0]}. Revisit the table: it decides what a name does."
)
assert len(replayed) == 1 and jnp.allclose(replayed[0], taylor(x, 2)), (
    f"replayed: expected {taylor(x, 2)} from the record of degree 2, got "
    f"{replayed}. Revisit its line: `jaxpr`, the table of JAX, then `x`."
)
expected = "((((((1 * x) / 2) + 1) * x) / 1) + 1)"
assert formula == expected, (
    f"formula: expected {expected!r}, got {formula!r}. Revisit its line: the "
    "table WORDS, the argument 'x', the first result."
)

# %% pass
print("PASS: transforms-05")
