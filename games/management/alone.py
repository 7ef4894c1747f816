"""A lock for one process at a time, because several replicas start and update at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db.backends.base.base import BaseDatabaseWrapper

LOCK = 6_174_071_895  # any number, the same in every process


@contextmanager
def alone(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Wait, without a limit, until no other process holds the lock. SQLite has only one machine, so
    it needs no lock.

    Statements inside may take longer than those of a page.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0")
        cursor.execute("SET statement_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
            cursor.execute("RESET statement_timeout")
            cursor.execute("RESET lock_timeout")
