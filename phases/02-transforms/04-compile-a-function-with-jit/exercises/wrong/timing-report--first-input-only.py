# caught by: expected '(7,)' in the text
def sample_seconds(function, args, repeats=20, clock=time.perf_counter):
    """Return the seconds of each completed call, after a warm-up."""
    jax.block_until_ready(function(*args))
    seconds = []
    for _ in range(repeats):
        start = clock()
        jax.block_until_ready(function(*args))
        seconds.append(clock() - start)
    return seconds


def report_text(seconds, args):
    """Return the report: setting, latency, and what it leaves out."""
    return (
        f"Setting: {jax.default_backend()}, {args[0].dtype} {args[0].shape}\n"
        f"Microseconds per pair: {summary(seconds)}\n"
        "Left out: compilation, making inputs, other shapes and devices"
    )


pair_seconds = sample_seconds(compiled_pair, (w, x, y))
report = report_text(pair_seconds, (w, x, y))
print(report)
