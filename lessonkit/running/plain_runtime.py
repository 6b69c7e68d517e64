"""The runtime of a course that needs nothing but Python."""

from __future__ import annotations

import platform

COMPANIONS = ()
KEPT_VARIABLES = ()


def build_variables(backend: str) -> dict[str, str]:
    """Return the environment variables that choose the backend: none."""
    return {}


def use_cache(folder: str) -> None:
    """Keep compiled programs in a folder: nothing is compiled here."""


def has_started() -> bool:
    """Say whether a backend runs, after which no process may be forked: never."""
    return False


def settle() -> None:
    """Wait for work that goes on in the background: there is none."""


def find_fault(backend: str) -> str | None:
    """Return why this is not the backend that was asked for, or None."""
    return None if backend == "cpu" else f"a plain course runs on cpu, not {backend}"


def describe() -> dict[str, object]:
    """Return the device and the flags that a record names."""
    return {"device_kind": platform.machine(), "device_count": 1, "flags": {}}
