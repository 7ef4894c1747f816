"""The state of the site in numbers: a page of the admin, and an answer for Prometheus."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib.metadata import version
from operator import attrgetter
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.decorators import user_passes_test
from django.core.checks import Warning
from django.core.exceptions import PermissionDenied
from django.db import Error, connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from games import __version__
from games.site.upkeep.backups import NAMES
from games.web.models import Heartbeat, Job
from games.web.transactions import report
from games.web.watch.audit import AuditEntry, What
from games.web.watch.watching import summed_metrics

DAILY = timedelta(hours=26)
"""A daily job that did not run within this time has failed."""

LEAST_FREE = 1_000_000_000  # bytes of disk space


@dataclass(frozen=True)
class Fact:
    """One fact about the site: its name, its value, and advice if something should be done."""

    what: str
    how: str
    advice: str = ""


@dataclass(frozen=True)
class TableSize:
    """A table of the database; *size* is in bytes, or None if the database does not tell."""

    name: str
    rows: int
    size: int | None


def last(what: What) -> datetime | None:
    """When the audit log last recorded this action."""
    return AuditEntry.objects.filter(what=what).values_list("at", flat=True).first()


def last_backup() -> datetime | None:
    """When the last backup was made, by the audit log or by the files in this machine's folder."""
    files = [file.stat().st_mtime for file in settings.BACKUPS.glob("marienbad-*.zip")]
    here = [datetime.fromtimestamp(max(files), timezone.get_current_timezone())] if files else []
    noted = last(What.BACKUP)
    return max([*here, noted] if noted else here, default=None)


def database_size() -> int:
    """The size of the database in bytes."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_database_size(current_database())")
        else:
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        return int(cursor.fetchone()[0])


def tables() -> list[TableSize]:
    """Every table with its number of rows, the largest first."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # PostgreSQL's estimate: counting a large table takes long.
            cursor.execute(
                "SELECT relname, GREATEST(reltuples, 0)::bigint, pg_total_relation_size(oid) "
                "FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
            )
        else:
            names = connection.introspection.table_names(cursor)
            counts = (f"SELECT '{name}', COUNT(*), NULL FROM \"{name}\"" for name in names)  # noqa: S608
            cursor.execute(" UNION ALL ".join(counts))
        found = [TableSize(*row) for row in cursor.fetchall()]
    return sorted(found, key=lambda table: (-(table.size or 0), -table.rows, table.name))


def facts() -> list[Fact]:
    """All facts, those with advice first."""
    said = [*_work(), *_place(), *_versions(), *_settings()]
    return sorted(said, key=lambda fact: not fact.advice)


def _work() -> Iterator[Fact]:
    workers = Heartbeat.fresh().count()
    yield Fact(
        "Workers",
        str(workers),
        "" if workers else "No worker is running. Start one with manage.py work.",
    )
    failed = Job.objects.filter(state=Job.State.FAILED).count()
    waiting = Job.objects.filter(state=Job.State.OPEN).count()
    yield Fact("Jobs waiting", str(waiting))
    yield Fact(
        "Jobs failed",
        str(failed),
        "The log of the worker has the cause. The page of a job starts it again." if failed else "",
    )
    for what, at in (("backup", last_backup()), ("tidy", last(What.TIDY))):
        is_late = at is None or timezone.now() - at > DAILY
        yield Fact(
            f"Last {what}",
            f"{timezone.localtime(at):%Y-%m-%d %H:%M}" if at else "never",
            "Run manage.py daily once a day." if is_late else "",
        )


def _place() -> Iterator[Fact]:
    yield Fact("Database", f"{NAMES[connection.vendor]}, {filesizeformat(database_size())}")
    free = shutil.disk_usage(settings.DATA_DIR).free
    yield Fact(
        "Free disk space for DATA_DIR",
        filesizeformat(free),
        "Free some space. Backups are written there." if free < LEAST_FREE else "",
    )


def _versions() -> Iterator[Fact]:
    site = f"{__version__} {commit(settings.BASE_DIR)}".strip()
    yield Fact("Marienbad and its solver", site)
    yield Fact("Python", platform.python_version())
    yield Fact("Django", django.get_version())
    with connection.cursor() as cursor:
        asked = "sqlite_version()" if connection.vendor == "sqlite" else "version()"
        cursor.execute(f"SELECT {asked}")
        yield Fact("Database version", str(cursor.fetchone()[0]).partition(" (")[0])
    yield Fact("gunicorn", version("gunicorn"))


def commit(folder: Path) -> str:
    """The commit of a git checkout; empty if the folder is not one."""
    try:
        head = (folder / ".git" / "HEAD").read_text().strip()
        name = head.removeprefix("ref: ")
        return (head if name == head else (folder / ".git" / name).read_text().strip())[:12]
    except OSError:
        return ""


def _settings() -> Iterator[Fact]:
    """Settings that look unsafe."""
    unsafe = {
        "DEBUG": (settings.DEBUG, "Errors show code to anybody. Set SECRET_KEY and ALLOWED_HOSTS."),
        "ALLOWED_HOSTS": ("*" in settings.ALLOWED_HOSTS, "List the host names instead of *."),
        "HTTPS": (not settings.HTTPS, "Passwords travel unencrypted. Serve https."),
        "SECRET_KEY_FALLBACKS": (
            bool(settings.SECRET_KEY_FALLBACKS),
            "An old key still opens sessions. Remove it once everybody has signed in again.",
        ),
        "METRICS_TOKEN": (
            0 < len(settings.METRICS_TOKEN) < 20,
            "It can be guessed. Set at least 20 random characters.",
        ),
    }
    for name, (is_unsafe, advice) in unsafe.items():
        yield Fact(name, "looks unsafe" if is_unsafe else "looks safe", advice if is_unsafe else "")
    missing = unnamed()
    yield Fact(
        "/privacy/", UNNAMED.format(missing) if missing else "complete", FILL_IN * bool(missing)
    )


OPERATOR = {
    "operator": "OPERATOR",
    "contact": "CONTACT",
    "place": "DATA_PLACE",
    "basis": "LEGAL_BASIS",
    "age": "LEAST_AGE",
}
UNNAMED = "The page lacks what these settings say: {}."
FILL_IN = "Students and parents read it there. Data protection law asks for most of it."


def unnamed() -> str:
    """The settings without which the page of privacy is not complete."""
    return ", ".join(name for key, name in OPERATOR.items() if not settings.OPERATOR[key])


def check_operator(**rest: Any) -> list[Warning]:
    """Warn, whenever a command starts, that nobody is named as responsible for the data."""
    missing = unnamed()
    if settings.DEBUG or not missing:
        return []
    return [Warning(f"/privacy/: {UNNAMED.format(missing)}", hint=FILL_IN, id="games.W001")]


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
        "facts": facts(),
        "tables": tables(),
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
        backup, tidy = last_backup(), last(What.TIDY)
        jobs = Job.objects.all()
        return {
            "jobs_waiting": ("Jobs that wait.", jobs.filter(state=Job.State.OPEN).count()),
            "jobs_failed": ("Jobs that failed.", jobs.filter(state=Job.State.FAILED).count()),
            "workers": ("Workers that are alive.", Heartbeat.fresh().count()),
            "database_bytes": ("The size of the database.", database_size()),
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
    summed = summed_metrics()
    summed.register(ConditionCollector())
    return HttpResponse(generate_latest(summed), content_type=CONTENT_TYPE_LATEST)
