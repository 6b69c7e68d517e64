# caught by: first_cause of pip, then the program
PIP, PAIR = "no package", "mixed versions"
BACKEND, PYTHON = "absent backend", "another Python"


def first_cause(log):
    """Return the cause of the first known failure in a log, or "unknown"."""
    last = log.strip().splitlines()[-1]
    if "No matching distribution" in last:
        return PIP
    if "incompatible with jax" in last or "this version of jax requires" in last:
        return PAIR
    if "Unable to initialize backend" in last:
        return BACKEND
    if "No module named 'jax'" in last:
        return PYTHON
    return "unknown"


cause = first_cause(refused.stderr)
print("First cause:", cause)
