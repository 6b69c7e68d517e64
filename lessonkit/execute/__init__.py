"""Executing lessons: choose what is stale, run it, write its records.

Nothing is imported here, so that `plan` alone, which every command needs, stays quick.
"""
