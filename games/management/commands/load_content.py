"""Load the course, the puzzles, the unit plans and the room lessons, each checked by the solver on
the way."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, transaction

from games.content.reading import FOLDER, ContentError
from games.lessons import publishing as course
from games.live import lesson_files
from games.management.alone import alone
from games.plans import content as plan_content
from games.puzzles import content as puzzle_content


class Command(BaseCommand):
    help = (
        "Load the lessons, puzzles, unit plans and room lessons of a content folder. Loading twice "
        "changes nothing. Lessons and plans that were edited here stay as they are."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
        parser.add_argument("--dry-run", action="store_true", help="only check, store nothing")
        parser.add_argument("--diff", action="store_true", help="show the changes line by line")
        parser.add_argument("--overwrite", action="store_true", help="replace edited ones, too")

    def handle(self, *args: Any, **options: Any) -> None:
        dry_run = options["dry_run"]
        with alone(connection), transaction.atomic() if dry_run else nullcontext():
            try:
                self.load(options)
            except (ContentError, OSError) as error:
                raise CommandError(str(error)) from error
            if dry_run:
                transaction.set_rollback(True)

    def load(self, options: dict[str, Any]) -> None:
        folder, overwrite = options["folder"], options["overwrite"]
        stored = " (dry run: nothing stored)" if options["dry_run"] else ""
        done = course.load(folder, overwrite=overwrite)
        for line in [*done.lines, *(done.diffs if options["diff"] else [])]:
            self.stdout.write(line)
        self.stdout.write(
            f"Lessons: {done.created} new, {done.updated} updated, {done.kept} kept, "
            f"{done.unchanged} unchanged{stored}."
        )
        if not (folder / "sets.yaml").exists():
            return
        puzzles = puzzle_content.load(folder)
        self.stdout.write(
            f"Puzzles: {puzzles.puzzles} in {puzzles.sets} sets solved, {puzzles.created} new, "
            f"{puzzles.retired} retired, {puzzles.days} days added{stored}."
        )
        plans = plan_content.load(folder, overwrite=overwrite)
        self.stdout.write(
            f"Unit plans: {plans.plans} solved, {plans.created} new, {plans.updated} updated, "
            f"{plans.kept} kept{stored}."
        )
        room = lesson_files.load(folder, overwrite=overwrite)
        self.stdout.write(
            f"Room lessons: {room.lessons} solved, {room.created} new, {room.updated} updated, "
            f"{room.kept} kept{stored}."
        )
