# caught by: reuse on integer weights: expected False for same program
def reuse(function, known_args, new_args):
    """Return the new result and whether one program serves both inputs."""
    known_shapes = [arg.shape for arg in known_args]
    new_shapes = [arg.shape for arg in new_args]
    return function(*new_args).block_until_ready(), known_shapes == new_shapes


new_w = w + 0.25
new_loss, same_program = reuse(compiled_loss, (w, x, y), (new_w, x, y))
print("New loss:", new_loss, "Same program:", same_program)
