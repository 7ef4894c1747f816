"""Check all lessons, puzzles, unit plans and room lessons again; for a nightly run."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.site.upkeep.content_checks import check_everything
from solver.teaching import counted


class Command(BaseCommand):
    help = "Let the solver check every lesson, puzzle, unit plan and room lesson again."

    def handle(self, *args: Any, **options: Any) -> None:
        checked = check_everything()
        for failing in checked.failing:
            self.stderr.write(f"{failing.subject}: {failing.text}")
        for doubtful in checked.doubtful:
            self.stdout.write(f"Warning: {doubtful.subject}: {doubtful.text}")
        if checked.failing:
            raise CommandError(f"{counted(len(checked.failing), 'check')} failed.")
        self.stdout.write(f"{checked.lessons} lessons and {checked.puzzles} puzzles are right.")
        self.stdout.write(f"{checked.plans} unit plans are right.")
        self.stdout.write(f"{checked.room_lessons} room lessons are right.")
        self.stdout.write(f"{counted(len(checked.doubtful), 'warning')}.")
