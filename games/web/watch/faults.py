"""Database failures: which errors mean one, and how they are logged."""

from __future__ import annotations

import logging
import sqlite3
import time
from threading import Lock

from django.db import InterfaceError, InternalError, OperationalError

from games.web.transactions import is_busy

log = logging.getLogger(__name__)

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
