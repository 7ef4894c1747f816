"""The days on which a person practised, in any way."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from games.learn.lessons.models import StepRecord
from games.learn.lessons.taken_tests import TakenTest
from games.people.models import Owner, User, owned_by
from games.play.models import Match
from games.questions.attempts import Attempt
from games.web.written_once import written_once


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


@written_once
def _times(owner: Owner, since: datetime) -> QuerySet[Any]:
    """The times of practice: games begun, steps done, tests finished, and answers anywhere else; a
    test is practice as a whole, on the day of its last answer. They become days outside the
    database, because SQLite would take longer."""
    tries: QuerySet[Any] = Attempt.objects.filter(taken_test=None)
    in_classes = tries.filter(membership__user=owner) if isinstance(owner, User) else tries.none()
    practised = {
        "created_at": [owned_by(owner, Match.objects.all())],
        "answered_at": [owned_by(owner, tries), in_classes],
        "done_at": [owned_by(owner, StepRecord.objects.all())],
        "finished_at": [owned_by(owner, TakenTest.objects.all())],
    }
    first, *others = [
        rows.filter(**{f"{at}__gte": since}).order_by().values_list(at)
        for at, every in practised.items()
        for rows in every
    ]
    return first.union(*others)
