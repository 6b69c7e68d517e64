# caught by: shapes and dtypes, not values
def reuse(function, known_args, new_args):
    """Return the new result and whether one program serves both inputs."""
    known_result = function(*known_args)
    new_result = function(*new_args)
    return new_result, bool(jnp.allclose(known_result, new_result))


new_w = w + 0.25
new_loss, same_program = reuse(compiled_loss, (w, x, y), (new_w, x, y))
print("New loss:", new_loss, "Same program:", same_program)
