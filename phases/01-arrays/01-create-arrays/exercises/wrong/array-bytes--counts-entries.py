# caught by: array_bytes((3, 4), int32): expected 48, got 12
def array_bytes(shape, dtype):
    """Return the bytes of such an array, without making one."""
    return math.prod(shape)


photo_bytes = array_bytes((600, 800, 3), jnp.uint8)
album_bytes = array_bytes((10_000, 600, 800, 3), jnp.float32)
print("Photo, album (bytes):", photo_bytes, album_bytes)
