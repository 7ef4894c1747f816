"""Write the course as files that ``load_content`` can read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.learn.lessons.lesson_files import export


class Command(BaseCommand):
    help = "Write tracks.yaml, routes.yaml, skills.yaml and one file per lesson into a folder."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        number = export(options["folder"])
        self.stdout.write(f"{number} lessons written to {options['folder']}.")
