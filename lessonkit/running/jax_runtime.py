"""All that is specific to JAX: choosing a backend, proving it, waiting for it."""

from __future__ import annotations

import os
import sys

# Distributions under JAX whose versions show in results.
COMPANIONS = ("ml_dtypes", "scipy")

# What an accelerator's driver needs from the caller's environment.
KEPT_VARIABLES = ("LD_LIBRARY_PATH", "CUDA_", "NVIDIA_", "ROCR_", "HIP_", "TPU_")

# The host stays available beside an accelerator, as it is for a reader.
_PLATFORMS = {"cpu": "cpu", "gpu": "cuda,cpu", "tpu": "tpu,cpu"}

# A program is kept however quick it was to compile, and however small it is.
_CACHE_MINIMUMS = (
    "jax_persistent_cache_min_compile_time_secs",
    "jax_persistent_cache_min_entry_size_bytes",
)

_FLAGS = ("jax_enable_x64", "jax_num_cpu_devices", "jax_numpy_rank_promotion")


def build_variables(backend: str) -> dict[str, str]:
    """Return the environment variables that choose the backend.

    They are read when JAX is imported, also by processes that a lesson starts.
    """
    return {"JAX_PLATFORMS": _PLATFORMS[backend]}


def use_cache(folder: str) -> None:
    """Keep compiled programs in a folder, and take them from there.

    A warm process has read its variables already; a fresh one has yet to do so, and
    so have the processes that a lesson starts.
    """
    options: dict[str, str | int] = {"jax_compilation_cache_dir": folder}
    options |= dict.fromkeys(_CACHE_MINIMUMS, 0)
    jax = sys.modules.get("jax")
    for name, value in options.items():
        os.environ[name.upper()] = str(value)
        if jax is not None:
            jax.config.update(name, value)


def has_started() -> bool:
    """Say whether a backend runs, after which no process may be forked."""
    bridge = sys.modules.get("jax._src.xla_bridge")
    return bridge is not None and bridge.backends_are_initialized()


def settle() -> None:
    """Wait for prints and callbacks of computations that still run."""
    if has_started():
        sys.modules["jax"].effects_barrier()


def find_fault(backend: str) -> str | None:
    """Return why this is not the backend that was asked for, or None.

    Starts the backend, so it may come only when the lesson has chosen its devices.
    """
    import jax

    try:
        found = jax.default_backend()
    except Exception as error:  # Each plugin fails in a way of its own.
        reason = str(error) or type(error).__name__
        return f"JAX has no {backend} here ({reason.splitlines()[0]})"
    if found != backend:
        return f"JAX runs on {found} here, not on {backend}"
    return None


def describe() -> dict[str, object]:
    """Return the device and the flags that a record names."""
    import jax

    devices = jax.devices()
    standard = {"jax_num_cpu_devices": -1, "jax_numpy_rank_promotion": "allow"}
    flags = {
        name: str(value)
        for name in _FLAGS
        if (value := getattr(jax.config, name, None)) not in (None, False)
        and value != standard.get(name)
    }
    if os.environ.get("XLA_FLAGS"):
        flags["XLA_FLAGS"] = os.environ["XLA_FLAGS"]
    return {
        "device_kind": devices[0].device_kind,
        "device_count": len(devices),
        "flags": flags,
    }
