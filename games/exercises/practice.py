"""The days on which somebody practised, whatever it was.

Every area tells what of its rows is practice, and when it was.
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
    """Let somebody's rows count as practice at the time in their field *at*."""

    def register(rows: Rows) -> Rows:
        SOURCES.append((at, rows))
        return rows

    return register


@dataclass(frozen=True)
class Calendar:
    """Days in a row, the last one today."""

    days: tuple[Day, ...]

    @property
    def practised(self) -> int:
        """On how many of them somebody practised."""
        return sum(day.practised for day in self.days)


@dataclass(frozen=True)
class Day:
    """A day, and whether somebody practised on it."""

    date: date
    practised: bool


def calendar(owner: Owner | None, length: int) -> Calendar:
    """The last so many days, today at the end: one query."""
    today = timezone.localdate()
    first = today - timedelta(days=length - 1)
    since = timezone.make_aware(datetime.combine(first, time.min))
    zone = since.tzinfo
    worked = {at.astimezone(zone).date() for (at,) in _times(owner, since)} if owner else set()
    days = (first + timedelta(number) for number in range(length))
    return Calendar(tuple(Day(day, day in worked) for day in days))


def _times(owner: Owner, since: datetime) -> QuerySet[Any]:
    """When somebody practised; SQLite would take longer to make days of these times."""
    times = [
        rows(owner).filter(**{f"{at}__gte": since}).order_by().values_list(at)
        for at, rows in SOURCES
    ]
    return times[0].union(*times[1:])
