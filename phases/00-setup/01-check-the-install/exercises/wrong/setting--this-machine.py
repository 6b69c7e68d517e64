# caught by: the line tells of the devices that are passed
def setting(devices):
    """Return one line: JAX version, kind of the devices, their number."""
    kind, count = jax.default_backend(), jax.device_count()
    return f"JAX {jax.__version__} on {kind}, devices: {count}"


line = setting(jax.devices())
print(line)
