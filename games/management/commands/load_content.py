"""Load the course, the puzzles, the unit plans, the room lessons and the open questions. The solver
checks all positions."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, transaction

from games.content.publishing import PublishedFiles
from games.content.reading import FOLDER, ContentError
from games.explore.theory.question_files import OpenQuestionFiles
from games.learn.lessons.lesson_files import LessonFiles
from games.learn.puzzles.puzzle_files import DailyFiles, SetFiles
from games.management.alone import alone
from games.teach.live.lessons.room_lesson_files import RoomLessonFiles
from games.teach.work.plans.plan_files import PlanFiles

KINDS: tuple[type[PublishedFiles], ...] = (
    LessonFiles,
    SetFiles,
    PlanFiles,
    RoomLessonFiles,
    OpenQuestionFiles,
    DailyFiles,
)
"""The kinds of content; a kind that refers to another comes after it."""


class Command(BaseCommand):
    help = (
        "Load the lessons, puzzles, unit plans, room lessons and open questions of a content "
        "folder. Loading twice changes nothing. Content that was edited here stays as it is."
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
        stored = " (dry run: nothing stored)" if options["dry_run"] else ""
        for kind in KINDS:
            if not kind(options["folder"]).is_there:
                continue
            loaded = kind.load(options["folder"], overwrite=options["overwrite"])
            for line in [*loaded.lines, *(loaded.diffs if options["diff"] else [])]:
                self.stdout.write(line)
            numbers = kind.summary.format(**vars(loaded), **loaded.more)
            self.stdout.write(f"{kind.name}: {numbers}{stored}.")
