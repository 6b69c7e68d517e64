# caught by: An empty product is 1
def array_bytes(shape, dtype):
    """Return the bytes of such an array, without making one."""
    entries = shape[0] if shape else 0
    for length in shape[1:]:
        entries *= length
    return jnp.dtype(dtype).itemsize * entries


photo_bytes = array_bytes((600, 800, 3), jnp.uint8)
album_bytes = array_bytes((10_000, 600, 800, 3), jnp.float32)
print("Photo, album (bytes):", photo_bytes, album_bytes)
