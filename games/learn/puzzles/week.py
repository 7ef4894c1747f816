"""A weekly list of what people have done since Monday, with the names of those who agreed. A class
has one with real names, the site has one with user names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from typing import Any

from django.db.models import Count, QuerySet
from django.utils import timezone

from games.learn.puzzles.tries import PuzzleAttempt
from games.people.models import User
from games.play.models import Match, Seat
from games.play.protocol import PEOPLE

SHOWN = 50
"""The number of names in the list of the site."""


@dataclass(frozen=True)
class Listed:
    """A person's results this week: *puzzles* solved at the first try and different *opponents*
    beaten, both without help."""

    name: str
    puzzles: int
    opponents: int

    @property
    def total(self) -> int:
        return self.puzzles + self.opponents


@dataclass(frozen=True)
class WeeklyList:
    """The people *listed*, best first, and the number of *others* without a name on the list."""

    since: datetime
    listed: list[Listed]
    others: int


def monday(zone: tzinfo) -> datetime:
    """When this week began in a time zone."""
    now = timezone.now().astimezone(zone)
    return (now - timedelta(days=now.weekday())).replace(hour=0, minute=0, second=0, microsecond=0)


def listed_since(
    since: datetime, accounts: QuerySet[Any, Any], names: Mapping[int, str]
) -> list[Listed]:
    """The results since then of *accounts* (a column of keys, with *names* by key), best first,
    without people who have no results.

    Each opponent counts once, so nobody rises by beating the same one again and again. A game in a
    lesson or an assignment does not count, because its result is private.
    """
    solved = PuzzleAttempt.objects.filter(
        user__in=accounts, rated=True, solved=True, answered_at__gte=since
    )
    won = (
        Match.objects.filter(
            user__in=accounts, winner=Seat.OWNER, finished_at__gte=since, origin=""
        )
        .exclude(opponent__in=PEOPLE)
        .exclude(moves__hint_tier__gt=0)
        .exclude(moves__undone_at__isnull=False)
    )
    puzzles = dict(solved.order_by().values_list("user").annotate(Count("pk")))
    beaten = won.order_by().values_list("user").annotate(Count("opponent", distinct=True))
    opponents = dict(beaten)
    rows = [Listed(name, puzzles.get(key, 0), opponents.get(key, 0)) for key, name in names.items()]
    return sorted((row for row in rows if row.total), key=lambda row: -row.total)


def willing() -> QuerySet[User]:
    """The accounts that allow everybody to read their user name in the list of the site."""
    return User.objects.filter(is_listed=True, is_kept_off_lists=False, is_active=True)


def weekly_list() -> WeeklyList:
    """The list of the site for this week, which starts on Monday in the site's time zone."""
    since = monday(timezone.get_default_timezone())
    names = dict(willing().order_by("username").values_list("pk", "username"))
    listed = listed_since(since, willing().values("pk"), names)
    return WeeklyList(since, listed[:SHOWN], len(listed[SHOWN:]))


def set_listed(user: User, *, is_listed: bool) -> None:
    """Show a person's user name in the weekly list, or stop showing it. Nothing changes if an
    administrator keeps the name off the list."""
    User.objects.filter(pk=user.pk, is_kept_off_lists=False).update(is_listed=is_listed)
