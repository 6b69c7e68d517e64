"""Which distributions a lesson's imports bring, and in which versions."""

from lessonkit.running.packages import (
    Distribution,
    find_imports,
    find_versions,
    load_distributions,
)

KNOWN = {
    d.name: d
    for d in (
        Distribution("jax", "0.10", ("jax",), ("jaxlib", "numpy")),
        Distribution("jaxlib", "0.10", ("jaxlib",), ("numpy",)),
        Distribution("numpy", "2.4", ("numpy",), ()),
        Distribution("plots", "3.0", ("plt", "plots"), ("numpy", "missing")),
    )
}


def test_imports_are_found_wherever_they_stand() -> None:
    """Also inside a function; relative ones and the future are no distributions."""
    sources = [
        "import a.b as c, d\nfrom e.f import g\nfrom . import h\nfrom .i import j",
        "def f():\n    import k",
    ]
    assert find_imports(sources) == {"a", "d", "e", "k"}


def test_what_an_import_stands_on_counts_too() -> None:
    """A new jaxlib changes what a lesson that imports jax prints."""
    names = ("jax", "jaxlib", "numpy", "plots")
    assert list(find_versions(KNOWN, {"jax"}, names)) == ["jax", "jaxlib", "numpy"]
    assert find_versions(KNOWN, {"plt"}, names) == {"numpy": "2.4", "plots": "3.0"}
    assert find_versions(KNOWN, {"os"}, names) == {}


def test_names_are_kept_as_they_are_asked_for() -> None:
    """ml_dtypes and ml-dtypes are one distribution."""
    known = {"ml-dtypes": Distribution("ml-dtypes", "1", ("ml_dtypes",), ())}
    assert find_versions(known, {"ml_dtypes"}, ["ml_dtypes"]) == {"ml_dtypes": "1"}


def test_installed_distributions_are_described() -> None:
    """With all that they require; one that is not installed is left out."""
    found = load_distributions(["jax", "no-such-distribution"])
    assert {"jax", "jaxlib", "numpy", "ml-dtypes"} <= set(found)
    assert "no-such-distribution" not in found
    assert "jax" in found["jax"].modules
