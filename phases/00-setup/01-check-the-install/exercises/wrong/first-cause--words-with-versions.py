# caught by: take words without versions or names
PIP, PAIR = "no package", "mixed versions"
BACKEND, PYTHON = "absent backend", "another Python"


def first_cause(log):
    """Return the cause of the first known failure in a log, or "unknown"."""
    signs = {
        "Could not find a version that satisfies": PIP,
        "jaxlib version 0.12.0.1 is newer": PAIR,
        "jaxlib is version 0.9.2": PAIR,
        "Unable to initialize backend": BACKEND,
        "No module named 'jax'": PYTHON,
    }
    places = {log.find(sign): cause for sign, cause in signs.items()}
    places.pop(-1, None)
    return places[min(places)] if places else "unknown"


cause = first_cause(refused.stderr)
print("First cause:", cause)
