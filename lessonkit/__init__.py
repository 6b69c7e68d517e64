"""A static course-site generator: what a page shows was produced by its lesson."""

import time

__version__ = "0.1.0"
# When this process began to read the package: what changes later may be in use or not.
BEGUN = time.time()
