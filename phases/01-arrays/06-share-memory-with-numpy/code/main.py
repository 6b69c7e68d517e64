"""Find out which hand-overs between NumPy and JAX copy, and which share."""

# %% build: place
import jax
import jax.numpy as jnp
import numpy as np

# This lesson is about the memory of the CPU, also where a GPU is present.
jax.config.update("jax_platforms", "cpu")


def place(count, offset):
    """Make float32 zeros that start offset bytes past a multiple of 64."""
    raw = np.zeros(4 * count + 128, dtype=np.uint8)
    skip = -raw.ctypes.data % 64 + offset
    return raw[skip : skip + 4 * count].view(np.float32)


print("Past a multiple:", [place(5, r).ctypes.data % 64 for r in (0, 4, 60)])


# %% build: frames
def record(buffer, convert):
    """Fill one buffer three times, hand it over, return three means."""
    frames = []
    for number in (1, 2, 3):
        buffer[:] = number
        frames.append(jax.block_until_ready(convert(buffer)))
    return [float(frame.mean()) for frame in frames]


aligned_means = record(place(1024, 0), jax.device_put)
print("Aligned buffer:", aligned_means)
print("4 bytes further:", record(place(1024, 4), jax.device_put))
assert aligned_means == [3, 3, 3], "the frames did not share the buffer"


# %% build: shares
def shares(array, x):
    """Say whether a JAX array lies in the memory of a NumPy array."""
    return bool(np.shares_memory(array, np.asarray(x)))


for offset in (0, 4):
    source = place(1024, offset)
    x = jax.block_until_ready(jax.device_put(source))
    source[:] = 5
    changed = float(x[0]) == 5
    print(f"Offset {offset}: changed {changed}, shares {shares(source, x)}")
    assert changed == shares(source, x), "writing and addresses disagree"

# %% build: copy
copied_means = [record(place(1024, r), jnp.array) for r in (0, 4)]
print("By jnp.array:", *copied_means)
assert copied_means == [[1, 2, 3]] * 2, "jnp.array shared the buffer"

# %% build: back
x = jnp.arange(4.0)
view = np.asarray(x)
own = np.array(x)
print("asarray: shares", shares(view, x), "writable", view.flags.writeable)
print("array:   shares", shares(own, x), "writable", own.flags.writeable)
try:
    view[0] = 9
except ValueError as error:
    print(f"{type(error).__name__}: {error}")
else:
    raise AssertionError("NumPy wrote into a JAX array")

# %% figure: starts
import matplotlib.pyplot as plt

offsets = list(range(0, 65, 4))
seen = []
for offset in offsets:
    source = place(1024, offset)
    source[:] = 1
    x = jax.block_until_ready(jax.device_put(source))
    source[:] = 5
    seen.append(float(np.asarray(x).mean()))
plt.bar(offsets, seen, width=3)
plt.xticks(range(0, 65, 16))
plt.xlabel("start of the NumPy array (bytes past a multiple of 64)")
plt.ylabel("mean of the JAX array (no unit)")
plt.show()

# %% experiment: five-calls
calls = {
    "jnp.array": jnp.array,
    "jnp.asarray": jnp.asarray,
    "jnp.asarray, float32": lambda a: jnp.asarray(a, dtype=jnp.float32),
    "jax.device_put": jax.device_put,
    "jnp.from_dlpack": jnp.from_dlpack,
}
for label, call in calls.items():
    print(f"{label}: {record(place(1024, 0), call)}")

# %% experiment: five-layouts
source = place(12, 0)
table = source.reshape(3, 4)
layouts = {
    "as it is": source,
    "as a table": table,
    "transposed": table.T,
    "from the second entry on": source[1:],
    "as float64": source.astype(np.float64),
}
for label, array in layouts.items():
    x = jax.block_until_ready(jax.device_put(array))
    print(f"{label}: {x.dtype}, shares {shares(array, x)}")

# %% experiment: ask-for-a-copy
requests = {
    "device_put, may_alias=False": lambda a: jax.device_put(a, may_alias=False),
    "from_dlpack, copy=True": lambda a: jnp.from_dlpack(a, copy=True),
    "jnp.asarray, copy=True": lambda a: jnp.asarray(a, copy=True),
    "device_put of a.copy()": lambda a: jax.device_put(a.copy()),
}
for label, request in requests.items():
    print(f"{label}: {record(place(1024, 0), request)}")

# %% experiment: before-and-after
source = place(4, 0)
source[:] = 1
x = jax.device_put(source)
doubled = jax.block_until_ready(2 * x)
print("Before: x.sum()", x.sum(), "doubled.sum()", doubled.sum())
source[:] = 5
print("After:  x.sum()", x.sum(), "doubled.sum()", doubled.sum())


# %% exercise: collect
def collect(buffer, fill, num_frames):
    """Return a JAX array for each frame that fill writes to the buffer."""
    # SOLUTION: copy each frame, and wait
    frames = []
    for number in range(num_frames):
        fill(buffer, number)
        # The call may return before the copy is complete.
        frames.append(jax.block_until_ready(jnp.array(buffer)))
    return frames
    # END SOLUTION


def ramp(buffer, number):
    """Write number, number + 1, number + 2 and so on."""
    buffer[:] = number + np.arange(len(buffer))


frames = collect(place(3, 0), ramp, 2)  # SOLUTION: two ramps of three entries
print("Frames:", frames)

# %% check: collect
buffers = {
    "an aligned buffer": place(50, 0),
    "a buffer 4 bytes further": place(50, 4),
    "an aligned buffer of int32": place(50, 0).view(np.int32),
}
for name, buffer in buffers.items():
    used = []

    def fill(given, number, buffer=buffer, used=used):
        used.append(given is buffer)
        given[:] = 10 * number

    got = collect(buffer, fill, 4)
    assert used == [True] * 4, (
        f"collect on {name}: expected 4 calls of fill with that buffer, got "
        f"{len(used)}, {sum(used)} of them with it. Revisit the prompt: one "
        "buffer, filled once for each frame."
    )
    assert isinstance(got, list) and len(got) == 4, (
        f"collect on {name}: expected a list of 4 frames, got "
        f"{type(got).__name__}. Revisit the docstring."
    )
    assert all(isinstance(frame, jax.Array) for frame in got), (
        f"collect on {name}: expected JAX arrays, got "
        f"{[type(frame).__name__ for frame in got]}. Revisit the hand-over."
    )
    assert all(frame.dtype == buffer.dtype for frame in got), (
        f"collect on {name}: expected {buffer.dtype}, got {got[0].dtype}. "
        "Revisit the hand-over: it keeps the dtype."
    )
    first = [int(frame[0]) for frame in got]
    assert first == [0, 10, 20, 30], (
        f"collect on {name}: expected frames of 0, 10, 20 and 30, got {first}. "
        "Revisit the loop: numbers count from 0, and a filled frame must have "
        "its own memory before the next one is written."
    )
    buffer[:] = 77
    first = [int(frame[0]) for frame in got]
    assert first == [0, 10, 20, 30], (
        f"collect on {name}, after one more write: expected 0, 10, 20 and 30, "
        f"got {first}. Revisit the last frame: it shares the buffer as well."
    )
assert [frame.tolist() for frame in frames] == [[0, 1, 2], [1, 2, 3]], (
    f"frames: expected ramps from 0 and from 1, got {frames}. Revisit the call."
)


# %% practice: hand-over
def hand_over(array):
    """Return a JAX array without a needless copy; close the NumPy side."""
    # SOLUTION: share, then forbid writing
    x = jax.device_put(array)
    array.flags.writeable = False
    return x
    # END SOLUTION


readings = place(4, 0)
readings[:] = 7
handed = hand_over(readings)  # SOLUTION: the readings
try:
    readings[0] = 8
except ValueError:
    print("Writing is refused, JAX holds:", handed)

# %% check: hand-over
for offset in (0, 4):
    name = f"hand_over of an array at offset {offset}"
    source = place(100, offset)
    source[:] = 3
    can_share = shares(source, jax.device_put(source))
    got = hand_over(source)
    assert isinstance(got, jax.Array) and got.tolist() == [3.0] * 100, (
        f"{name}: expected a JAX array of threes, got {got!r}. Revisit the "
        "docstring of hand_over."
    )
    assert shares(source, got) == can_share, (
        f"{name}: expected shared memory: {can_share}, got "
        f"{shares(source, got)}. Revisit the calls: one of them shares where "
        "it can, and copies where it must."
    )
    assert not source.flags.writeable, (
        f"{name}: expected that writing is refused afterwards, got a writable "
        "array. Revisit `.flags.writeable` of the array that was given."
    )
assert isinstance(handed, jax.Array) and float(handed[0]) == 7, (
    f"handed: expected the readings, all 7, got {handed}. Revisit the call."
)
assert not readings.flags.writeable, (
    "readings: expected an array closed for writing, got a writable one. "
    "Revisit the call."
)


# %% challenge: audit
def audit(convert, offsets):
    """Return the offsets at which a later write changes the result."""
    # SOLUTION: convert, note, write, compare
    changed = []
    for offset in offsets:
        source = place(1024, offset)
        source[:] = 1
        result = jax.block_until_ready(convert(source))
        before = np.array(result)
        source[:] = 2
        if (np.asarray(result) != before).any():
            changed.append(offset)
    return changed
    # END SOLUTION


starts = (0, 4, 16, 48)
by_put = audit(jax.device_put, starts)  # SOLUTION: audit jax.device_put
by_array = audit(jnp.array, starts)  # SOLUTION: audit jnp.array
print("Changed by a later write:", by_put, by_array)

# %% check: audit
conversions = {
    "jnp.array": jnp.array,
    "jax.device_put": jax.device_put,
    "jax.device_put of a copy": lambda a: jax.device_put(a.copy()),
    "twice jax.device_put": lambda a: 2 * jax.device_put(a),
    "jax.device_put of the first 16": lambda a: jax.device_put(a[:16]),
    "jax.device_put without the first 16": lambda a: jax.device_put(a[16:]),
    "jax.device_put without the first 4": lambda a: jax.device_put(a[4:]),
    "the NumPy array itself": lambda a: a,
}
for name, convert in conversions.items():
    # The second route writes nothing: it compares addresses.
    expected = []
    for offset in starts:
        source = place(1024, offset)
        if shares(source, convert(source)):
            expected.append(offset)
    got = audit(convert, starts)
    assert got is not None and list(got) == expected, (
        f"audit of {name} at 0, 4, 16 and 48: expected {expected} from the "
        f"addresses, got {got}. Revisit the trial: every entry is written, and "
        "the result is compared with a copy of itself from before."
    )
got = audit(jax.device_put, (4,))
assert list(got) == [], (
    f"audit of jax.device_put at 4 alone: expected [], got {got}. Revisit the "
    "argument `offsets`: these are tried, and no others."
)
assert 0 in by_put and 4 not in by_put and list(by_array) == [], (
    f"by_put, by_array: expected 0 without 4, and [], got {by_put} and "
    f"{by_array}. Revisit the last lines."
)

# %% pass
print("PASS: arrays-06")
