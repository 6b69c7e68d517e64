# caught by: counting devices starts the backend
def ask_for(count, update=jax.config.update, running=jax.device_count):
    """Ask for count devices; return how many run, or refuse in words."""
    found = running()
    if found != count:
        try:
            update("jax_num_cpu_devices", count)
        except RuntimeError as error:
            raise RuntimeError(
                f"asked for {count}, found {found}"
            ) from error
    return running()


granted = ask_for(COUNT)
print("Devices granted:", granted)
