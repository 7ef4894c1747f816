"""The state of the site: a page of the admin, and numbers for Prometheus."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.decorators import user_passes_test
from django.core.exceptions import PermissionDenied
from django.db import Error
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from games.site.upkeep import condition as facts
from games.web.models import Heartbeat, Job
from games.web.watch.audit import What
from games.web.watch.faults import report
from games.web.watch.metrics import registry


@require_safe
@user_passes_test(attrgetter("is_staff"))
@never_cache
def condition(request: HttpRequest) -> HttpResponse:
    """Show administrators the state of the site, problems first."""
    if not request.user.has_perm("games.watch_site"):
        raise PermissionDenied
    context = {
        **admin.site.each_context(request),
        "title": "Site status",
        "facts": facts.facts(),
        "tables": facts.tables(),
    }
    return render(request, "admin/condition.html", context)


class ConditionCollector(Collector):
    """Numbers that we query from the database whenever Prometheus asks."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The numbers of the whole site; while the database is away, only that it is."""
        try:
            numbers = self._numbers()
        except Error as error:
            report(error, "metrics")
            numbers = {}
        yield GaugeMetricFamily(
            "marienbad_database_up", "Whether the database answers.", value=float(bool(numbers))
        )
        for name, (words, value) in numbers.items():
            if value is not None:
                yield GaugeMetricFamily(f"marienbad_{name}", words, value=value)

    def _numbers(self) -> dict[str, tuple[str, float | None]]:
        now = timezone.now()
        backup, tidy = facts.last_backup(), facts.last(What.TIDY)
        jobs = Job.objects.all()
        return {
            "jobs_waiting": ("Jobs that wait.", jobs.filter(state=Job.State.OPEN).count()),
            "jobs_failed": ("Jobs that failed.", jobs.filter(state=Job.State.FAILED).count()),
            "workers": ("Workers that are alive.", Heartbeat.fresh().count()),
            "database_bytes": ("The size of the database.", facts.database_size()),
            "last_backup_age_seconds": (
                "Time since the last backup.",
                (now - backup).total_seconds() if backup else None,
            ),
            "last_tidy_age_seconds": (
                "Time since the last tidy.",
                (now - tidy).total_seconds() if tidy else None,
            ),
        }


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer Prometheus, if it sends the token; otherwise 404."""
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not token or not constant_time_compare(given, token):
        raise Http404
    summed = registry()
    summed.register(ConditionCollector())
    return HttpResponse(generate_latest(summed), content_type=CONTENT_TYPE_LATEST)
