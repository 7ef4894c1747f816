"""Metrics of requests for Prometheus: counted in every process, added up for the machine.

Each process counts in its own files under ``DATA_DIR/metrics``. Their number belongs to the process
while it lives and then to its successor, so the files stay few and the counts continue after a
restart. Without a token nothing is counted.
"""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from fcntl import LOCK_EX, LOCK_NB, flock
from functools import cache
from itertools import count as numbers
from typing import IO

from django.conf import settings
from prometheus_client import CollectorRegistry, Counter, Histogram, values
from prometheus_client.multiprocess import MultiProcessCollector

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


def count(page: str, method: str, status: int, seconds: float, queries: int) -> None:
    """Count one answered request."""
    if not settings.METRICS_TOKEN:
        return
    with _lock:  # so that two threads do not create them twice
        meters = _meters()
    meters.requests.labels(page, method if method in METHODS else "other", str(status)).inc()
    meters.seconds.labels(page).observe(seconds)
    meters.queries.labels(page).inc(queries)


def registry() -> CollectorRegistry:
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
        _place = next(place for number in numbers() if (place := _take(number)))
    return _place[1]


def _take(number: int) -> tuple[int, int, IO[str]] | None:
    """Lock a number until this process ends; None if another process holds it."""
    file = (settings.METRICS / f"{number}.lock").open("w")
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return os.getpid(), number, file
