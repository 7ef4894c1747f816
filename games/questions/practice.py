"""The days on which a person practised, in any way.

Each app registers which of its rows are practice, and when it happened.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from games.people.models import Owner

Rows = Callable[[Owner], QuerySet[Any]]

SOURCES: list[tuple[str, Rows]] = []


def practised(at: str) -> Callable[[Rows], Rows]:
    """Register a function for the rows that count as practice at the time in their field *at*."""

    def register(rows: Rows) -> Rows:
        SOURCES.append((at, rows))
        return rows

    return register


@dataclass(frozen=True)
class Calendar:
    """Consecutive days, the last one today."""

    days: tuple[Day, ...]

    @property
    def practised(self) -> int:
        """The number of days with practice."""
        return sum(day.practised for day in self.days)


@dataclass(frozen=True)
class Day:
    """A day, and whether the person practised on it."""

    date: date
    practised: bool


def calendar(owner: Owner | None, length: int) -> Calendar:
    """The last *length* days, with today at the end, in one query."""
    today = timezone.localdate()
    first = today - timedelta(days=length - 1)
    since = timezone.make_aware(datetime.combine(first, time.min))
    zone = since.tzinfo
    worked = {at.astimezone(zone).date() for (at,) in _times(owner, since)} if owner else set()
    days = (first + timedelta(number) for number in range(length))
    return Calendar(tuple(Day(day, day in worked) for day in days))


def _times(owner: Owner, since: datetime) -> QuerySet[Any]:
    """The times of practice. They become days outside the database, because SQLite would take
    longer."""
    times = [
        rows(owner).filter(**{f"{at}__gte": since}).order_by().values_list(at)
        for at, rows in SOURCES
    ]
    return times[0].union(*times[1:])
