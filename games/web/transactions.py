"""A database to which others write or that fails: transactions, what an error means, how it is
logged."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, InternalError, OperationalError, connection, transaction

log = logging.getLogger(__name__)

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


CANNOT_WRITE_POSTGRESQL = ("25006", "53100")  # read-only, disk full
CANNOT_WRITE_SQLITE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL)
EVERY = 60  # seconds

_heard: dict[
    tuple[type, bool, bool], tuple[float, int]
] = {}  # kind: time of the last line, errors since then
_lock = Lock()


def is_unavailable(error: BaseException | None) -> bool:
    """Whether the database is locked, full, read-only or away; other errors are bugs."""
    if isinstance(error, InternalError):
        return cannot_write(error)
    return isinstance(error, OperationalError | InterfaceError)


def cannot_write(error: BaseException) -> bool:
    """Whether the database can be read but not written to."""
    cause = error.__cause__
    in_sqlite = getattr(cause, "sqlite_errorcode", 0) & 0xFF  # higher bits are details of the cause
    code = getattr(cause, "sqlstate", "")
    return in_sqlite in CANNOT_WRITE_SQLITE or code in CANNOT_WRITE_POSTGRESQL


def report(error: BaseException, where: str) -> None:
    """Log the cause once a minute for each kind of error; count the others.

    That others write for long needs no mending here, so it is one line without a trace.
    """
    waits = isinstance(error, OperationalError) and is_busy(error)
    kind = (type(error.__cause__ or error), cannot_write(error), waits)
    now = time.monotonic()
    with _lock:
        last, since = _heard.get(kind, (-EVERY, 0))
        is_due = now - last >= EVERY
        _heard[kind] = (now, 0) if is_due else (last, since + 1)
    if is_due:
        more = f"; {since} more since the last line" if since else ""
        if waits:
            log.warning("Others keep the database busy (%s%s); it is tried again", where, more)
        else:
            log.error("The database cannot be used (%s%s): %s", where, more, error, exc_info=error)
