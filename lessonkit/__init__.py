"""A static course-site generator: what a page shows was produced by its lesson."""

__version__ = "0.1.0"
