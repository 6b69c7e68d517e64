"""Records: what a lesson's run printed, drew and ran on, as committed JSON."""

from lessonkit.records.model import (
    CellRun,
    Environment,
    Failure,
    Figure,
    Inputs,
    Output,
    Record,
    RecordHead,
    SourceHash,
)
from lessonkit.records.storage import (
    BACKENDS,
    SCHEMA,
    RecordError,
    SchemaError,
    dump_record,
    find_records,
    load_record,
    load_record_head,
    record_path,
)

__all__ = [
    "BACKENDS",
    "SCHEMA",
    "CellRun",
    "Environment",
    "Failure",
    "Figure",
    "Inputs",
    "Output",
    "Record",
    "RecordError",
    "RecordHead",
    "SchemaError",
    "SourceHash",
    "dump_record",
    "find_records",
    "load_record",
    "load_record_head",
    "record_path",
]
