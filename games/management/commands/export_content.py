"""Write all content as files that ``load_content`` can read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.management.commands.load_content import KINDS


class Command(BaseCommand):
    help = (
        "Write the lessons with their tracks, routes and skills, the puzzle sets, unit plans, room "
        "lessons, open questions and chosen days into a folder."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        for kind in KINDS:
            self.stdout.write(f"{kind.name}: {kind().export(options['folder'])} written.")
