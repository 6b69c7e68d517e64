# caught by: from before one call until its result is ready
def completed_seconds(function, x, clock=time.perf_counter):
    """Return the seconds of one call, from its start until it is complete."""
    result = function(x)
    start = clock()
    result.block_until_ready()
    return clock() - start


repeats_line = summary(
    [completed_seconds(compiled, matrix) for _ in range(5)]
)
print("Milliseconds, by completed_seconds:", repeats_line)
