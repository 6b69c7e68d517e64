"""Find your own line, the class of an error and its page in a traceback."""

# %% build: failing-program
CLIP = """import jax
def clip(x):
    if x > 0:
        return x
    return 0.0
def score(x):
    return 2.0 * clip(x)
jax.jit(score)(3.0)
"""
print("Lines of the program:", len(CLIP.splitlines()))

# %% build: new-process
import os
import subprocess
import sys
import tempfile
from pathlib import Path


def run(program, filtering="auto"):
    """Run a program in a new Python and return its error output."""
    env = {**os.environ, "JAX_TRACEBACK_FILTERING": filtering}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.py"
        file.write_text(program)
        command = [sys.executable, str(file)]
        done = subprocess.run(command, env=env, capture_output=True, text=True)
    return done.stderr.replace(str(file), "program.py")


print("A program without fault:", repr(run("print(1)")))

# %% build: traceback
clip_text = run(CLIP)
for line in clip_text.splitlines():
    if not set(line) <= set(" ^~"):
        print(line)

# %% build: frames
import re

FRAME = r'File "(.+)", line (\d+), in (.+)'


def frames(text):
    """Return file, line and function of every frame, in order."""
    found = re.findall(FRAME, text)
    return [(Path(file).name, int(line), name) for file, line, name in found]


for file, line, name in frames(clip_text):
    source = CLIP.splitlines()[line - 1].strip()
    print(f"{file}, line {line}, in {name}: {source}")
assert frames(clip_text)[-1] == ("program.py", 3, "clip"), "another last frame"

# %% build: all-frames
clip_full = run(CLIP, "off")
own = [frame for frame in frames(clip_full) if frame[0] == "program.py"]
print("Frames shown:", len(frames(clip_text)))
print("Frames in all:", len(frames(clip_full)))
print("Of program.py:", len(own))
assert own == frames(clip_text), "filtering has touched frames of the program"

# %% build: second-program
PRODUCT = """import jax
import jax.numpy as jnp
def predict(w, x):
    return x @ w
def loss(w, x, y):
    return ((predict(w, x) - y) ** 2).sum()
x = jnp.ones((4, 3))
jax.jit(loss)(jnp.ones(4), x, jnp.ones(4))
"""
product_text, product_full = run(PRODUCT), run(PRODUCT, "off")
own = [frame for frame in frames(product_full) if frame[0] == "program.py"]
print("Product: frames in all:", len(frames(product_full)))
print("Product: frames of JAX:", len(frames(product_full)) - len(own))

# %% build: caught-error
import jax


def clip(x):
    if x > 0:
        return x
    return 0.0


try:
    jax.jit(clip)(3.0)
except jax.errors.TracerBoolConversionError as error:
    kept = error
else:
    raise AssertionError("the condition did not fail")
print("Sentence:", str(kept).split(".")[0])

# %% build: family
names = [c.__name__ for c in type(kept).__mro__ if c.__name__[0] != "_"]
print("Family:", " < ".join(names[:4]))
print("Names the argument x:", "the argument x." in str(kept))
addresses = re.findall(r"https://\S+", str(kept))
print("Page:", addresses[0].split("/")[-1])
parent = jax.errors.ConcretizationTypeError
assert issubclass(type(kept), parent) and issubclass(parent, TypeError)
assert "the argument x." in str(kept), "the message names no argument"

# %% build: repair
import jax.numpy as jnp


def repaired(x):
    return jnp.where(x > 0, x, 0.0)


for x in [3.0, 0.0, -2.0]:
    compiled, plain = jax.jit(repaired)(x), clip(x)
    print(f"x = {x}: compiled {compiled}, plain Python {plain}")
    assert compiled == plain, "the repair changes the function"

# %% figure: whose-frames
import matplotlib.pyplot as plt

texts = {
    "condition,\nshown": clip_text,
    "condition,\nall": clip_full,
    "product,\nshown": product_text,
    "product,\nall": product_full,
}
files = [[frame[0] for frame in frames(text)] for text in texts.values()]
own_counts = [names.count("program.py") for names in files]
jax_counts = [len(names) - names.count("program.py") for names in files]
plt.bar(list(texts), own_counts, label="program.py")
plt.bar(list(texts), jax_counts, bottom=own_counts, label="files of JAX")
plt.xlabel("error, and the frames that are printed")
plt.ylabel("number of frames")
plt.legend()
plt.show()

# %% experiment: last-frame
endings = {
    "Condition": clip_text,
    "Product": product_text,
    "Condition, all frames": clip_full,
}
for label, text in endings.items():
    file, line, name = frames(text)[-1]
    whose = "program.py" if file == "program.py" else "JAX"
    print(f"{label}: the last frame belongs to", whose)
assert whose == "JAX", "the condition was noticed in another place"

_, line, name = own[-1]
print(f"Product: the last own frame is {name}, line {line}")
print("It reads:", PRODUCT.splitlines()[line - 1].strip())
print("Contracting (3,) and (4,):", "got (3,) and (4,)" in product_text)

rows = [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
weights = [1.0, 2.0, -1.0]
by_sum = [sum(row[k] * weights[k] for k in range(3)) for row in rows]
by_jax = jnp.array(rows) @ jnp.array(weights)  # (2,)
print("Three weights, by JAX and by sum:", by_jax.tolist(), by_sum)
assert name == "predict", "another function made the product"
assert by_jax.tolist() == by_sum, "the mended product is wrong"

# %% experiment: without-jit
print("A number:", clip(jnp.array(-2.0)))
try:
    clip(jnp.array([3.0, -2.0]))
except ValueError as error:
    print("Two numbers:", type(error).__name__)
    print("Says that it is ambiguous:", "ambiguous" in str(error))
else:
    raise AssertionError("two numbers made one condition")


# %% experiment: wide-net
def forgiving(x):
    try:
        return clip(x)
    except TypeError:
        return x  # Meant for a text or None, which has no sign.


print("Plain Python:", forgiving(-2.0))
print("Compiled:", jax.jit(forgiving)(-2.0))
assert forgiving(-2.0) == 0.0, "the plain function is wrong"
assert jax.jit(forgiving)(-2.0) == -2.0, "the net caught nothing"


# %% exercise: user-frame
def user_frame(text, file):
    """Return line and function of the last frame in file, or None."""
    # SOLUTION: the last frame of that file
    own = [(line, name) for where, line, name in frames(text) if where == file]
    return own[-1] if own else None
    # END SOLUTION


frame = user_frame(product_full, "program.py")  # SOLUTION: the product's frame
print("Your line in the product:", frame)

# %% check: user-frame
START = "Traceback (most recent call last):\n"
FRAME_LINE = '  File "{}", line {}, in {}\n    …\n'
deep = START + "".join(
    FRAME_LINE.format(*parts)
    for parts in [
        ("/home/ada/train.py", 40, "<module>"),
        ("/venv/lib/jax/_src/pjit.py", 257, "cache_miss"),
        ("/home/ada/train.py", 12, "step"),
        ("/home/ada/layers.py", 7, "dense"),
        ("/home/ada/old_train.py", 3, "pad"),
        ("/venv/lib/jax/_src/numpy/ufuncs.py", 1238, "add"),
    ]
)
frame_cases = {
    "the condition": (clip_text, "program.py", (3, "clip")),
    "the condition, all frames": (clip_full, "program.py", (3, "clip")),
    "the product": (product_text, "program.py", (4, "predict")),
    "the product, all frames": (product_full, "program.py", (4, "predict")),
    "a made-up training": (deep, "train.py", (12, "step")),
    "its layers": (deep, "layers.py", (7, "dense")),
    "a file that is not there": (deep, "data.py", None),
}
for name, (text, file, expected) in frame_cases.items():
    got = user_frame(text, file)
    assert got == expected, (
        f"user_frame of {name}, {file}: expected {expected}, got {got}. "
        "Revisit last-frame: of the frames whose file has exactly this name, "
        "the last one is nearest to the cause. Line and function are a pair."
    )
assert frame == (4, "predict"), (
    f"frame: expected (4, 'predict'), got {frame}. Revisit the last line: it "
    "reads product_full and asks for program.py."
)


# %% practice: class-and-sentence
def class_and_sentence(text):
    """Return the name of the class and the first line of its message."""
    # SOLUTION: first margin line after frames
    last = text.split("Traceback (most recent call last):")[-1]
    at_margin = [line for line in last.splitlines() if line[:1].strip()]
    name, _, sentence = at_margin[0].partition(": ")
    return name.split(".")[-1], sentence
    # END SOLUTION


pair = class_and_sentence(product_full)  # SOLUTION: of the product, all frames
print("Class and sentence:", pair)

# %% check: class-and-sentence
HEAD = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n  …\n'
NOTE = "\n--------------------\nFor simplicity, JAX has removed its frames.\n"
clip_pair = (
    "TracerBoolConversionError",
    "Attempted boolean conversion of traced array with shape bool[].",
)
product_pair = (
    "TypeError",
    "dot_general requires contracting dimensions to have the same shape, "
    "got (3,) and (4,).",
)
pair_cases = {
    "the condition": (clip_text, clip_pair),
    "the product, all frames": (product_full, product_pair),
    "a note at the end": (HEAD + "ValueError: no" + NOTE, ("ValueError", "no")),
    "a second colon": (HEAD + "E: got a: b", ("E", "got a: b")),
    "no message": (HEAD + "AssertionError\n", ("AssertionError", "")),
    "a warning before": (
        "a.py:1: UserWarning: slow\n" + HEAD + "jax.errors.X: bad\nSee y",
        ("X", "bad"),
    ),
    "a second error": (
        HEAD + "KeyError: 'w'\n\nDuring handling of the above exception, "
        "another exception occurred:\n\n" + HEAD + "TypeError: no w",
        ("TypeError", "no w"),
    ),
}
for name, (text, expected) in pair_cases.items():
    got = class_and_sentence(text)
    assert got == expected, (
        f"class_and_sentence of {name}: expected {expected}, got {got}. "
        "Revisit the printed traceback and the prompt: the first line at the "
        "margin after the frames, cut at its first colon, without a module."
    )
assert pair == product_pair, (
    f"pair: expected {product_pair}, got {pair}. Revisit the last line: it "
    "reads product_full."
)

# %% challenge: report
import traceback

JAX_FOLDER = str(Path(jax.__file__).parent)


def report(function, *args):
    """Return function, class and page of a failure under jax.jit, or None."""
    # SOLUTION: call, catch, name three things
    try:
        jax.jit(function)(*args)
    except Exception as error:
        own = [
            frame.name
            for frame in traceback.extract_tb(error.__traceback__)
            if not frame.filename.startswith(JAX_FOLDER)
        ]
        pages = re.findall(r"https://\S+/(\S+)", str(error))
        return own[-1], type(error).__name__, pages[0] if pages else "no page"
    return None
    # END SOLUTION


reported = report(clip, 3.0)  # SOLUTION: the report on clip with 3.0
print("Report:", reported)

# %% check: report
import numpy as np


def halve(x):
    return np.sin(x) / 2


def outer(x):
    return halve(x) + 1


def grow(x):
    return x + jnp.ones(4)


def overwrite(x):
    x[0] = 1.0
    return x


def divide(x):
    return x / (1 // 0)


def double(x):
    return 2 * x


three = jnp.ones(3)
by_condition = "TracerBoolConversionError"
by_numpy = "TracerArrayConversionError"
report_cases = {
    "a condition": (
        (clip, 2.0),
        ("clip", by_condition, f"errors.html#jax.errors.{by_condition}"),
    ),
    "NumPy in a helper": (
        (outer, three),
        ("halve", by_numpy, f"errors.html#jax.errors.{by_numpy}"),
    ),
    "shapes (3,) and (4,)": ((grow, three), ("grow", "TypeError", "no page")),
    "a change in place": (
        (overwrite, three),
        ("overwrite", "TypeError", "jax.numpy.ndarray.at.html"),
    ),
    "a division of Python's": (
        (divide, three),
        ("divide", "ZeroDivisionError", "no page"),
    ),
    "a function without fault": ((double, three), None),
}
for name, (call, expected) in report_cases.items():
    try:
        got = report(*call)
    except Exception as error:
        raise AssertionError(
            f"report of {name}: expected {expected}, got {error!r} as an "
            "error. Revisit the prompt: every failure is caught and reported."
        ) from error
    assert got == expected, (
        f"report of {name}: expected {expected}, got {got}. Revisit the three "
        "things to find: the last function that is no part of JAX, the class "
        "itself, and the end of the first address in the message."
    )
assert reported and reported[0] == "clip", (
    f"reported: expected the report on clip, got {reported}. Revisit the last "
    "line: it passes clip and 3.0."
)

# %% pass
print("PASS: setup-05")
