"""For whoever watches over the server: is the process alive, is the site ready."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("ok", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """The database answers and every migration is applied; otherwise 503."""
    try:
        executor = MigrationExecutor(connection)
        ready = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        ready = False
    return HttpResponse(
        "ready" if ready else "not ready", status=200 if ready else 503, content_type="text/plain"
    )
