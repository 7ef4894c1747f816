"""One process at a time: several replicas of the site start, and update, at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db.backends.base.base import BaseDatabaseWrapper

LOCK = 6_174_071_895  # any number, the same in every process


@contextmanager
def alone(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Wait until no other process is in here, as long as it takes. SQLite has one machine only.

    What is done in here may also take longer than a page's statement.
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
