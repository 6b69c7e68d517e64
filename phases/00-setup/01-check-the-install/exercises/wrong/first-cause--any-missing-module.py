# caught by: first_cause of another missing module
PIP, PAIR = "no package", "mixed versions"
BACKEND, PYTHON = "absent backend", "another Python"


def first_cause(log):
    """Return the cause of the first known failure in a log, or "unknown"."""
    signs = {
        "Could not find a version that satisfies": PIP,
        "newer than and incompatible with jax": PAIR,
        "this version of jax requires version": PAIR,
        "Unable to initialize backend": BACKEND,
        "ModuleNotFoundError": PYTHON,
    }
    places = {log.find(sign): cause for sign, cause in signs.items()}
    places.pop(-1, None)
    return places[min(places)] if places else "unknown"


cause = first_cause(refused.stderr)
print("First cause:", cause)
