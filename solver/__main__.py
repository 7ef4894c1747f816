"""The command line: ``python -m solver`` (see ``--help``).

Exit status 0; 2 with one line on standard error for bad input; 3 when a budget was passed.
"""

from __future__ import annotations

import sys

from .commands.command_line import main

sys.exit(main(sys.argv[1:]))
