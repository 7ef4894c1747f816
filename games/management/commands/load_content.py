"""Load the course and the puzzles, each checked by the solver on the way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games.content.reading import FOLDER, ContentError
from games.lessons import publishing as course
from games.management.alone import alone
from games.puzzles import content as puzzle_content
from games.site import tour


class Command(BaseCommand):
    help = (
        "Load the lessons and puzzles of a content folder. Loading twice changes nothing; lessons "
        "that were changed here since are kept."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
        parser.add_argument("--dry-run", action="store_true", help="check only, store nothing")
        parser.add_argument("--diff", action="store_true", help="show what changes, line by line")
        parser.add_argument(
            "--overwrite", action="store_true", help="also lessons that were changed here"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with alone(connection):
            self.load(options)

    def load(self, options: dict[str, Any]) -> None:
        folder, dry_run = options["folder"], options["dry_run"]
        stored = " (dry run: nothing stored)" if dry_run else ""
        try:
            done = course.load(folder, dry_run=dry_run, overwrite=options["overwrite"])
            for line in [*done.lines, *(done.diffs if options["diff"] else [])]:
                self.stdout.write(line)
            self.stdout.write(
                f"Lessons: {done.created} new, {done.updated} updated, {done.kept} kept, "
                f"{done.unchanged} unchanged{stored}."
            )
            if not (folder / "sets.yaml").exists():
                return
            puzzles = puzzle_content.load(folder, dry_run=dry_run)
        except (ContentError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"Puzzles: {puzzles.puzzles} in {puzzles.sets} sets solved, {puzzles.created} new, "
            f"{puzzles.retired} retired, {puzzles.days} days added{stored}."
        )
        if not dry_run and folder == FOLDER and tour.make():
            self.stdout.write("A class to look around in is made: /teach/tour/.")
