#!/usr/bin/env python
"""Django's command line."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415
    from django.db import OperationalError  # noqa: PLC0415

    from games.web.transactions import is_busy  # noqa: PLC0415

    try:
        execute_from_command_line(sys.argv)
    except OperationalError as error:
        if not is_busy(error):
            raise
        sys.exit("Other processes are writing to the database. Run the command again in a minute.")


if __name__ == "__main__":
    main()
