# caught by: what was wanted, what came
def require_backend(expected, found):
    """Return the backend if it is the expected one, else raise in words."""
    if found != expected:
        raise RuntimeError("wrong backend")
    return found


checked = require_backend("cpu", jax.default_backend())
print("Backend as expected:", checked)
