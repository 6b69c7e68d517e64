# caught by: first_cause of a program, then pip
PIP, PAIR = "no package", "mixed versions"
BACKEND, PYTHON = "absent backend", "another Python"


def first_cause(log):
    """Return the cause of the first known failure in a log, or "unknown"."""
    if "Could not find a version" in log:
        return PIP
    if "incompatible with jax" in log or "this version of jax requires" in log:
        return PAIR
    if "Unable to initialize backend" in log:
        return BACKEND
    if "No module named 'jax'" in log:
        return PYTHON
    return "unknown"


cause = first_cause(refused.stderr)
print("First cause:", cause)
