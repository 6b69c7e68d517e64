# caught by: the line tells of the devices that are passed
def setting(devices):
    """Return one line: JAX version, kind of the devices, their number."""
    kind = devices[0].platform
    return f"JAX {jax.__version__} on {kind}, devices: {len(devices)}"


line = setting(jax.devices())
print(line)
