"""Writing to a database that others write to at the same moment."""

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
"""A lock that was not to be had in time, a deadlock, two changes that exclude each other."""


def is_busy(error: OperationalError) -> bool:
    """Whether the database refused only because others were writing."""
    cause = error.__cause__
    in_sqlite = getattr(cause, "sqlite_errorcode", 0) & 0xFF  # the rest are finer causes
    return in_sqlite in BUSY_IN_SQLITE or getattr(cause, "sqlstate", "") in BUSY_IN_POSTGRESQL


def all_or_nothing(write: Callable[Given, Made]) -> Callable[Given, Made]:
    """Let *write* run in a transaction, and once more if the database was busy.

    It must change nothing but the database, and hash no password: everybody else who writes waits
    until it is done. Inside another transaction it is a part of that one.
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
