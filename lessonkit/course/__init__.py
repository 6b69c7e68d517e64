"""The course as it stands in the sources: read, joined by ids, never changed."""
