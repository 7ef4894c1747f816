"""Delete expired data; run it once a day."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection
from django.utils import timezone

from games.management.alone import alone
from games.site.upkeep.tidying import tidy
from games.web.watch.audit import What, note


class Command(BaseCommand):
    help = (
        "Delete data that is too old, by the table in docs/deploy.md and at /privacy/. "
        "A second run deletes nothing more."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--dry-run",
            action="store_true",
            help="only count, without data that becomes unused by the deletion",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        dry_run, all_of_it = options["dry_run"], 0
        with alone(connection):
            for keeping, number in tidy(timezone.now(), dry_run=dry_run):
                all_of_it += number
                self.stdout.write(f"{number:7}  {keeping.what} ({keeping.until})")
        if not dry_run:
            note(What.TIDY, detail=f"{all_of_it} gone")
        self.stdout.write(f"{all_of_it:7}  {'would go' if dry_run else 'gone'}")
