# caught by: without making the array
def array_bytes(shape, dtype):
    """Return the bytes of such an array, without making one."""
    return jnp.zeros(shape, dtype=dtype).nbytes


photo_bytes = array_bytes((600, 800, 3), jnp.uint8)
album_bytes = 40_000 * photo_bytes
print("Photo, album (bytes):", photo_bytes, album_bytes)
