"""For those who watch over the server: is the process alive, is the site ready."""

from __future__ import annotations

import shutil
import uuid
from pathlib import Path

from django.db import Error, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.web.faults import cannot_write, report
from games.web.models import Tally

LEAST_FREE = 10_000_000  # bytes beside a SQLite file


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("ok", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Every migration is applied and the database can be written to; otherwise 503 and why not."""
    obstacle = find_obstacle()
    return HttpResponse(
        f"not ready: {obstacle}" if obstacle else "ready",
        status=503 if obstacle else 200,
        content_type="text/plain",
    )


def find_obstacle() -> str:
    """What keeps the site from working, in words that tell no stranger more; or nothing."""
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return "migrations are waiting"
        try_to_write()
    except Error as error:
        report(error, "readyz")
        if cannot_write(error):
            return "the database cannot be written to"
        return "the database cannot be used"
    return "the disk is full" if is_disk_full() else ""


def try_to_write() -> None:
    """Write a row and take it back; raises what the database says to that."""
    with transaction.atomic():
        Tally.objects.create(key=f"readyz {uuid.uuid4()}", count=0, ends_at=timezone.now())
        transaction.set_rollback(True)


def is_disk_full() -> bool:
    """Whether a SQLite file can hardly grow. A server of its own says so when it is written to."""
    if connection.vendor != "sqlite":
        return False
    folder = Path(connection.settings_dict["NAME"]).parent
    return shutil.disk_usage(folder).free < LEAST_FREE
