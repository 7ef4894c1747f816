"""Write everything that the site has stored to one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games.management.alone import alone
from games.site.upkeep.backups import back_up
from games.site.upkeep.databases import BackupError
from games.web.watch.audit import What, note


class Command(BaseCommand):
    help = "Write the whole database to one file, while the site runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", nargs="?", type=Path, help="the new file (default: a file in DATA_DIR/backups)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with alone(connection):
                file, manifest = back_up(options["file"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        note(What.BACKUP, detail=f"{file}: {manifest}")
        self.stdout.write(f"{file}: {manifest}.")
