"""Probes for monitoring: whether the process is alive and whether the site is ready."""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import Error, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.web.models import Tally
from games.web.transactions import cannot_write, report
from games.web.watch.watching import blame

PATIENCE = 1000
"""Milliseconds that a probe waits for a lock. Most probes give up after five seconds."""
LEAST_FREE = 10_000_000  # bytes on the disk of a SQLite file


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer "ok": the process is alive."""
    return HttpResponse("ok", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Answer "ready" if every migration is applied and the database can be written to; otherwise
    503 and the reason."""
    obstacle = find_obstacle()
    return HttpResponse(
        f"not ready: {obstacle}" if obstacle else "ready",
        status=503 if obstacle else 200,
        content_type="text/plain",
    )


def find_obstacle() -> str:
    """Why the site cannot work, in words that reveal nothing to strangers; empty if it can."""
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return "migrations are waiting"
        try_to_write()
    except Error as error:
        report(error, "readyz")
        blame(error)  # and nobody tries to save that this request has failed
        if cannot_write(error):
            return "the database cannot be written to"
        return "the database cannot be used"
    return "the disk is full" if is_disk_full() else ""


def try_to_write() -> None:
    """Write a row and roll it back; raises the database's error, a lock's after a second."""
    with impatient(), transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = {PATIENCE}")
        Tally.objects.create(key=f"readyz {uuid.uuid4()}", count=0, ends_at=timezone.now())
        transaction.set_rollback(True)


@contextmanager
def impatient() -> Iterator[None]:
    """Let SQLite wait no longer than a probe does."""
    if connection.vendor != "sqlite":
        yield
        return
    usual = 1000 * int(connection.settings_dict["OPTIONS"].get("timeout", 5))
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {PATIENCE}")
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")


def is_disk_full() -> bool:
    """Whether a SQLite file can hardly grow. A database server reports this on a write."""
    if connection.vendor != "sqlite":
        return False
    folder = Path(connection.settings_dict["NAME"]).parent
    return shutil.disk_usage(folder).free < LEAST_FREE
