"""The weekly list of a class: what its students have done since Monday, under the names of those
who have chosen to be listed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count
from django.utils import timezone

from games.classes.models import Classroom
from games.play.models import Match, Seat
from games.play.protocol import PEOPLE
from games.puzzles.tries import PuzzleAttempt


@dataclass(frozen=True)
class Listed:
    """A student with what counts this week: *puzzles* solved at the first try, and different
    *opponents* beaten, both without help."""

    name: str
    puzzles: int
    opponents: int

    @property
    def total(self) -> int:
        return self.puzzles + self.opponents


@dataclass(frozen=True)
class WeeklyList:
    """The students listed, the best first, and how many *others* are in the class: they have not
    chosen to be listed, or nothing counts yet."""

    since: datetime
    listed: list[Listed]
    others: int


def weekly_list(classroom: Classroom) -> WeeklyList:
    """The list of this week, which begins on Monday by the clock of the class.

    An opponent counts once, so that nobody climbs by playing the same one again and again. A game
    that is part of a lesson or an assignment does not count: its result is not for the class.
    """
    since = monday(classroom)
    people = classroom.memberships.active()
    willing = list(people.filter(is_listed=True).by_name())
    users = [person.user_id for person in willing]
    solved = PuzzleAttempt.objects.filter(
        user__in=users, rated=True, solved=True, answered_at__gte=since
    )
    won = (
        Match.objects.filter(user__in=users, winner=Seat.OWNER, finished_at__gte=since, origin="")
        .exclude(opponent__in=PEOPLE)
        .exclude(moves__hint_tier__gt=0)
        .exclude(moves__undone_at__isnull=False)
    )
    puzzles = dict(solved.order_by().values_list("user").annotate(Count("pk")))
    beaten = won.order_by().values_list("user").annotate(Count("opponent", distinct=True))
    opponents = dict(beaten)
    rows = [
        Listed(person.real_name, puzzles.get(person.user_id, 0), opponents.get(person.user_id, 0))
        for person in willing
    ]
    listed = sorted((row for row in rows if row.total), key=lambda row: -row.total)
    return WeeklyList(since, listed, people.count() - len(listed))


def monday(classroom: Classroom) -> datetime:
    """When this week began in the class."""
    now = timezone.now().astimezone(classroom.zone)
    return (now - timedelta(days=now.weekday())).replace(hour=0, minute=0, second=0, microsecond=0)
