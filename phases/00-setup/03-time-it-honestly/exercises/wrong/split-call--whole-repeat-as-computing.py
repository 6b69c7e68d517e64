# caught by: the three parts add up to the first one
def measure(function, x, repeats=7, clock=time.perf_counter):
    """Return the first duration, then lists to return and to completion."""
    start = clock()
    function(x).block_until_ready()
    first = clock() - start
    to_return, to_completion = [], []
    for _ in range(repeats):
        start = clock()
        result = function(x)
        to_return.append(clock() - start)
        result.block_until_ready()
        to_completion.append(clock() - start)
    return first, to_return, to_completion


def split(first, to_return, to_completion):
    """Return the seconds to prepare, to hand over and to compute."""
    hand_over = statistics.median(to_return)
    repeat = statistics.median(to_completion)
    return first - repeat, hand_over, repeat


def parts_line(parts):
    names = ["prepare", "hand over", "compute"]
    texts = [f"{n} {1e3 * p:.3f}" for n, p in zip(names, parts, strict=True)]
    return ", ".join(texts)


fresh = jax.jit(lambda matrix: matrix @ matrix @ matrix)
split_line = parts_line(split(*measure(fresh, large)))
print("Milliseconds to", split_line)
