"""Ask for eight logical CPU devices, and prove that each holds and computes."""

# %% build: request
import jax

COUNT = 8
jax.config.update("jax_num_cpu_devices", COUNT)
print("Asked for:", COUNT)

# %% build: count
devices = jax.devices()
print("Devices:", *devices)
print("Number of devices:", jax.device_count())
print("Backend:", jax.default_backend())
assert jax.device_count() == len(devices) == COUNT, (
    f"asked for {COUNT} devices, got {len(devices)} of {jax.default_backend()}"
)

# %% build: pieces
import jax.numpy as jnp

numbers = jnp.arange(24)  # (24,)
LENGTH = 24 // COUNT

pieces = []
for k, device in enumerate(devices):
    piece = numbers[k * LENGTH : (k + 1) * LENGTH]  # (3,)
    pieces.append(jax.device_put(piece, device))
    print(device, "holds", pieces[k])

# %% build: local-sums
local_sums = [piece.sum() for piece in pieces]
print("Local sums:", *local_sums)

by_formula = [k * LENGTH**2 + LENGTH * (LENGTH - 1) // 2 for k in range(COUNT)]
print("By formula:", *by_formula)
assert local_sums == by_formula, "a device adds its piece wrongly"
for local_sum, device in zip(local_sums, devices, strict=True):
    assert local_sum.devices() == {device}, f"a sum has left {device}"

total = sum(jax.device_put(local_sum, devices[0]) for local_sum in local_sums)
print("Total:", total, "on", *total.devices())
assert total == 24 * 23 // 2 == sum(range(24)), "the total is wrong"

# %% build: one-program
mesh = jax.sharding.Mesh(devices, ("cpus",))


def add_up(piece):
    """Run on every device: add up its piece, then add over the devices."""
    return jax.lax.psum(piece.sum(), "cpus")


add_everywhere = jax.shard_map(
    add_up, mesh=mesh, in_specs=jax.P("cpus"), out_specs=jax.P()
)
small = add_everywhere(jnp.arange(COUNT))  # ()
print("Total of 0 to 7:", small)
print("The answer lies on", len(small.devices()), "devices")
assert small == sum(range(COUNT)), "the eight devices disagree with Python"
assert small.devices() == set(devices), "a device has no answer"

# %% build: new-process
import os
import subprocess
import sys

SETTINGS = {
    "JAX_NUM_CPU_DEVICES": "8",
    "XLA_FLAGS": "--xla_force_host_platform_device_count=8",
}


def run(program):
    """Run a program in a new Python that inherits neither setting."""
    kept = {k: v for k, v in os.environ.items() if k not in SETTINGS}
    command = [sys.executable, "-c", program]
    result = subprocess.run(command, env=kept, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


COUNT_LINES = "import jax\nprint(jax.device_count())"
print("Devices when nobody asks:", run(COUNT_LINES))

# %% figure: until-when
import matplotlib.pyplot as plt

PROGRAM = """
import os
{}
import jax
{}
print(jax.device_count())
"""
for moment in ["before", "after"]:
    counts = []
    for name, value in SETTINGS.items():
        line = f'os.environ["{name}"] = "{value}"'
        lines = (line, "") if moment == "before" else ("", line)
        counts.append(int(run(PROGRAM.format(*lines))))
    names = [f"JAX's own,\n{moment}", f"XLA_FLAGS,\n{moment}"]
    plt.bar(names, counts, label=f"{moment} the import")
plt.ylim(0, 11)
plt.xlabel("variable, and where it is set")
plt.ylabel("devices that JAX counts")
plt.legend()
plt.show()

# %% experiment: too-late
for name, value in SETTINGS.items():
    os.environ[name] = value.replace("8", "4")
    print(f"After {name} asks for 4:", jax.device_count())
    del os.environ[name]
for late in [COUNT, 4]:
    try:
        jax.config.update("jax_num_cpu_devices", late)
    except RuntimeError as error:
        print(f"Asking for {late}:", type(error).__name__)
        print("Names the moment:", "before backends are init" in str(error))
    else:
        print(f"Asking for {late}: accepted")
        assert late == COUNT, "a late request for another number was accepted"
print("Number of devices:", jax.device_count())
assert jax.device_count() == COUNT, "the number of devices has changed"

# %% experiment: two-devices
first, second = local_sums[:2]
print("The second sum plus 1:", second + 1, "on", *(second + 1).devices())
try:
    first + second
except ValueError as error:
    print("The first plus the second:", type(error).__name__)
    print("Names the reason:", "incompatible devices" in str(error))
else:
    raise AssertionError("two devices were mixed without a word")
moved = jax.device_put(first, devices[1])
print("After moving the first:", moved + second, "on", *moved.devices())
assert moved + second == 15, "the moved sum is another number"

# %% experiment: more-than-cores
ask = 'import jax\njax.config.update("jax_num_cpu_devices", 24)\n'
got = run(ask + COUNT_LINES)
print("Processor cores here:", os.cpu_count())
print("Asked for 24, got", got)
assert got == "24", "the number of devices is not the one asked for"


# %% exercise: split-over
def split_over(numbers, devices):
    """Return one piece of equal length on each device, in order."""
    # SOLUTION: refuse a rest, then place pieces
    length, rest = divmod(len(numbers), len(devices))
    if rest:
        raise ValueError(f"{len(numbers)} over {len(devices)} leaves {rest}")
    return [
        jax.device_put(numbers[k * length : (k + 1) * length], device)
        for k, device in enumerate(devices)
    ]
    # END SOLUTION


four = devices[:4]
quarter_sums = [
    int(piece.sum()) for piece in split_over(numbers, four)
]  # SOLUTION: the sums of four pieces
print("Sums of the quarters:", quarter_sums)

# %% check: split-over
split_cases = {
    "24 numbers over eight devices": (numbers, devices),
    "6 numbers over three devices": (jnp.arange(6.0), devices[2:5]),
    "8 numbers over two devices, last first": (numbers[:8], devices[:-3:-1]),
    "4 rows of 2 over two devices": (jnp.ones((4, 2)), devices[6:]),
}
for name, (values, places) in split_cases.items():
    got = split_over(values, places)
    assert isinstance(got, list) and len(got) == len(places), (
        f"split_over of {name}: expected a list of {len(places)} pieces, got "
        f"{got}. Revisit the docstring: one piece for each device."
    )
    for k, (piece, place) in enumerate(zip(got, places, strict=True)):
        length = len(values) // len(places)
        expected = values[k * length : (k + 1) * length]
        fits = isinstance(piece, jax.Array) and piece.shape == expected.shape
        assert fits and piece.tolist() == expected.tolist(), (
            f"split_over of {name}: expected piece {k} to be a JAX array of "
            f"{expected.tolist()}, got {piece}. Revisit the pieces: "
            "neighbours stay together, and every piece has equal length."
        )
        assert piece.devices() == {place}, (
            f"split_over of {name}: expected piece {k} on {place}, got "
            f"{piece.devices()}. Revisit the third build step: a piece is "
            "moved by jax.device_put."
        )
for size, parts in [(20, 8), (7, 2), (5, 4)]:
    try:
        got = split_over(jnp.arange(size), devices[:parts])
    except Exception as error:
        got = error
    refused = isinstance(got, ValueError)
    digits = [c if c.isdigit() else " " for c in str(got)]
    named = set("".join(digits).split())
    assert refused and {str(size), str(parts)} <= named, (
        f"split_over of {size} numbers over {parts} devices: expected a "
        f"ValueError that names {size} and {parts}, got {got!r}. Revisit the "
        "prompt: a rest is refused in words, not dropped."
    )
assert str(quarter_sums) == "[15, 51, 87, 123]", (
    "quarter_sums: expected the Python numbers [15, 51, 87, 123], got "
    f"{quarter_sums}. Revisit the last line: int(…) of 24 numbers over the "
    "first four devices."
)


# %% practice: ask-for
def ask_for(count, update=jax.config.update, running=jax.device_count):
    """Ask for count devices; return how many run, or refuse in words."""
    # SOLUTION: ask, look what runs, judge
    late = ""
    try:
        update("jax_num_cpu_devices", count)
    except RuntimeError:
        late = ", and it was too late to ask"
    found = running()
    if found != count:
        raise RuntimeError(f"asked for {count}, found {found}{late}")
    return found
    # END SOLUTION


granted = ask_for(COUNT)  # SOLUTION: ask for COUNT devices here
print("Devices granted:", granted)


# %% check: ask-for
def make_fake(count, started, fixed=False):
    """Return update and running of a made-up JAX that starts at first use."""
    state = {"count": count, "started": started}

    def update(name, value):
        assert name == "jax_num_cpu_devices", (
            f"ask_for: expected the setting jax_num_cpu_devices, got {name!r}. "
            "Revisit the first build step."
        )
        if state["started"]:
            raise RuntimeError("too late: a backend runs")
        state["count"] = state["count"] if fixed else value

    def running():
        state["started"] = True
        return state["count"]

    return update, running


ask_cases = {
    "a JAX that has not started": (make_fake(1, False), 8, True),
    "a JAX that has not started, 3 wanted": (make_fake(1, False), 3, True),
    "a JAX that runs with as many": (make_fake(8, True), 8, True),
    "a JAX that runs with 1": (make_fake(1, True), 8, False),
    "a JAX that runs with 8": (make_fake(8, True), 2, False),
    "a JAX with one graphics card": (make_fake(1, False, True), 8, False),
}
for name, (fake, count, granted_there) in ask_cases.items():
    try:
        got = ask_for(count, *fake)
    except (RuntimeError, ValueError) as error:
        got = error
    if granted_there:
        assert got == count, (
            f"ask_for({count}) of {name}: expected {count}, got {got!r}. "
            "Revisit the order: counting devices starts the backend, so call "
            "update first and running second, and as many as wanted is no "
            "reason to refuse."
        )
        continue
    found = fake[1]()
    assert isinstance(got, RuntimeError), (
        f"ask_for({count}) of {name}: expected a RuntimeError, got {got!r}. "
        f"Revisit the second build step: a request is no proof, and {found} "
        "of them run."
    )
    for part in [f"asked for {count}", f"found {found}"]:
        assert part in str(got), (
            f"ask_for({count}) of {name}: expected {part!r} in the message, "
            f"got {str(got)!r}. Revisit the prompt: what was wanted and what "
            "runs."
        )
assert granted == COUNT, (
    f"granted: expected {COUNT}, got {granted!r}. Revisit the last line: this "
    "process runs with as many as the build asked for."
)


# %% challenge: mean-over
def mean_over(pieces):
    """Return the mean of all entries, on the device of the first piece."""
    # SOLUTION: move sums only, divide once
    home = pieces[0].device
    sums = [jax.device_put(piece.sum(), home) for piece in pieces]
    return sum(sums) / sum(piece.size for piece in pieces)
    # END SOLUTION


uneven = [
    jax.device_put(numbers[start:stop], device)
    for (start, stop), device in zip(
        [(0, 2), (2, 10), (10, 24)], devices[5:], strict=True
    )
]
uneven_mean = mean_over(uneven)  # SOLUTION: the mean of the uneven pieces
print("Mean of the uneven pieces:", uneven_mean)

# %% check: mean-over
true_device_put = jax.device_put
shapes_moved = []


def noting_device_put(x, *args, **kwargs):
    entries = x if isinstance(x, list | tuple) else [x]
    shapes_moved.extend(jnp.shape(entry) for entry in entries)
    return true_device_put(x, *args, **kwargs)


mean_cases = {
    "one piece": [[4.0, 8.0]],
    "two equal pieces": [[0.0, 2.0], [4.0, 6.0]],
    "lengths 1 and 3": [[8.0], [0.0, 1.0, 3.0]],
    "lengths 5, 1 and 2": [[1.0] * 5, [-7.0], [0.5, 2.5]],
}
for name, lists in mean_cases.items():
    given = [
        true_device_put(jnp.array(values), device)
        for values, device in zip(lists, devices[3:], strict=False)
    ]
    shapes_moved.clear()
    jax.device_put = noting_device_put
    try:
        got = mean_over(given)
    finally:
        jax.device_put = true_device_put
    assert isinstance(got, jax.Array) and got.devices() == {devices[3]}, (
        f"mean_over of {name}: expected a JAX number on {devices[3]}, got "
        f"{got!r}. Revisit the prompt: the mean lies where the first piece "
        "lies."
    )
    every = [value for values in lists for value in values]
    expected = sum(every) / len(every)
    assert got.shape == () and abs(got - expected) <= 1e-6, (
        f"mean_over of {name}: expected {expected}, got {got}. Revisit the "
        "weights: a long piece counts for more entries than a short one."
    )
    moves = len(lists) - 1
    fits = len(shapes_moved) >= moves and not any(shapes_moved)
    assert fits, (
        f"mean_over of {name}: expected jax.device_put to move {moves} or more "
        f"numbers of shape () and nothing else, got the shapes {shapes_moved}. "
        "Revisit the fourth build step: each device adds up what it holds."
    )
assert abs(uneven_mean - 11.5) <= 1e-6, (
    f"uneven_mean: expected 11.5, got {uneven_mean}. Revisit the last line: "
    "it takes the mean of all three pieces."
)

# %% pass
print("PASS: setup-04")
