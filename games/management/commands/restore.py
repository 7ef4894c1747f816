"""Replace all data with a backup."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games.management.alone import alone
from games.site.upkeep.backups import restore
from games.site.upkeep.databases import BackupError
from games.web.watch.audit import What, note


class Command(BaseCommand):
    help = "Restore a backup into an unused site, and update it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--overwrite",
            action="store_true",
            help="also replace a site with accounts or games, after a backup of it",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with alone(connection):
                manifest, saved = restore(options["file"], overwrite=options["overwrite"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        if saved:
            self.stdout.write(f"Saved the data from before: {saved}.")
        call_command("migrate", verbosity=0, no_backup=True)
        note(What.RESTORE, detail=f"{options['file']}: {manifest}")
        self.stdout.write(f"Restored: {manifest}.")
