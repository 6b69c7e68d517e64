"""From a loaded course and its records to pages, notebooks and downloads.

Nothing here runs lesson code, imports JAX or knows MkDocs.
"""
