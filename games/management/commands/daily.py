"""The daily work of a site: make a backup, and then delete expired data."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from datetime import time as clock
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error, connections
from django.utils import timezone


class Command(BaseCommand):
    help = "Make a backup, then delete data that is too old. Do it now, or every day at a set time."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--at",
            type=time_of_day,
            metavar="HH:MM",
            help="do it every day at this time in the site's time zone, until stopped",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["at"] is None:
            self.once()
            return
        while True:
            time.sleep(seconds_until(options["at"], timezone.localtime()))
            try:
                self.once()
            except (CommandError, Error) as error:  # try again tomorrow
                self.stderr.write(f"Not done today: {error}")
            connections.close_all()

    def once(self) -> None:
        """Make the backup first, so that it contains the data that is deleted afterwards."""
        call_command("backup", stdout=self.stdout)
        call_command("tidy", stdout=self.stdout)


def time_of_day(text: str) -> clock:
    """A time such as ``03:10``; ValueError for any other text, which the command line reports."""
    return datetime.strptime(text, "%H:%M").time()


def seconds_until(at: clock, now: datetime) -> float:
    """Seconds from *now* until a wall clock next shows *at*; always more than 0."""
    today = now.replace(hour=at.hour, minute=at.minute, second=0, microsecond=0)
    coming = today if today > now else today + timedelta(days=1)
    return coming.timestamp() - now.timestamp()
