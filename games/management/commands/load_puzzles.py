"""Load the shipped puzzles, each solved again on the way."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.services.puzzle_content import ContentError, load


class Command(BaseCommand):
    help = "Load content/sets.yaml and content/puzzles/*.yaml. Loading twice changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="check only, store nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            done = load(dry_run=options["dry_run"])
        except ContentError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{done.puzzles} puzzles in {done.sets} sets solved: {done.created} new, "
            f"{done.retired} retired, {done.days} days added"
            + (" (dry run: nothing stored)." if options["dry_run"] else ".")
        )
