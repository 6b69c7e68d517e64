# caught by: what was wanted and what runs
def ask_for(count, update=jax.config.update, running=jax.device_count):
    """Ask for count devices; return how many run, or refuse in words."""
    try:
        update("jax_num_cpu_devices", count)
    except RuntimeError:
        pass
    found = running()
    if found != count:
        raise RuntimeError("wrong number of devices")
    return found


granted = ask_for(COUNT)
print("Devices granted:", granted)
