"""Decide every lesson, puzzle, unit plan and room lesson again and say what is wrong; for a
nightly run."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.site.content_checks import check_everything


class Command(BaseCommand):
    help = (
        "Let the solver look at everything in the course, the puzzles, the unit plans and the room "
        "lessons again."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        checked = check_everything()
        for failing in checked.failing:
            self.stderr.write(f"{failing.subject}: {failing.text}")
        if checked.failing:
            raise CommandError(f"{len(checked.failing)} checks fail.")
        self.stdout.write(f"{checked.lessons} lessons and {checked.puzzles} puzzles are right.")
        self.stdout.write(f"{checked.plans} unit plans are right.")
        self.stdout.write(f"{checked.room_lessons} room lessons are right.")
