# caught by: one more axis, and four bytes per entry
def array_bytes(shape, dtype):
    """Return the bytes of such an array, without making one."""
    return jnp.dtype(dtype).itemsize * math.prod(shape)


photo_bytes = array_bytes((600, 800, 3), jnp.uint8)
album_bytes = array_bytes((10_000, 600, 800, 3), jnp.uint8)
print("Photo, album (bytes):", photo_bytes, album_bytes)
