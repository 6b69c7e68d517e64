# caught by: expected a RuntimeError, got AssertionError
def require_backend(expected, found):
    """Return the backend if it is the expected one, else raise in words."""
    assert found == expected, (
        f"expected the backend {expected}, found {found}: look at JAX_PLATFORMS"
    )
    return found


checked = require_backend("cpu", jax.default_backend())
print("Backend as expected:", checked)
