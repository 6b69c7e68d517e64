# caught by: as many as wanted is no reason to refuse
def ask_for(count, update=jax.config.update, running=jax.device_count):
    """Ask for count devices; return how many run, or refuse in words."""
    update("jax_num_cpu_devices", count)
    found = running()
    if found != count:
        raise RuntimeError(f"asked for {count}, found {found}")
    return found


granted = ask_for(COUNT)
print("Devices granted:", granted)
