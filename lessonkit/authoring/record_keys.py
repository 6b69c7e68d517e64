"""What the keys of record files mean, for their schemas.

The formats themselves are the dataclasses of `records`, which stay free of such texts
so that reading a record costs little.
"""

from __future__ import annotations

RECORD_KEYS: dict[str, dict[str, str]] = {
    "Record": {
        "lesson": "The lesson's id.",
        "revision": "The lesson's revision that was run.",
        "status": "`passed` or `failed`.",
        "inputs": "Everything the run read; a change makes the record stale.",
        "started": "When the run began, in UTC, as 2026-11-29T10:45:00Z.",
        "seconds": "How long the run took.",
        "peak_memory": "The most memory the run used, in bytes.",
        "environment": "Where the run happened; it never makes a record stale.",
        "lessonkit": "The version of lessonkit that wrote the record.",
        "cells": "The cells in order, with what each of them showed.",
        "failure": "Why the run is no pass.",
    },
    "Inputs": {
        "main": "The program, code/main.py.",
        "cells": "The normalised hash of each cell, by its name.",
        "modules": "The modules beside the program that it imported.",
        "data": "The data files that it read, and folders that it listed.",
        "packages": "The version of each pinned package that it imported.",
    },
    "SourceHash": {
        "path": "The file, from the lesson's folder; a folder ends with a slash.",
        "raw": "SHA-256 of the text with LF line ends.",
        "normalised": "SHA-256 of the syntax tree, which no comment changes.",
    },
    "Environment": {
        "python": "The version of Python.",
        "platform": "System and processor, such as Linux x86_64.",
        "packages": "The versions of the packages that matter.",
        "backend": "`cpu`, `gpu` or `tpu`.",
        "device_kind": "What the device calls itself.",
        "device_count": "How many devices the run had.",
        "flags": "Settings that change what is computed.",
    },
    "CellRun": {
        "kind": "The cell's kind, such as build.",
        "id": "The cell's id.",
        "status": "`passed`, `failed` or `not run`.",
        "seconds": "How long the cell took.",
        "stdout": "What it printed.",
        "stderr": "What it wrote to standard error.",
        "figures": "The figures that it drew.",
    },
    "Output": {
        "lines": "The lines with their line ends; long output keeps head and tail.",
        "omitted": "How many lines are left out.",
        "kept": "How many lines stand before those that are left out.",
    },
    "Figure": {
        "id": "The id of the figure's cell.",
        "file": "The drawing, from the folder records/.",
        "sha256": "SHA-256 of the drawing.",
        "data": "The numbers of the plot, from the folder records/.",
    },
    "Failure": {
        "reason": "`error`, `timeout`, `memory`, `output`, `exit`, `signal` or "
        "`environment`.",
        "cell": "The cell that failed, or nothing.",
        "line": "The line of main.py, or 0 where there is none.",
        "message": "What went wrong, in one sentence.",
        "traceback": "Python's traceback, where there is one.",
    },
    "Verification": {
        "lesson": "The lesson's id.",
        "revision": "The lesson's revision that was run.",
        "status": "`passed`, `differs` or `failed`.",
        "date": "The day of the run in UTC, as 2026-11-29.",
        "python": "The version of Python.",
        "platform": "System and processor.",
        "packages": "The versions of the packages that matter.",
        "backend": "`cpu`, `gpu` or `tpu`.",
        "device_kind": "What the device calls itself.",
        "device_count": "How many devices the run had.",
        "sources": "The files that the run read.",
        "differences": "Where the run is not what the record shows.",
    },
    "Difference": {
        "cell": "The cell, or nothing for the whole run.",
        "where": "`stdout`, `stderr`, `run`, `cell`, or a figure and a place in it.",
        "line": "The line of the stream or of main.py, or 0.",
        "expected": "What the record shows there.",
        "got": "What the run showed there.",
        "reproducible": "Whether two runs in a row agree there.",
    },
}
