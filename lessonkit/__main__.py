"""`python -m lessonkit`: the commands, with faults turned into sentences."""

import sys

from lessonkit.cli import main

if __name__ == "__main__":
    sys.exit(main())
