"""Compute all standings of students again, and compare them with the stored ones."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.teach.work.models import Standing
from games.teach.work.standings.settling import check


class Command(BaseCommand):
    help = "Compare what is stored of each student and question with their tries."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--repair", action="store_true", help="store what the tries say where it differs"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        repair: bool = options["repair"]
        wrong = 0
        for assignment, difference in check(repair=repair):
            wrong += 1
            self.stderr.write(f"assignment {assignment.pk}, {difference}")
        number = Standing.objects.count()
        results = "1 result" if wrong == 1 else f"{wrong} results"
        if wrong and not repair:
            raise CommandError(f"{results} of {number} differ. Mend them with --repair.")
        mended = f"{results} repaired" if wrong else "all as the tries say"
        self.stdout.write(f"{number} results checked, {mended}.")
