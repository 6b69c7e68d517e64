# caught by: the values travel with each call
def reuse(function, known_args, new_args):
    """Return the new result and whether one program serves both inputs."""
    frozen = jax.jit(lambda: function(*known_args))
    known_program = function.lower(*known_args).as_text()
    new_program = function.lower(*new_args).as_text()
    return frozen(), known_program == new_program


new_w = w + 0.25
new_loss, same_program = reuse(compiled_loss, (w, x, y), (new_w, x, y))
print("New loss:", new_loss, "Same program:", same_program)
