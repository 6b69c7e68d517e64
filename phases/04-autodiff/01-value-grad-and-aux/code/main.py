"""Get loss, gradient and metrics of one model from one run of its body."""

# %% build: deliveries
import jax
import jax.numpy as jnp

LIMIT, RATE = 5.0, 0.03
# For each delivery: kilometres and stops, then the minutes that it took.
legs = [[1, 0], [2, 1], [3, 0], [4, 2], [2, 3], [5, 1], [1, 2], [6, 0]]
inputs = jnp.array(legs, dtype=jnp.float32)  # (8, 2)
targets = jnp.array([10.0, 18, 17, 28, 43, 29, 15, 31])  # (8,)
params = {"w": jnp.zeros(2), "b": jnp.zeros(())}
runs = []  # A probe: one entry for each run of the body of predict.


def predict(params, inputs):
    runs.append("predict")
    return inputs @ params["w"] + params["b"]  # (n,)


def loss(params, inputs, targets):
    return jnp.mean((predict(params, inputs) - targets) ** 2)


print(f"Loss: {loss(params, inputs, targets):.1f}")


# %% build: log-line
def close(params, inputs, targets):
    """Count the predictions that miss by LIMIT or less."""
    return jnp.sum(jnp.abs(predict(params, inputs) - targets) <= LIMIT)


def move(leaf, grad):
    return leaf - RATE * grad


runs.clear()
first_loss = loss(params, inputs, targets)
plain_grads = jax.grad(loss)(params, inputs, targets)
moved = jax.tree.map(move, params, plain_grads)
count = close(moved, inputs, targets)
print(f"Log: loss {first_loss:.1f}, close {count} of 8")
print("Runs of predict:", len(runs))

# %% build: two-moments
for name, then in [("Before", params), ("After", moved)]:
    then_loss = loss(then, inputs, targets)
    then_count = close(then, inputs, targets)
    print(f"{name} the step: loss {then_loss:.1f}, close {then_count} of 8")


# %% build: metrics
def loss_and_metrics(params, inputs, targets):
    """Return the loss, and what is worth knowing besides it."""
    misses = jnp.abs(predict(params, inputs) - targets)  # (n,)
    metrics = {"close": jnp.sum(misses <= LIMIT), "worst": jnp.max(misses)}
    return jnp.mean(misses**2), metrics


try:
    jax.value_and_grad(loss_and_metrics)(params, inputs, targets)
except TypeError as error:
    print(type(error).__name__)
    print(str(error).partition(".")[0])
else:
    raise AssertionError("a pair was differentiated")

# %% build: one-pass
one_pass = jax.value_and_grad(loss_and_metrics, has_aux=True)
runs.clear()
(value, metrics), grads = one_pass(params, inputs, targets)
print(f"Loss: {value:.1f}")
print("Metrics:", metrics)
print("Shapes of the gradient:", jax.tree.map(jnp.shape, grads))
print("Runs of predict:", len(runs))
assert len(runs) == 1, "the metrics took another run"

# %% build: formula
misses = inputs @ params["w"] + params["b"] - targets  # (8,)
by_formula = {"w": 2 / 8 * inputs.T @ misses, "b": 2 * jnp.mean(misses)}


def near(tree, other):
    """Compare two trees leaf by leaf; float32 errs by some 1e-7 of a sum."""
    pairs = zip(jax.tree.leaves(tree), jax.tree.leaves(other), strict=True)
    return all(jnp.allclose(a, b, rtol=1e-5, atol=1e-5) for a, b in pairs)


same_grads = near(grads, by_formula) and near(grads, plain_grads)
print("Gradient = formula = without metrics:", same_grads)
assert same_grads, "the metrics changed the gradient"


# %% build: step
@jax.jit
def step(params, inputs, targets):
    """Return the next params, and what was true of those that came in."""
    (value, metrics), grads = one_pass(params, inputs, targets)
    return jax.tree.map(move, params, grads), {"loss": value, **metrics}


# %% build: train
runs.clear()
trained, history = params, []
for _ in range(60):
    trained, metrics = step(trained, inputs, targets)
    history.append(metrics)
for name, report in [("First", history[0]), ("Last", history[-1])]:
    print(f"{name} report: loss {report['loss']:.1f}, close {report['close']}")
print("Runs of predict for 60 calls:", len(runs))
assert len(runs) == 1, "a compiled step ran its body again"
assert near(history[0]["loss"], first_loss), "a report of other params"

# %% figure: training
import matplotlib.pyplot as plt

roots = [float(report["loss"]) ** 0.5 for report in history[:30]]
counts = [int(report["close"]) for report in history[:30]]
plt.plot(range(30), roots, label="root of the loss (minutes)")
plt.plot(range(30), counts, "o", label="close (deliveries of 8)")
plt.xlabel("number of the step")
plt.ylabel("minutes, or deliveries")
plt.legend()
plt.show()

# %% experiment: penalty
STRENGTH = 0.5


def with_penalty(params, inputs, targets, in_loss):
    """Report a penalty, and add it to the loss if `in_loss` is true."""
    value, metrics = loss_and_metrics(params, inputs, targets)
    penalty = STRENGTH * jnp.sum(params["w"] ** 2)
    total = value + penalty if in_loss else value
    return total, {**metrics, "penalty": penalty}


_, plain = one_pass(trained, inputs, targets)
penalised = jax.value_and_grad(with_penalty, has_aux=True)
for in_loss in [False, True]:
    (_, metrics), grads = penalised(trained, inputs, targets, in_loss)
    expected = plain["w"] + in_loss * 2 * STRENGTH * trained["w"]
    as_formula = near(grads["w"], expected)
    print(f"In the loss: {in_loss}, penalty {metrics['penalty']:.2f}")
    slopes = jnp.round(grads["w"], 2)
    print(f"Slopes of w: {slopes}, as the formula says: {as_formula}")
    assert as_formula, "the penalty pulls in the wrong call"

# %% experiment: argnums
for argnums in [0, (0,), (1, 0)]:
    grads = jax.grad(loss, argnums)(params, inputs, targets)
    print(f"argnums={argnums}:", jax.tree.map(jnp.shape, grads))

# What argnums=(0,) gives goes into a step.
try:
    jax.tree.map(move, params, (plain_grads,))
except ValueError as error:
    print("A step with the tuple:", type(error).__name__)
    print(str(error).partition("\n")[0])
else:
    raise AssertionError("a dictionary and a tuple were mapped together")

# %% experiment: list-outside
seen = []


def noting_loss(params, inputs, targets):
    misses = jnp.abs(predict(params, inputs) - targets)  # (n,)
    seen.append(jnp.max(misses))
    return jnp.mean(misses**2)


jax.value_and_grad(noting_loss)(params, inputs, targets)
print("Entry of the list:", seen[0])
try:
    print("Entry + 1:", seen[0] + 1)
except jax.errors.UnexpectedTracerError as error:
    print("Entry + 1:", type(error).__name__)
    print(str(error).partition(".")[0])
else:
    raise AssertionError("a stand-in was used after its call")
print("Worst as a metric, + 1:", history[0]["worst"] + 1)


# %% exercise: miss-report
def loss_and_report(params, inputs, targets):
    """Return the loss, and a dictionary with "late" and "misses"."""
    # SOLUTION: loss and report of one run
    misses = predict(params, inputs) - targets
    report = {"late": jnp.sum(misses < -LIMIT), "misses": misses}
    return jnp.mean(misses**2), report
    # END SOLUTION


rule = {"w": jnp.array([4.0, 3.0]), "b": jnp.float32(6.0)}
answer = jax.value_and_grad(loss_and_report, has_aux=True)(
    rule, inputs, targets
)  # SOLUTION: all that one call at `rule` gives
print("Answer:", answer)


# %% check: miss-report
def agree(got, expected):
    """Return whether structures, shapes and numbers agree, up to rounding."""

    def same(a, b):
        close = jnp.allclose(a, b, rtol=1e-5, atol=1e-5)
        return jnp.shape(a) == jnp.shape(b) and bool(close)

    try:
        return all(jax.tree.leaves(jax.tree.map(same, got, expected)))
    except Exception:
        return False


flat = {"w": jnp.zeros(2), "b": jnp.float32(10.0)}
report_cases = {
    "the rule, all deliveries": (rule, inputs, targets),
    "the trained params, all deliveries": (trained, inputs, targets),
    "predictions of 10 for 15, 15.5 and 4 minutes": (
        flat,
        inputs[:3],
        jnp.array([15.0, 15.5, 4.0]),
    ),
}
for name, args in report_cases.items():
    title = f"loss_and_report of {name}"
    runs.clear()
    try:
        both, got_grads = jax.value_and_grad(loss_and_report, has_aux=True)(
            *args
        )
    except Exception as error:
        raise AssertionError(
            f"{title}: expected a function that has_aux=True accepts, got "
            f"{type(error).__name__}: {str(error)[:150]} … Revisit the pair: "
            "first the loss, one number, then one dictionary."
        ) from error
    got_loss, report = both
    assert len(runs) == 1, (
        f"{title}: expected one run of predict, got {len(runs)}. Revisit the "
        "misses: loss and report can share them."
    )
    expected = (loss(*args), jax.grad(loss)(*args))
    assert agree((got_loss, got_grads), expected), (
        f"{title}: expected loss and gradient {expected}, got "
        f"{(got_loss, got_grads)}. Revisit the loss: the mean of the squared "
        "misses, as in the build, with nothing added."
    )
    gaps = predict(*args[:2]) - args[2]
    late = sum(gap < -LIMIT for gap in gaps.tolist())
    assert isinstance(report, dict) and set(report) == {"late", "misses"}, (
        f"{title}: expected a dictionary with late and misses, got {report}. "
        "Revisit the prompt: two entries and their names."
    )
    dtype = getattr(report["late"], "dtype", None)
    assert agree(report["late"], late) and dtype == jnp.int32, (
        f"{title}: expected late as the int32 {late}, got "
        f"{report['late']!r} ({dtype or type(report['late']).__name__}). "
        "Revisit the count: deliveries that took longer than predicted, by "
        "more than LIMIT minutes."
    )
    assert agree(report["misses"], gaps), (
        f"{title}: expected the misses {gaps}, got {report['misses']}. Revisit "
        "the sign, predicted minus measured, and the shape: one for each "
        "delivery."
    )
expected = jax.value_and_grad(loss_and_report, has_aux=True)(
    rule, inputs, targets
)
assert agree(answer, expected), (
    f"answer: expected {expected}, got {answer}. Revisit what one call gives: "
    "a pair of loss and report, then the gradient, all at `rule`."
)

# %% practice: adjust
extra = {"every": jnp.zeros(()), "driver": jnp.zeros(3)}
batch = (inputs, targets, jnp.array([0, 1, 2, 0, 1, 2, 0, 1]))


def extra_loss(params, extra, batch):
    """Add the same minutes to every delivery, and some for its driver."""
    inputs, targets, drivers = batch
    predicted = predict(params, inputs) + extra["every"]
    misses = predicted + extra["driver"][drivers] - targets
    return jnp.mean(misses**2), {"close": jnp.sum(jnp.abs(misses) <= LIMIT)}


def adjust(function, params, extra, batch, rate):
    """Return the new extra, and the metrics with "loss" added."""
    # SOLUTION: one call, for the second argument alone
    one_call = jax.value_and_grad(function, argnums=1, has_aux=True)
    (value, metrics), grads = one_call(params, extra, batch)
    extra = jax.tree.map(lambda leaf, grad: leaf - rate * grad, extra, grads)
    return extra, {**metrics, "loss": value}
    # END SOLUTION


adjusted = adjust(
    extra_loss, rule, extra, batch, 0.5
)  # SOLUTION: one step at the rate 0.5
print("Adjusted:", adjusted)


# %% check: adjust
def by_product(params, extra, batch):
    """Return the product of all numbers; its slopes are known by hand."""
    runs.append("by_product")
    product = params * extra[0] * extra[1]["c"] * batch
    return product, {"half": product / 2, "steps": 7}


adjust_cases = {
    "3 · 2 · 5 · 1 at the rate 0.1": (
        (3, (2.0, {"c": 5.0}), 1.0, 0.1),
        (0.5, {"c": 4.4}),
        {"half": 15.0, "steps": 7, "loss": 30.0},
    ),
    "1 · −4 · 3 · 1 at the rate 1": (
        (1.0, (-4.0, {"c": 3.0}), 1.0, 1.0),
        (-7.0, {"c": 7.0}),
        {"half": -6.0, "steps": 7, "loss": -12.0},
    ),
}
for name, (args, after, expected) in adjust_cases.items():
    title = f"adjust of the product {name}"
    runs.clear()
    try:
        got, got_metrics = adjust(by_product, *args)
    except Exception as error:
        raise AssertionError(
            f"{title}: expected a new extra and metrics, got "
            f"{type(error).__name__}: {str(error)[:150]} … Revisit argnums: "
            "the second argument alone, whose gradient has its structure."
        ) from error
    assert len(runs) == 1, (
        f"{title}: expected one run of the function, got {len(runs)}. Revisit "
        "the one call: loss, metrics and gradient come together."
    )
    assert agree(got, after), (
        f"{title}: expected the new extra {after} first, got {got}. Revisit "
        "the step: each leaf of extra moves against its own slope, times rate. "
        "A number as argnums gives one gradient, a tuple gives a tuple."
    )
    assert agree(got_metrics, expected), (
        f"{title}: expected the metrics {expected}, got {got_metrics}. Revisit "
        "them: those of the function, with the loss added, all of the extra "
        "that came in."
    )
expected = adjust(extra_loss, rule, extra, batch, 0.5)
assert agree(adjusted, expected), (
    f"adjusted: expected {expected}, got {adjusted}. Revisit its line: "
    "extra_loss at `rule` and `extra`, on `batch`, at the rate 0.5."
)


# %% challenge: train
def centred_loss(params, state, batch):
    """Predict from inputs less their mean so far, and update that mean."""
    inputs, targets = batch
    count = state["count"] + len(inputs)
    total = state["total"] + jnp.sum(inputs, axis=0)  # (2,)
    misses = jnp.abs(predict(params, inputs - total / count) - targets)
    new_state = {"count": count, "total": total}
    return jnp.mean(misses**2), (new_state, {"worst": jnp.max(misses)})


def train(function, params, state, batches, rate):
    """Return the last params, the last state, and a list of metrics."""
    # SOLUTION: a compiled step, and a loop
    one_call = jax.value_and_grad(function, has_aux=True)

    @jax.jit
    def step(params, state, batch):
        (value, (state, metrics)), grads = one_call(params, state, batch)
        params = jax.tree.map(lambda p, g: p - rate * g, params, grads)
        return params, state, {**metrics, "loss": value}

    history = []
    for batch in batches:
        params, state, metrics = step(params, state, batch)
        history.append(metrics)
    return params, state, history
    # END SOLUTION


no_state = {"count": jnp.zeros((), jnp.int32), "total": jnp.zeros(2)}
pairs = [(inputs[i : i + 2], targets[i : i + 2]) for i in (0, 2, 4, 6)]
end, end_state, reports = train(
    centred_loss, params, no_state, pairs, 0.1
)  # SOLUTION: train on pairs, at the rate 0.1
print("Last state:", end_state)


# %% check: train
def by_turns(params, state, batch):
    """Pull a nested model to the batch, harder in every second pass."""
    runs.append("by_turns")
    gap = params["in"][0] + jnp.sum(params["out"]) - jnp.mean(batch)
    new_state = (state[0] + 1, {"gap": gap})
    metrics = {"gap": gap, "gap_before": state[1]["gap"]}
    return (1.0 + state[0] % 2) * gap**2, (new_state, metrics)


def step_by_step(function, params, state, batches, rate):
    """Do the same without has_aux, by two calls for each batch."""
    history, grad = [], jax.grad(lambda *args: function(*args)[0])
    both = jax.jit(lambda *args: (function(*args), grad(*args)))
    for batch in batches:
        (value, (then, metrics)), grads = both(params, state, batch)
        params = jax.tree.map(lambda p, g: p - rate * g, params, grads)
        state = then
        history.append({**metrics, "loss": value})
    return params, state, history


nested = {"in": (jnp.float32(1.0), None), "out": jnp.array([0.5, -2.0])}
turns = (jnp.zeros((), jnp.int32), {"gap": jnp.zeros(())})
rows = [jnp.arange(3.0), jnp.arange(3.0) + 3, jnp.arange(2.0) + 6]
train_cases = {
    "four pairs": ((centred_loss, params, no_state), pairs, 0.1, 1),
    "rows of 3, 3 and 2": ((by_turns, nested, turns), rows, 0.2, 2),
    "no batch": ((by_turns, nested, turns), [], 0.1, 0),
}
for name, (start, batches, rate, shapes) in train_cases.items():
    title = f"train of {start[0].__name__} on {name} at the rate {rate}"
    expected = step_by_step(*start, batches, rate)

    def fresh(*args, function=start[0]):
        """Be a function that nothing was compiled for."""
        return function(*args)

    runs.clear()
    try:
        got = train(fresh, *start[1:], (batch for batch in batches), rate)
        last_params, last_state, history = got
    except Exception as error:
        raise AssertionError(
            f"{title}: expected params, state and a list, got "
            f"{type(error).__name__}: {str(error)[:150]} … Revisit the prompt: "
            "aux is a new state, then metrics, slopes are for the params, and "
            "batches may come from a generator."
        ) from error
    assert len(runs) == shapes, (
        f"{title}: expected {shapes} runs of its body, one for each shape of a "
        f"batch, got {len(runs)}. Revisit the step: one call of the function "
        "in it, and compiled before the loop."
    )
    assert agree(last_state, expected[1]), (
        f"{title}: expected the state {expected[1]} second, got {last_state}. "
        "Revisit the state: each pass starts from the one that the pass before "
        "gave."
    )
    assert agree(last_params, expected[0]), (
        f"{title}: expected the params {expected[0]} first, got {last_params}. "
        "Revisit the step: against the gradient, times rate, once for each "
        "batch, with the state of that pass."
    )
    assert agree(history, expected[2]), (
        f"{title}: expected the list {expected[2]} third, got {history}. "
        "Revisit the metrics: a dictionary for each batch with the loss in it, "
        "all of the params and the state that came in."
    )
expected = step_by_step(centred_loss, params, no_state, pairs, 0.1)
assert agree((end, end_state, reports), expected), (
    f"end, end_state, reports: expected {expected}, got {end}, {end_state} and "
    f"{reports}. Revisit their line: centred_loss, params, no_state, rate 0.1."
)

# %% pass
print("PASS: autodiff-01")
