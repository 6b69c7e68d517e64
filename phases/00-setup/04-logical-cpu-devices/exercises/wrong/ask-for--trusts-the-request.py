# caught by: a request is no proof
def ask_for(count, update=jax.config.update, running=jax.device_count):
    """Ask for count devices; return how many run, or refuse in words."""
    try:
        update("jax_num_cpu_devices", count)
    except RuntimeError as error:
        found = running()
        if found != count:
            raise RuntimeError(
                f"asked for {count}, found {found}"
            ) from error
    return count


granted = ask_for(COUNT)
print("Devices granted:", granted)
