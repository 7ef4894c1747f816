"""Create or delete the demo class."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.teach import demo


class Command(BaseCommand):
    help = "Make a demo class with an instructor, students and their work. --remove deletes it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--remove", action="store_true", help="delete the demo class")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["remove"]:
            self.stdout.write(f"{demo.remove()} demo accounts and their class removed.")
            return
        made = demo.build()
        self.stdout.write(
            f"Demo class made. Sign in as {made.name} with the password {made.password}"
        )
