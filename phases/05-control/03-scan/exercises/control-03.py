"""Scan recurrences: from the end, over a tree of inputs, and without any."""

# Starter: replace each `...` and each `raise NotImplementedError`, then run the
# file. It stops at the first check that is not met and says what is missing.

# %% build: loop
import jax
import jax.numpy as jnp

SHARE = 0.95  # What a payment counts if it comes a year later.

payments = jnp.full(20, 50.0).at[-1].add(1000.0)  # (20,)
by_loop, later = [], 0.0
for payment in reversed(payments.tolist()):
    later = payment + SHARE * later
    by_loop.insert(0, later)
print(f"Loop: first year {by_loop[0]:.2f}, last year {by_loop[-1]:.2f}")

# %% build: from-the-front
def worth_step(later, payment):
    """Return the worth in this year twice: as carry and as output."""
    worth = payment + SHARE * later
    return worth, worth


end, outputs = jax.lax.scan(worth_step, jnp.zeros(()), payments)
print(f"From the front: {outputs[0]:.2f} to {outputs[-1]:.2f}")

# %% build: from-the-end
first_worth, worths = jax.lax.scan(
    worth_step, jnp.zeros(()), payments, reverse=True
)
print(f"Reverse: first year {worths[0]:.2f}, last year {worths[-1]:.2f}")
print("Carry = output of the first year:", bool(first_worth == worths[0]))

left = 20 - jnp.arange(20)  # (20,)
formula = 50 * (1 - SHARE**left) / (1 - SHARE) + 1000 * SHARE ** (left - 1)
# Near 1000, float32 numbers lie 6e-5 apart; 1e-2 leaves room for twenty passes.
agrees = bool(jnp.allclose(worths, formula, rtol=0, atol=1e-2))
print("Scan = formula = loop:", agrees)
assert agrees, "the reverse scan misses the formula"
assert jnp.allclose(worths, jnp.array(by_loop), atol=1e-2), "scan is not loop"

# %% build: tree
years = {
    "payment": jnp.stack([payments, jnp.full(20, 100.0)], axis=1),  # (20, 2)
    "share": jnp.where(jnp.arange(20) < 10, SHARE, 0.9),  # (20,)
}


def year_step(later, year):
    """Take one year of two loans; show both worths and their sum."""
    worth = year["payment"] + year["share"] * later  # (2,)
    return worth, {"each": worth, "both": worth.sum()}


first_year, history = jax.lax.scan(year_step, jnp.zeros(2), years, reverse=True)
print("Carry:", first_year.shape, "outputs:", jax.tree.map(jnp.shape, history))
print(f"Both loans, first year: {history['both'][0]:.2f}")

# %% build: length
def pair_step(pair, _):
    """Show the newer of two entries, and move one place on."""
    older, newer = pair
    return (newer, older + newer), newer


pair, fibonacci = jax.lax.scan(pair_step, (0, 1), length=20)
print("First six:", fibonacci[:6], "last:", fibonacci[-1])
golden = (1 + 5**0.5) / 2
by_formula = round(golden**20 / 5**0.5)
print("Last = formula:", int(fibonacci[-1]) == by_formula)
assert fibonacci[-1] == by_formula, "two entries were not enough to go on"

# %% build: one-equation
def scanned(inputs):
    return jax.lax.scan(worth_step, 0.0, inputs, reverse=True)[1]


def written_out(inputs):
    later = 0.0
    for payment in reversed(inputs):
        later, _ = worth_step(later, payment)
    return later


def count_equations(function, *args):
    return len(jax.make_jaxpr(function)(*args).eqns)


print("Scan, 500 passes:", count_equations(scanned, jnp.zeros(500)))
for n in [5, 50]:
    print(f"Loop, {n} passes:", count_equations(written_out, [0.0] * n))
assert count_equations(scanned, jnp.zeros(500)) == 1, "scan wrote passes out"

# %% experiment: flip-by-hand
flipped_end, flipped = jax.lax.scan(worth_step, jnp.zeros(()), payments[::-1])
same_carry = bool(jnp.allclose(flipped_end, first_worth))
same_outputs = bool(jnp.allclose(flipped, worths))
print("Same carry:", same_carry)
print("Same outputs:", same_outputs)
print("Same outputs, flipped back:", bool(jnp.allclose(flipped[::-1], worths)))
assert same_carry and not same_outputs, "outputs stand where inputs stood"

# %% experiment: cast-back
deposit = jnp.int32(100)


def grow(balance, _):
    balance = 1.004 * balance
    return balance, balance


def grow_and_cast(balance, _):
    balance = (1.004 * balance).astype(jnp.int32)
    return balance, balance


try:
    jax.lax.scan(grow, deposit, length=500)
except TypeError as error:
    print("int32 start:", type(error).__name__)
    print(str(error).partition(",")[0])
else:
    raise AssertionError("scan accepted a carry that changes its dtype")
cast_end, _ = jax.lax.scan(grow_and_cast, deposit, length=500)
float_end, _ = jax.lax.scan(grow, deposit.astype(jnp.float32), length=500)
print("Cast in the step:", cast_end)
print(f"Cast at the start: {float_end:.2f}, formula: {100 * 1.004**500:.2f}")
assert cast_end == deposit, "the cast kept a fraction"

# %% experiment: unroll
short = len(jax.jit(scanned).lower(payments).as_text().splitlines())
for passes in [1, 4, 20]:

    def unrolled(inputs, passes=passes):
        return jax.lax.scan(
            worth_step, 0.0, inputs, reverse=True, unroll=passes
        )[1]

    program = jax.jit(unrolled).lower(payments).as_text()
    print(f"unroll={passes}, equations:", count_equations(unrolled, payments))
    print("  longer program:", len(program.splitlines()) > short)
    print("  a loop in it:", "stablehlo.while" in program)
    same = bool(jnp.allclose(unrolled(payments), worths))
    print("  same worths:", same)
    assert same, "unrolling changed the result"

# %% exercise: repay
def repay(debt, rates, payments):
    """Return the debt at the end, and a dict of `interest` and `debt`."""

    raise NotImplementedError("TODO: one scan over rates and payments")


plan = ...  # TODO: the plan of four months
print("Plan:", plan)

# %% check: repay
assert plan is not ..., "repay: `plan` is still `...`"
def near(got, expected):
    """Return whether a result is a number, or an array, near the expected."""
    try:
        got = jnp.asarray(got, jnp.float32)
    except Exception:
        return False
    expected = jnp.array(expected)
    return got.shape == expected.shape and bool(
        jnp.allclose(got, expected, atol=1e-3)
    )


def stays_short(title, record_for):
    """Assert that the jaxpr for 50 passes is about as long as for 5."""
    try:
        lines = [len(str(record_for(n)).splitlines()) for n in (5, 50)]
    except Exception as error:
        raise AssertionError(
            f"{title}: expected a function that jax.make_jaxpr records, got "
            f"{type(error).__name__}: {str(error)[:150]} … Revisit the step: "
            "it meets stand-ins, which NumPy and Python's numbers refuse."
        ) from error
    # A Python loop adds a line or more for each of the 45 further passes.
    assert lines[1] < lines[0] + 45, (
        f"{title}: expected a jaxpr that hardly grows from 5 passes to 50, "
        f"got {lines[0]} and {lines[1]} lines. Revisit `one-equation`: a "
        "Python loop is written out."
    )


repay_cases = {
    "a debt of 1000": (1000, [0.01, 0.02, 0.0], [100.0, 0.0, 500.0]),
    "an int32 debt of 7": (jnp.int32(7), [0.5, 0.25], [1.0, 0.5]),
    "a debt of 0.5": (0.5, [0.1], [0.25]),
}
for name, (debt, rates, paid) in repay_cases.items():
    rest, expected = float(debt), {"interest": [], "debt": []}
    for rate, payment in zip(rates, paid, strict=True):
        expected["interest"].append(round(rest * rate, 4))
        rest = rest + rest * rate - payment
        expected["debt"].append(round(rest, 4))
    try:
        got = repay(debt, jnp.array(rates), jnp.array(paid))
    except NotImplementedError:
        raise
    except Exception as error:
        raise AssertionError(
            f"repay, {name}: expected a result, got {type(error).__name__}: "
            f"{str(error)[:150]} … Revisit the carry: it has one type from "
            "the start on, and a debt may come as a whole number."
        ) from error
    assert (
        isinstance(got, tuple)
        and len(got) == 2
        and isinstance(got[1], dict)
        and set(got[1]) == {"interest", "debt"}
    ), (
        f"repay, {name}: expected the last debt and a dict of `interest` and "
        f"`debt`, got {got}. Revisit what a scan returns: the carry, and the "
        "tree of outputs."
    )
    assert near(got[0], rest), (
        f"repay, {name}: expected the last debt {rest:.4f}, got {got[0]}. "
        "Revisit the formula, what a pass takes from the inputs, and the dtype "
        "of the carry: interest has fractions."
    )
    for part, values in expected.items():
        found = got[1][part]
        assert near(found, values), (
            f"repay, {name}: expected {part} {values}, got {found}. Revisit "
            "the outputs: interest on the debt before the payment, debt after."
        )
stays_short(
    "repay",
    lambda n: jax.make_jaxpr(lambda rates, paid: repay(10.0, rates, paid))(
        jnp.zeros(n), jnp.zeros(n)
    ),
)
assert (
    isinstance(plan, tuple)
    and len(plan) == 2
    and isinstance(plan[1], dict)
    and near(plan[0], 25.5038)
    and near(plan[1].get("debt"), [760.0, 517.6, 272.776, 25.5038])
), (
    "plan: expected 25.50 coins left, and the dict of the four months, got "
    f"{plan}. Revisit its line: 1000, four rates of 0.01, four payments of 250."
)

# %% practice: until-next
def until_next(events):
    """Return for each place how many places on the next event is (n,)."""

    raise NotImplementedError("TODO: one scan from the end")


bus = jnp.zeros(12, bool).at[jnp.array([3, 4, 9])].set(True)  # (12,)
waits = ...  # TODO: the waits for the bus
print("Waits:", waits)

# %% check: until-next
assert waits is not ..., "until-next: `waits` is still `...`"
event_cases = ["0001100001", "100", "000", "1", "0", "0100010", "110"]
for text in event_cases:
    places = [place for place, mark in enumerate(text) if mark == "1"]
    expected = [
        min([place - t for place in places if place >= t], default=-1)
        for t in range(len(text))
    ]
    try:
        got = jax.jit(until_next)(jnp.array([mark == "1" for mark in text]))
    except NotImplementedError:
        raise
    except Exception as error:
        raise AssertionError(
            f"until_next on {text}: expected waits, got "
            f"{type(error).__name__}: {str(error)[:150]} … Revisit the step: "
            "no `if` on a traced value, and a carry that keeps its type."
        ) from error
    assert getattr(got, "shape", None) == (len(text),), (
        f"until_next on {text}: expected one wait for each place, got {got}. "
        "Revisit what a scan returns: the outputs are stacked, the carry is "
        "the last one."
    )
    assert got.dtype == jnp.int32, (
        f"until_next on {text}: expected int32, got {got.dtype}. Revisit the "
        "carry: it keeps the type of its start."
    )
    assert got.tolist() == expected, (
        f"until_next on {text}: expected {expected}, got {got.tolist()}. "
        "Revisit the direction of the scan, its start, and what the step "
        "shows: 0 at an event, -1 where none follows."
    )
stays_short(
    "until_next", lambda n: jax.make_jaxpr(until_next)(jnp.zeros(n, bool))
)
expected = [3, 2, 1, 0, 0, 4, 3, 2, 1, 0, -1, -1]
assert getattr(waits, "tolist", list)() == expected, (
    f"waits: expected {expected}, got {waits}. Revisit its line: `bus`."
)

# %% challenge: linear
def linear(coefficients, first, length):
    """Return the first entries of a recurrence, `length` of them."""

    raise NotImplementedError("TODO: carry the k entries that come next")


wave = ...  # TODO: twelve entries of the wave
print("Wave:", wave)

# %% check: linear
assert wave is not ..., "linear: `wave` is still `...`"
linear_cases = {
    "two, Fibonacci": ([1, 1], [1, 1], 20),
    "two, unequal": ([1, 2], [1, 5], 9),
    "three": ([2, 0, -1], [3, 1, 2], 12),
    "one, halves": ([0.5], [8.0], 6),
    "three, floats, cut": ([0.5, 0.25, 1.0], [1.0, 2.0, 3.0], 2),
    "none asked for": ([1, 1], [1, 1], 0),
}
for name, (factors, begin, n) in linear_cases.items():
    entries = list(begin)
    while len(entries) < n:
        recent = entries[: -len(factors) - 1 : -1]
        entries.append(
            sum(c * a for c, a in zip(factors, recent, strict=False))
        )
    expected = entries[:n]
    try:
        got = linear(jnp.array(factors), jnp.array(begin), n)
    except NotImplementedError:
        raise
    except Exception as error:
        raise AssertionError(
            f"linear, {name}: expected {n} entries, got "
            f"{type(error).__name__}: {str(error)[:150]} … Revisit the carry: "
            "as many entries as there are coefficients, in each pass."
        ) from error
    assert getattr(got, "shape", None) == (n,), (
        f"linear, {name}: expected an array of {n} entries, got {got}. "
        "Revisit the outputs, one for each pass, and the length: the given "
        "entries count, and may be more than asked for."
    )
    assert got.dtype == jnp.array(begin).dtype, (
        f"linear, {name}: expected {jnp.array(begin).dtype}, got {got.dtype}. "
        "Revisit the carry: it keeps the dtype of `first`."
    )
    assert jnp.allclose(got, jnp.array(expected), atol=1e-4), (
        f"linear, {name}: expected {expected}, got {got.tolist()}. Revisit "
        "how far the rule reaches, and the order: the given entries come "
        "first, and coefficients[0] belongs to the entry right before."
    )
stays_short(
    "linear",
    lambda n: jax.make_jaxpr(lambda c, first: linear(c, first, n))(
        jnp.ones(2), jnp.ones(2)
    ),
)
assert getattr(wave, "tolist", list)() == [1, 1, 0, -1, -1, 0] * 2, (
    f"wave: expected 1, 1, 0, -1, -1, 0 and again, got {wave}. Revisit its "
    "line: coefficients, first entries, length."
)

# %% pass
print("PASS: control-03")
