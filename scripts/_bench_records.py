"""Give every copied lesson the record that its own run would have left.

Run by scripts/bench.py in its own environment: the arguments are a lesson's folder
that has a record, and folders of copies. It saves running a hundred lessons only to
find that nothing is to be done.
"""

import shutil
import sys
from dataclasses import replace
from pathlib import Path

from lessonkit.layout import MAIN, read_id
from lessonkit.records import dump_record, load_record, record_path
from lessonkit.records.hashes import hash_cells, hash_source
from lessonkit.records.verifications import ENVIRONMENTS, verification_path


def main(arguments: list) -> None:
    """Write the records of all copies."""
    source, *copies = map(Path, arguments)
    record = load_record(record_path(source, "cpu"))
    for folder in copies:
        code = (folder / MAIN).read_bytes()
        inputs = replace(
            record.inputs,
            main=hash_source(MAIN, code),
            cells=hash_cells(code.decode("utf-8")),
        )
        shutil.copytree(source / "records", folder / "records")
        copied = replace(record, lesson=read_id(folder), inputs=inputs)
        record_path(folder, "cpu").write_text(dump_record(copied), "utf-8")
        for name in ENVIRONMENTS:
            # What was verified is another program: it would be compared each time.
            verification_path(folder, name).unlink(missing_ok=True)


if __name__ == "__main__":
    main(sys.argv[1:])
