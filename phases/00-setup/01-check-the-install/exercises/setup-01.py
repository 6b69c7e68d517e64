"""Name the versions, the backend and the devices, and check a known answer."""

# Starter: replace each `...` and each `raise NotImplementedError`, then run the
# file. It stops at the first check that is not met and says what is missing.

# %% build: versions
import platform
import sys

import jax
import jaxlib

print("Python:", platform.python_version())
print("64-bit Python:", sys.maxsize > 2**32)
print("JAX:", jax.__version__)
print("jaxlib:", jaxlib.__version__)

# %% build: devices
backend = jax.default_backend()
devices = jax.devices()
print("Backend:", backend)
print("Devices:", *devices)
print("Number of devices:", jax.device_count())
assert backend == "cpu", f"expected the backend cpu, got {backend}"
assert len(devices) == jax.device_count(), "a device is missing in the list"

# %% build: total
import jax.numpy as jnp

COUNT = 10
total = jnp.arange(COUNT).sum()  # ()
by_formula = COUNT * (COUNT - 1) // 2
by_python = sum(range(COUNT))
print("Total:", total)
print("By formula, by Python:", by_formula, by_python)
print("The total lives on:", *total.devices())
assert total == by_formula == by_python, "JAX adds ten numbers wrongly"
assert total.devices() <= set(devices), "the total is on an unlisted device"

# %% build: new-process
import os
import subprocess

PROGRAM = """
import jax
print("imported")
print("backend", jax.default_backend())
print("total", jax.numpy.arange(10).sum())
"""


def run(program, platforms=""):
    """Run a program in a new Python, with this value of JAX_PLATFORMS."""
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "JAX_PLATFORMS": platforms},
        capture_output=True,
        text=True,
    )


named = run(PROGRAM, "cpu")
print("Exit code:", named.returncode)
print(named.stdout, end="")
assert named.stdout.endswith("total 45\n"), "the new process disagrees"

# %% experiment: absent-backend
refused = run(PROGRAM, "tpu")
print("Printed:", *refused.stdout.splitlines())
print("Exit code:", refused.returncode)
last_line = refused.stderr.strip().splitlines()[-1]
sentence = "RuntimeError: Unable to initialize backend 'tpu'"
print("Its last line begins:", last_line[: len(sentence)])
assert refused.stdout.split() == ["imported"], "it got past the backend"
assert last_line.startswith(sentence), "it does not name the backend"

# %% experiment: ask-by-name
for name in ["cpu", "gpu"]:
    try:
        print(f"{name}:", *jax.devices(name))
    except RuntimeError as error:
        print(f"{name}:", type(error).__name__)
        print("Names what is there:", "present are: cpu" in str(error))
    else:
        assert name == "cpu", f"this JAX has the backend {name}"

# %% experiment: two-orders
early = """
import os
os.environ["JAX_PLATFORMS"] = "tpu"
import jax
print("backend", jax.default_backend())
"""
late = """
import os
import jax
os.environ["JAX_PLATFORMS"] = "tpu"
print("backend", jax.default_backend())
"""
for label, program in [("Before the import", early), ("After it", late)]:
    result = run(program)
    print(f"{label}:", result.stdout.strip() or "refused")
    refuses = result.returncode != 0
    assert refuses == (program is early), "the order made no difference"

# %% exercise: setting
def setting(devices):
    """Return one line: JAX version, kind of the devices, their number."""
    raise NotImplementedError("TODO: build the line from the devices")


line = ...  # TODO: the setting of this process
print(line)

# %% check: setting
assert line is not ..., "setting: `line` is still `...`"
from types import SimpleNamespace

made_up = {
    "one cpu device": ["cpu"],
    "two gpu devices": ["gpu", "gpu"],
    "eight tpu devices": ["tpu"] * 8,
    "a gpu and a cpu device": ["gpu", "cpu"],
}
for name, kinds in made_up.items():
    got = setting([SimpleNamespace(platform=kind) for kind in kinds])
    assert isinstance(got, str), (
        f"setting of {name}: expected one line of text, got {got!r}. "
        "Revisit the docstring: the function returns the line."
    )
    assert got.startswith(f"JAX {jax.__version__} on "), (
        f"setting of {name}: expected the line to start with "
        f"'JAX {jax.__version__} on ', got {got!r}. Revisit the first build "
        "step: the running JAX knows its own version."
    )
    expected = f"{'+'.join(sorted(set(kinds)))}, devices: {len(kinds)}"
    assert got.endswith(f" on {expected}"), (
        f"setting of {name}: expected {expected!r} after 'on', got {got!r}. "
        "Revisit the prompt: the line tells of the devices that are passed."
    )
true_version = jax.__version__
jax.__version__ = "9.8.7"
try:
    got = setting([SimpleNamespace(platform="cpu")])
finally:
    jax.__version__ = true_version
assert got.startswith("JAX 9.8.7 "), (
    f"setting under a JAX 9.8.7: expected its version in the line, got {got!r}."
    " Revisit the first build step: ask jax.__version__ inside the function; "
    "read the version, do not type it."
)
assert line == setting(jax.devices()), (
    f"last line: expected {setting(jax.devices())!r}, got {line!r}. Revisit "
    "the second build step: jax.devices() lists the devices of this process."
)

# %% practice: require-backend
def require_backend(expected, found):
    """Return the backend if it is the expected one, else raise in words."""
    raise NotImplementedError("TODO: return it, or refuse in words")


checked = ...  # TODO: want cpu
print("Backend as expected:", checked)

# %% check: require-backend
assert checked is not ..., "require-backend: `checked` is still `...`"
for pair in [("cpu", "cpu"), ("gpu", "gpu"), ("tpu", "tpu")]:
    try:
        got = require_backend(*pair)
    except RuntimeError as error:
        raise AssertionError(
            f"require_backend{pair}: expected {pair[1]!r}, got {error!r}. "
            "Revisit the condition: equal names are no reason to refuse."
        ) from error
    assert got == pair[1], (
        f"require_backend{pair}: expected {pair[1]!r}, got {got!r}. "
        "Revisit the docstring: the function returns the backend."
    )
wrong_pairs = [("gpu", "cpu"), ("cpu", "gpu"), ("cuda", "cpu")]
parts_of_names = [("pu", "cpu"), ("cpu", "pu")]
for pair in wrong_pairs + parts_of_names:
    try:
        got = require_backend(*pair)
    except (Exception, SystemExit) as error:
        got, message = error, str(error)
    if not isinstance(got, RuntimeError):
        raise AssertionError(
            f"require_backend{pair}: expected a RuntimeError, got {got!r}. "
            "Revisit quiet and loud: a wrong backend must stop the program."
        )
    parts = [f"expected the backend {pair[0]}", f"found {pair[1]}"]
    for part in [*parts, "JAX_PLATFORMS"]:
        assert part in message, (
            f"require_backend{pair}: expected {part!r} in the message, got "
            f"{message!r}. Revisit the prompt: what was wanted, what came, "
            "and where to look."
        )
assert checked == "cpu", (
    f"checked: expected 'cpu', got {checked!r}. Revisit the last line: it "
    "passes what was wanted and what JAX names."
)

# %% challenge: first-cause
PIP, PAIR = "no package", "mixed versions"
BACKEND, PYTHON = "absent backend", "another Python"


def first_cause(log):
    """Return the cause of the first known failure in a log, or "unknown"."""
    raise NotImplementedError("TODO: name the failure that stands first")


cause = ...  # TODO: the refusal of `tpu`
print("First cause:", cause)

# %% check: first-cause
assert cause is not ..., "first-cause: `cause` is still `...`"
PIP_LINES = (
    "ERROR: Could not find a version that satisfies the requirement {0} "
    "(from versions: {1})\nERROR: No matching distribution found for {0}"
)
MODULE_LINE = "ModuleNotFoundError: No module named 'jax'"
NEWER_LINE = (
    "RuntimeError: jaxlib version {} is newer than and incompatible with jax "
    "version {}. Please update your jax and/or jaxlib packages."
)
OLDER_LINE = (
    "RuntimeError: jaxlib is version {}, but this version of jax requires "
    "version >= {}."
)
logs = {
    "pip on Python 3.10": (PIP_LINES.format("jax==0.10.2", "0.6.2"), PIP),
    "pip on Windows ARM": (PIP_LINES.format("jaxlib==0.10.2", "none"), PIP),
    "a newer jaxlib": (NEWER_LINE.format("0.12.0.1", "0.10.2"), PAIR),
    "another newer jaxlib": (NEWER_LINE.format("0.4.31", "0.4.20"), PAIR),
    "an older jaxlib": (OLDER_LINE.format("0.9.2", "0.10.1"), PAIR),
    "the refusal of tpu": (refused.stderr, BACKEND),
    "a program without JAX": (MODULE_LINE, PYTHON),
    "pip, then the program": (
        PIP_LINES.format("jax==0.10.2", "0.6.2") + "\n" + MODULE_LINE,
        PIP,
    ),
    "a program, then pip": (
        MODULE_LINE + "\n" + PIP_LINES.format("jax==9", "0.10.2"),
        PYTHON,
    ),
    "a refusal of another name": (
        refused.stderr.replace("'tpu'", "'cuda'"),
        BACKEND,
    ),
    "a full disk": (
        "ERROR: Could not install packages due to an OSError: [Errno 28] No "
        "space left on device",
        "unknown",
    ),
    "another missing module": (
        "ModuleNotFoundError: No module named 'matplotlib'",
        "unknown",
    ),
    "a run that passed": ("PASS: setup-01", "unknown"),
}
for name, (log, expected) in logs.items():
    got = first_cause(log)
    assert got == expected, (
        f"first_cause of {name}: expected {expected!r}, got {got!r}, from a "
        f"log that ends in {log.strip().splitlines()[-1][:70]!r}. Revisit the "
        "four messages: take words without versions or names, let the "
        "failure that stands first decide, and call a log without any of "
        "them unknown."
    )
assert cause == BACKEND, (
    f"cause: expected {BACKEND!r} for the refusal of tpu, got "
    f"{cause!r}. Revisit the last line: the log is refused.stderr."
)

# %% pass
print("PASS: setup-01")
