"""Compute the puzzles that come with the site, and write their files."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.content.reading import FOLDER, ContentError
from games.learn.puzzles.puzzle_files import as_yaml, generate


class Command(BaseCommand):
    help = "Write content/puzzles/*.yaml from the recipes in content/sets.yaml."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="only say whether the files would change"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            chosen = generate()
        except ContentError as error:
            raise CommandError(str(error)) from error
        different = []
        for slug, entries in chosen.items():
            file, text = FOLDER / "puzzles" / f"{slug}.yaml", as_yaml(entries)
            if not file.exists() or file.read_text(encoding="utf-8") != text:
                different.append(file.name)
                if not options["check"]:
                    file.parent.mkdir(exist_ok=True)
                    file.write_text(text, encoding="utf-8")
        if options["check"] and different:
            raise CommandError(f"These files differ from the recipes: {', '.join(different)}.")
        number = sum(map(len, chosen.values()))
        self.stdout.write(
            f"{number} puzzles in {len(chosen)} sets, {len(different)} files changed."
        )
