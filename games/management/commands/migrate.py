"""Django's own migrate, which replicas may call at once: one migrates, the others find it done."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from games.management.alone import alone


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with alone(connections[options["database"]]):
            super().handle(*args, **options)
