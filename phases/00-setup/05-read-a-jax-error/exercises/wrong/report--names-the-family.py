# caught by: the class
import traceback

JAX_FOLDER = str(Path(jax.__file__).parent)


def report(function, *args):
    """Return function, class and page of a failure under jax.jit, or None."""
    try:
        jax.jit(function)(*args)
    except Exception as error:
        own = [
            frame.name
            for frame in traceback.extract_tb(error.__traceback__)
            if not frame.filename.startswith(JAX_FOLDER)
        ]
        family = "TypeError" if isinstance(error, TypeError) else "other"
        pages = re.findall(r"https://\S+/(\S+)", str(error))
        return own[-1], family, pages[0] if pages else "no page"
    return None


reported = report(clip, 3.0)
print("Report:", reported)
