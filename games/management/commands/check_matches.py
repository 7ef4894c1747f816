"""Replay every stored game through the solver, and report those whose result differs."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.play.integrity import broken_matches
from games.play.models import Match


class Command(BaseCommand):
    help = "Replay every stored game, and compare its position, state and winner."

    def handle(self, *args: Any, **options: Any) -> None:
        broken = list(broken_matches())
        for match, problem in broken:
            self.stderr.write(f"{match.pk} {problem}")
        if broken:
            raise CommandError(f"{len(broken)} of {Match.objects.count()} games are broken.")
        self.stdout.write(f"{Match.objects.count()} games replayed, all as stored.")
