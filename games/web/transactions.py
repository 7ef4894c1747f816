"""Writing to a database while others write to it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection, transaction

Given = ParamSpec("Given")
Made = TypeVar("Made")
BUSY_IN_SQLITE = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
BUSY_IN_POSTGRESQL = ("55P03", "40P01", "40001")
"""A lock that could not be acquired in time, a deadlock, and two conflicting transactions."""


def is_busy(error: OperationalError) -> bool:
    """Whether the database refused only because others were writing."""
    cause = error.__cause__
    in_sqlite = getattr(cause, "sqlite_errorcode", 0) & 0xFF  # higher bits are details of the cause
    return in_sqlite in BUSY_IN_SQLITE or getattr(cause, "sqlstate", "") in BUSY_IN_POSTGRESQL


def all_or_nothing(write: Callable[Given, Made]) -> Callable[Given, Made]:
    """Run *write* in a transaction, and once more if the database was busy.

    It must change nothing but the database, and hash no password, since all other writers wait for
    it. Inside another transaction it is part of that one.
    """

    @wraps(write)
    def run(*args: Given.args, **kwargs: Given.kwargs) -> Made:
        is_part = connection.in_atomic_block
        try:
            with transaction.atomic():
                return write(*args, **kwargs)
        except OperationalError as error:
            if is_part or not is_busy(error):
                raise
        with transaction.atomic():
            return write(*args, **kwargs)

    return run
