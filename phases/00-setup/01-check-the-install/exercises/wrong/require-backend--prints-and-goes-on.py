# caught by: a wrong backend must stop the program
def require_backend(expected, found):
    """Return the backend if it is the expected one, else raise in words."""
    if found != expected:
        print(f"expected the backend {expected}, found {found}: JAX_PLATFORMS?")
    return found


checked = require_backend("cpu", jax.default_backend())
print("Backend as expected:", checked)
