"""The weekly list of a class, with the real names of students who agreed to be named."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count
from django.utils import timezone

from games.learn.puzzles.tries import PuzzleAttempt
from games.play.models import Match, Seat
from games.teach.classes.models import Classroom


@dataclass(frozen=True)
class Listed:
    """A student's results this week: *puzzles* solved at the first try and different *opponents*
    beaten, both without help."""

    name: str
    puzzles: int
    opponents: int

    @property
    def total(self) -> int:
        return self.puzzles + self.opponents


@dataclass(frozen=True)
class WeeklyList:
    """The students *listed*, best first, and the number of *others* in the class."""

    since: datetime
    listed: list[Listed]
    others: int


def weekly_list_of(classroom: Classroom) -> WeeklyList:
    """The list of this week, which starts on Monday in the class's time zone, without students who
    have no results.

    Each opponent counts once, so nobody rises by beating the same one again and again. A game in a
    lesson or an assignment does not count, because its result is private.
    """
    now = timezone.now().astimezone(classroom.zone)
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    since = midnight - timedelta(days=now.weekday())
    people = classroom.memberships.active()
    willing = people.filter(is_listed=True)
    accounts = willing.values("user")
    solved = PuzzleAttempt.objects.filter(
        user__in=accounts, rated=True, solved=True, answered_at__gte=since
    )
    won = (
        Match.objects.filter(
            user__in=accounts, winner=Seat.OWNER, finished_at__gte=since, origin=""
        )
        .exclude(opponent__in=Match.NOT_OURS)
        .exclude(moves__hint_tier__gt=0)
        .exclude(moves__undone_at__isnull=False)
    )
    puzzles = dict(solved.order_by().values_list("user").annotate(Count("pk")))
    beaten = won.order_by().values_list("user").annotate(Count("opponent", distinct=True))
    opponents = dict(beaten)
    rows = [
        Listed(name, puzzles.get(key, 0), opponents.get(key, 0))
        for key, name in willing.by_name().values_list("user_id", "real_name")
    ]
    listed = sorted((row for row in rows if row.total), key=lambda row: -row.total)
    return WeeklyList(since, listed, people.count() - len(listed))
