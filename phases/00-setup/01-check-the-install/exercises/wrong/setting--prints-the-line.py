# caught by: the function returns the line
def setting(devices):
    """Return one line: JAX version, kind of the devices, their number."""
    kinds = sorted({device.platform for device in devices})
    print(f"JAX {jax.__version__} on {'+'.join(kinds)}, devices: {len(devices)}")


line = setting(jax.devices())
print(line)
