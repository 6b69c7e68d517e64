"""Choose what runs inside a compiled program: one side or both."""

# %% build: cond
import jax
import jax.numpy as jnp


def double(x):
    return 2 * x


def flip(x):
    return -x


@jax.jit
def change(louder, x):
    return jax.lax.cond(louder, double, flip, x)


print("Louder:", change(True, 3))
print("Not louder:", change(False, 3))
assert change(True, 3) == 6 and change(False, 3) == -3, "the wrong side ran"


# %% build: switch
def mute(x):
    return 0 * x


def amplify(x):
    return 10 * x


MODES = [mute, double, amplify]


@jax.jit
def play(mode, x):
    return jax.lax.switch(mode, MODES, x)


for mode in [0, 1, 2, 9, -1]:
    nearest = min(max(mode, 0), len(MODES) - 1)
    print(f"Mode {mode}: {play(mode, 2)}, nearest mode: {nearest}")
    assert play(mode, 2) == MODES[nearest](2), f"mode {mode} ran another side"


# %% build: where
def soften(clip):
    """Return 1 + log(level) for levels above 1, else the level."""
    return jnp.where(clip > 1, 1 + jnp.log(clip), clip)


quiet = jnp.array([0.0, 0.5, 1.0])  # (3,)
loud = jnp.array([0.0, 0.5, 4.0])  # (3,)
print("Quiet, softened:", soften(quiet))
print("Loud, softened:", soften(loud))


# %% build: whole
def by_where(clip):
    return jnp.where(clip.max() > 1, soften(clip), clip)


def by_cond(clip):
    return jax.lax.cond(clip.max() > 1, soften, lambda clip: clip, clip)


for clip in [quiet, loud]:
    same = bool(jnp.array_equal(by_where(clip), by_cond(clip)))
    print("Same clip from both:", same)
    assert same, "the two forms give different clips"

# %% build: note
runs = []


def noted_soften(clip):
    jax.debug.callback(lambda: runs.append("soften"))
    return soften(clip)


def count_runs(function, *args):
    """Call the function, and count the notes that its run leaves."""
    runs.clear()
    function(*args)
    jax.effects_barrier()
    return len(runs)


compiled_soften = jax.jit(noted_soften)
first = count_runs(compiled_soften, loud)
second = count_runs(compiled_soften, loud)
print(f"Notes of the first call: {first}, of the second: {second}")


# %% build: count
@jax.jit
def noted_where(clip):
    return jnp.where(clip.max() > 1, noted_soften(clip), clip)


@jax.jit
def noted_cond(clip):
    return jax.lax.cond(clip.max() > 1, noted_soften, lambda clip: clip, clip)


clips = [loud] + [quiet] * 99
num_loud = sum(bool(clip.max() > 1) for clip in clips)
where_runs = sum(count_runs(noted_where, clip) for clip in clips)
cond_runs = sum(count_runs(noted_cond, clip) for clip in clips)
print("Clips:", len(clips), "of which loud:", num_loud)
print("Runs of soften by where:", where_runs)
print("Runs of soften by cond:", cond_runs)
assert where_runs == len(clips), "where left a side out"
assert cond_runs == num_loud, "cond ran the side that was not chosen"


# %% build: names
def own_names(jaxpr):
    """List the primitives of a jaxpr's own equations."""
    return [equation.primitive.name for equation in jaxpr.eqns]


def scalar_where(x):
    return jnp.where(x > 1, 1 + jnp.log(x), x)


def scalar_cond(x):
    return jax.lax.cond(x > 1, lambda x: 1 + jnp.log(x), lambda x: x, x)


where_record = jax.make_jaxpr(scalar_where)(0.5)
cond_record = jax.make_jaxpr(scalar_cond)(0.5)
print("Own equations of where:", *own_names(where_record))
print("Own equations of cond:", *own_names(cond_record))
assert "log" in own_names(where_record), "where lost the log"
assert "log" not in own_names(cond_record), "the log stands outside of cond"

# %% build: branches
print(cond_record)
(equation,) = [e for e in cond_record.eqns if e.primitive.name == "cond"]
sides = [own_names(side) for side in equation.params["branches"]]
for position, side in enumerate(sides):
    print(f"Branch {position}:", *side)
assert sides == [[], ["log", "add"]], "the branches hold something else"

# %% figure: runs
import matplotlib.pyplot as plt

shares = [0, 5, 10, 15, 20]
lines = {"where": noted_where, "cond": noted_cond}
for label, function in lines.items():
    counts = []
    for share in shares:
        day = [loud] * share + [quiet] * (20 - share)
        counts.append(sum(count_runs(function, clip) for clip in day))
    plt.plot(shares, counts, "o-", label=label)
plt.xlabel("loud clips among 20")
plt.ylabel("runs of soften")
plt.xticks(shares)
plt.legend()
plt.show()

# %% experiment: dtypes
steps = jnp.array([3, 4, 5])  # (3,)
chosen = jnp.where(True, steps, steps / 2)  # (3,)
print("where:", chosen, chosen.dtype)
try:
    jax.lax.cond(True, lambda n: n, lambda n: n / 2, steps)
except TypeError as error:
    print("cond:", type(error).__name__)
    print(str(error).partition(".")[0])
else:
    raise AssertionError("cond accepted int32 beside float32")
chosen = jax.lax.cond(True, lambda n: n, lambda n: n // 2, steps)  # (3,)
print("cond, int32 from both sides:", chosen, chosen.dtype)


# %% experiment: traced
def noted_side(name, x):
    bodies.append(name)
    jax.debug.callback(lambda: runs.append(name))
    return x


def always_true(x):
    return jax.lax.cond(
        True,
        lambda x: noted_side("true", x),
        lambda x: noted_side("false", x),
        x,
    )


bodies = []
num_runs = count_runs(always_true, 1.0)
print("Bodies that Python went through:", *sorted(bodies))
print("Sides that ran:", *runs)
assert num_runs == 1 and len(bodies) == 2, "tracing or running went otherwise"


# %% experiment: outside
def early_cond(clip):
    softened = noted_soften(clip)
    return jax.lax.cond(
        clip.max() > 1, lambda clip: softened, lambda clip: clip, clip
    )


early_runs = sum(count_runs(jax.jit(early_cond), clip) for clip in clips)
print("Runs of soften, called before cond:", early_runs)
print("Own equations:", *own_names(jax.make_jaxpr(early_cond)(loud)))
assert early_runs == len(clips), "work before cond was skipped"

# %% experiment: mapped
batch = jnp.stack([quiet, quiet, quiet])  # (3, 3)
one_by_one = sum(count_runs(noted_cond, clip) for clip in batch)
at_once = count_runs(jax.vmap(noted_cond), batch)
print("Runs of soften, one clip after the other:", one_by_one)
print("Runs of soften, under jax.vmap:", at_once)
names = own_names(jax.make_jaxpr(jax.vmap(scalar_cond))(quiet))
for name in ["cond", "select_n", "log"]:
    print(f"{name} among the own equations:", name in names)
assert "log" in names and "cond" not in names, "cond outlived its batch"


# %% exercise: tame
def scale_down(clip):
    """Return the clip divided by its loudest level, and leave a note."""
    jax.debug.callback(lambda: runs.append("scale_down"))
    return clip / clip.max()


def tame(clip, limit):
    """Return scale_down(clip) if a level is above limit, else the clip."""
    # SOLUTION: one decision for the whole clip
    return jax.lax.cond(clip.max() > limit, scale_down, lambda clip: clip, clip)
    # END SOLUTION


# %% check: tame
def like(got, expected):
    """Return whether an array has the expected shape, dtype and entries."""
    if not hasattr(got, "dtype") or got.dtype != expected.dtype:
        return False
    return got.shape == expected.shape and bool(jnp.allclose(got, expected))


def run_compiled(title, function, *args):
    """Call a compiled function; return the result, and fill runs."""
    runs.clear()
    try:
        got = jax.jit(function)(*args)
        jax.effects_barrier()
    except NotImplementedError:
        raise
    except Exception as error:
        raise AssertionError(
            f"{title}: expected a result under jax.jit, got "
            f"{type(error).__name__}: {str(error)[:400]} … Revisit the form: "
            "functions are handed over uncalled, no `if` asks a traced value, "
            "one number decides, and all sides return one type."
        ) from error
    return got


tame_cases = {
    "one loud level": ([0.0, 0.5, 4.0], 1.0, [0.0, 0.125, 1.0], 1),
    "a quiet clip": ([0.25, 0.5, 0.5], 1.0, [0.25, 0.5, 0.5], 0),
    "a level at the limit": ([0.5, 2.0, 1.0], 2.0, [0.5, 2.0, 1.0], 0),
    "a limit of 2": ([0.0, 0.5, 4.0], 2.0, [0.0, 0.125, 1.0], 1),
    "a limit of 5": ([0.0, 0.5, 4.0], 5.0, [0.0, 0.5, 4.0], 0),
    "a loud start": ([2.0, 0.5, 0.0], 1.0, [1.0, 0.25, 0.0], 1),
}
for name, (levels, limit, expected, num_runs) in tame_cases.items():
    title = f"tame on {name}"
    got = run_compiled(title, tame, jnp.array(levels), limit)
    assert like(got, jnp.array(expected)), (
        f"{title}: expected {expected}, got {got}. Revisit the decision: is "
        "some level above the limit? Then what comes back, and which side "
        "comes first?"
    )
    assert len(runs) == num_runs, (
        f"{title}: expected {num_runs} runs of scale_down, got {len(runs)}. "
        "Revisit the step that counts: which form runs one side alone?"
    )
print("Loud, tamed:", tame(loud, 1.0))
print("Notes for the quiet clip:", count_runs(tame, quiet, 1.0))


# %% practice: mix
def mix(mode, stereo):
    """Return the stereo clip, changed as its mode says; see the text."""
    # SOLUTION: a branch for each kind of mode
    channels = stereo.shape[1]
    branches = [
        lambda stereo: stereo,
        lambda stereo: stereo[:, ::-1],
        lambda stereo: jnp.stack([stereo.sum(axis=1) // 2] * channels, axis=1),
        lambda stereo: jnp.zeros_like(stereo),
    ]
    return jax.lax.switch(jnp.where(mode < 0, 3, mode), branches, stereo)
    # END SOLUTION


# %% check: mix
def always_run(jaxpr):
    """List the equations that run whatever is decided."""
    found = []
    for equation in jaxpr.eqns:
        inner = equation.params.get("jaxpr")
        if equation.primitive.name == "jit" and inner is not None:
            found = found + always_run(inner)
        else:
            found.append(equation)
    return found


def mixed(mode, rows):
    """Return what mix should give, as nested lists."""
    if mode == 0:
        return rows
    if mode == 1:
        return [[right, left] for left, right in rows]
    if mode == 2:
        return [[(left + right) // 2] * 2 for left, right in rows]
    return [[0, 0] for _ in rows]


three = [[1, 3], [-3, 0], [6, 2]]
five = [[1, 2], [0, 5], [-4, 1], [7, -7], [9, 9]]
mix_cases = [(mode, three) for mode in [0, 1, 2, 3, 4, 77, -1, -2, -99]]
mix_cases += [(mode, five) for mode in [0, 1, 2, 3, -1]]
for mode, rows in mix_cases:
    title = f"mix of {rows} in mode {mode}"
    expected = jnp.array(mixed(mode, rows))
    got = run_compiled(title, mix, mode, jnp.array(rows))
    assert like(got, expected), (
        f"{title}: expected {expected.tolist()}, got {got}. Revisit the list "
        "in the text: modes, rounding down, dtype, and the modes outside."
    )
stereo = jnp.array(three)  # (3, 2)
equations = always_run(jax.make_jaxpr(mix)(0, stereo))
names = [equation.primitive.name for equation in equations]
assert "cond" in names, (
    f"mix: expected a cond in the record, got {names}. Revisit "
    "`jax.lax.switch`: the other forms run all sides."
)
for equation in equations:
    variables = [*equation.invars, *equation.outvars]
    shapes = [variable.aval.shape for variable in variables]
    inside = equation.primitive.name == "cond" or stereo.shape not in shapes
    assert inside, (
        f"mix: expected all work on the clip inside the branches, got "
        f"{equation.primitive.name} outside. Revisit `outside`: what stands "
        "before the form runs in every mode."
    )
print("Mode 2:", mix(2, stereo).tolist())
print("Mode -1:", mix(-1, stereo).tolist())


# %% challenge: first-fit
def first_fit(rules, otherwise, x):
    """Return what the first rule that fits makes of x; see the text."""

    # SOLUTION: number the first test that fits
    def like_x(branch):
        def run(x):
            return jnp.broadcast_to(branch(x), x.shape).astype(x.dtype)

        return run

    tests = [test(x) for test, _ in rules] + [True]
    branches = [branch for _, branch in rules] + [otherwise]
    first = jnp.argmax(jnp.array(tests))  # ()
    return jax.lax.switch(first, [like_x(b) for b in branches], x)
    # END SOLUTION


# %% check: first-fit
def noted_branch(name, branch):
    def run(x):
        jax.debug.callback(lambda: runs.append(name))
        return branch(x)

    return run


def above(limit):
    return lambda x: x.max() > limit


low = (above(1), noted_branch("low", lambda x: x + 1))
high = (above(5), noted_branch("high", lambda x: 100))
never = (above(1000), noted_branch("never", lambda x: x * 0))
halves = (above(2), noted_branch("halves", lambda x: x / 2))
last = noted_branch("otherwise", lambda x: x.sum() / 2)
fit_cases = {
    "two rules that fit": ([low, high], [2.0, 9.0], "low", [3.0, 10.0]),
    "a rule that gives one number": (
        [high, low],
        [2.0, 9.0],
        "high",
        [100.0, 100.0],
    ),
    "the first rule alone": ([low, high], [2.0, 3.0], "low", [3.0, 4.0]),
    "the second rule, two axes": (
        [high, low],
        [[2.0], [3.0]],
        "low",
        [[3.0], [4.0]],
    ),
    "no rule that fits": ([high, never], [2.0, 3.0], "otherwise", [2.5, 2.5]),
    "no rule at all": ([], [2, 3], "otherwise", [2, 2]),
    "whole numbers": ([never, halves], [3, 8], "halves", [1, 4]),
}
for name, (rules, values, branch, expected) in fit_cases.items():
    title = f"first_fit on {name}"
    got = run_compiled(
        title,
        lambda x, rules=rules: first_fit(rules, last, x),
        jnp.array(values),
    )
    assert like(got, jnp.array(expected)), (
        f"{title}: expected {expected} as {jnp.array(expected).dtype}, got "
        f"{got}. Revisit the order of the rules, and what shape and dtype a "
        "result has."
    )
    assert runs == [branch], (
        f"{title}: expected one run, of {branch!r}, got {runs}. Revisit the "
        "form: the tests may all run, the branches may not."
    )
print("Cases of first_fit that came out as expected:", len(fit_cases))

# %% pass
print("PASS: control-01")
