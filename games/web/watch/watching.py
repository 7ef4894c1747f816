"""The cost and the outcome of each request: under an id, in the log, for monitoring.

Prometheus counts in every process and adds up for the machine. Each process counts in its own files
under ``DATA_DIR/metrics``. Their number belongs to the process while it lives and then to its
successor, so the files stay few and the counts continue after a restart. Without a token nothing is
counted.

Everything that a process remembers has a bound, but memory that was used for many small things is
never given back as a whole. So a worker that has grown large finishes what it does, and a new one
begins (``config/gunicorn.py``). The same happens after one request has found no memory left.
"""

from __future__ import annotations

import logging
import os
import re
import sys
import threading
import time
import traceback
import uuid
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from fcntl import LOCK_EX, LOCK_NB, flock
from functools import cache
from itertools import count as numbers
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

from django.conf import settings
from django.core.signals import got_request_exception
from django.db import connection
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase
from django.urls import Resolver404, ResolverMatch, resolve
from prometheus_client import CollectorRegistry, Counter, Histogram, values
from prometheus_client.multiprocess import MultiProcessCollector

from games.web.limits import tell_of_proxy
from games.web.transactions import is_unavailable
from games.web.watch.logs import REQUEST_ID

log = logging.getLogger(__name__)

Handler = Callable[[HttpRequest], HttpResponseBase]
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
CODES = {"card_code", "code", "share_code", "invitation"}
"""Parts of addresses that act as keys; the log does not show them."""

STATIC, NOTHING = "static", "none"
"""Names in the log for static files and for addresses that lead nowhere."""

STATEMENT = 200  # characters of an SQL statement in the log


@dataclass
class Watched:
    """A request and its database queries so far; times are in seconds."""

    request: HttpRequest
    id: str
    queries: int = 0
    waited: float = 0.0
    slowest: float = 0.0
    statement: str = ""
    error: BaseException | None = None

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """Run a statement and record how long it took."""
        begun = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            took = time.perf_counter() - begun
            self.queries += 1
            self.waited += took
            if took > self.slowest:
                self.slowest, self.statement = took, sql


CURRENT: ContextVar[Watched | None] = ContextVar("watched", default=None)


def id_of(request: HttpRequest) -> str:
    """The id that our proxy gave the request, if it is valid; otherwise a new one."""
    given = request.headers.get("X-Request-Id", "") if settings.PROXIES else ""
    return given if ID.fullmatch(given) else uuid.uuid4().hex


def watch(get_response: Handler) -> Handler:
    """Measure each request and report it at the end."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        tell_of_proxy(request)
        watched = Watched(request, id_of(request))
        token, named = CURRENT.set(watched), REQUEST_ID.set(watched.id)
        begun, used = time.perf_counter(), time.thread_time()
        try:
            with connection.execute_wrapper(watched):
                response = get_response(request)
            response.headers["X-Request-Id"] = watched.id
            tell(watched, response, time.perf_counter() - begun, time.thread_time() - used)
        finally:
            CURRENT.reset(token)
            REQUEST_ID.reset(named)
        return response

    return middleware


def blame(error: BaseException | None) -> None:
    """Record the error that makes the current request fail."""
    note_lack_of_memory(error)
    watched = CURRENT.get()
    if watched is not None:
        watched.error = error


@receiver(got_request_exception)
def blame_raised(**more: Any) -> None:
    """Record an uncaught error as the reason why the current request fails."""
    blame(sys.exc_info()[1])


def tell(watched: Watched, response: HttpResponseBase, seconds: float, cpu: float) -> None:
    """Log and count a request."""
    request, status = watched.request, response.status_code
    match = match_of(request)
    page = page_of(request, match)
    count_request(page, request.method or "", status, seconds, watched.queries)
    is_slow, is_failed = seconds * 1000 >= settings.SLOW_MS, status >= 500
    is_static = page == STATIC
    if is_static and not is_slow and not is_failed:
        return
    # Only a user that is already loaded: loading one here would cost a query.
    user = getattr(request, "_cached_user", None)
    told = {
        "method": request.method,
        "path": path_of(request, match),
        "page": page,
        "status": status,
        "ms": round(seconds * 1000),
        "cpu_ms": round(cpu * 1000),
        "queries": watched.queries,
        "user": getattr(user, "pk", None),
    }
    if is_slow or is_failed:
        told["cause"] = cause_of(watched, seconds, cpu)
    level = logging.WARNING if is_slow else logging.INFO
    if is_failed and not is_unavailable(watched.error):
        # A database failure has its own lines, once a minute.
        level = logging.WARNING if status == 503 else logging.ERROR
    line = " ".join(f"{key}={value}" for key, value in told.items() if key != "cause")
    cause = f": {told['cause']}" if "cause" in told else ""
    log.log(level, "%s id=%s%s", line, watched.id, cause, extra={"told": told})


def match_of(request: HttpRequest) -> ResolverMatch | None:
    """The view of a request, even if middleware has answered; None if there is none."""
    if request.path_info.startswith(settings.STATIC_URL):
        return None
    try:
        return request.resolver_match or resolve(request.path_info)
    except Resolver404:
        return None


def page_of(request: HttpRequest, match: ResolverMatch | None) -> str:
    """The name of the page in the URL configuration, without its arguments."""
    if match is not None:
        return match.view_name or NOTHING
    is_static = request.path_info.startswith(settings.STATIC_URL)
    return STATIC if is_static else NOTHING


def path_of(request: HttpRequest, match: ResolverMatch | None) -> str:
    """The path in one line, without secret codes."""
    path = request.path
    for name, value in (match.kwargs if match else {}).items():
        if name in CODES:
            path = path.replace(str(value), "-")
    return quote(path)


def cause_of(watched: Watched, seconds: float, cpu: float) -> str:
    """The reason why a request failed, or where its time went."""
    if watched.error is not None:
        return f"{type(watched.error).__name__} in {place_of(watched.error)}"
    if watched.waited > seconds / 2:
        return (
            f"database: {watched.waited * 1000:.0f} ms in {watched.queries} queries, the slowest "
            f"{watched.slowest * 1000:.0f} ms: {watched.statement[:STATEMENT]}"
        )
    if cpu > seconds / 2:
        return f"computing: {cpu * 1000:.0f} ms of CPU"
    return "waiting: for other threads, for the machine, or for the sender"


def place_of(error: BaseException) -> str:
    """The last line of our own code that the error passed through."""
    lines = [
        (frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)
    ]
    ours = [(file, line) for file, line in lines if "/site-packages/" not in file]
    for file, line in reversed(ours or lines):
        return f"{'/'.join(Path(file).parts[-3:])}:{line}"
    return "no line of code"


BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
METHODS = {"GET", "HEAD", "POST"}

_lock = threading.Lock()
_place: tuple[int, int, IO[str]] | None = None


@dataclass(frozen=True)
class Meters:
    """The counters and the histogram."""

    requests: Counter
    seconds: Histogram
    queries: Counter


def count_request(page: str, method: str, status: int, seconds: float, queries: int) -> None:
    """Count one answered request."""
    if not settings.METRICS_TOKEN:
        return
    with _lock:  # so that two threads do not create them twice
        meters = _meters()
    meters.requests.labels(page, method if method in METHODS else "other", str(status)).inc()
    meters.seconds.labels(page).observe(seconds)
    meters.queries.labels(page).inc(queries)


def summed_metrics() -> CollectorRegistry:
    """A registry with the sums over all processes of this machine."""
    summed = CollectorRegistry()
    settings.METRICS.mkdir(parents=True, exist_ok=True)
    MultiProcessCollector(summed, path=str(settings.METRICS))  # type: ignore[no-untyped-call]
    return summed


@cache
def _meters() -> Meters:
    settings.METRICS.mkdir(parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(settings.METRICS)
    values.ValueClass = values.MultiProcessValue(_own_place)  # type: ignore[no-untyped-call]
    page = ("page",)
    return Meters(
        Counter(
            "marienbad_requests",
            "Requests answered, by page, method and status.",
            (*page, "method", "status"),
            registry=None,
        ),
        Histogram(
            "marienbad_request_seconds",
            "How long requests took.",
            page,
            buckets=BUCKETS,
            registry=None,
        ),
        Counter("marienbad_queries", "Queries of the database.", page, registry=None),
    )


def _own_place() -> int:
    """The number of this process in file names: the smallest that no other process holds."""
    global _place  # noqa: PLW0603
    if _place is None or _place[0] != os.getpid():
        _place = next(place for number in numbers() if (place := _take_place(number)))
    return _place[1]


def _take_place(number: int) -> tuple[int, int, IO[str]] | None:
    """Lock a number until this process ends; None if another process holds it."""
    file = (settings.METRICS / f"{number}.lock").open("w")
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return os.getpid(), number, file


LARGE = 350
"""Megabytes at which a worker makes room for a new one. It begins with 90, ordinary use adds 50,
what it remembers of games and parts of pages 100 at most, four requests at once some 20 each."""

_STATM = Path("/proc/self/statm")
_has_failed = False


def resident() -> int:
    """The megabytes that this process holds in memory; 0 on a system that does not tell."""
    try:
        pages = int(_STATM.read_bytes().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20


def is_used_up() -> bool:
    """Whether a new process should take the place of this one."""
    return _has_failed or resident() >= LARGE


def note_lack_of_memory(error: BaseException | None) -> None:
    """Remember that a request failed for want of memory, if that is the *error*."""
    global _has_failed  # noqa: PLW0603
    _has_failed = _has_failed or isinstance(error, MemoryError)
