"""The rooms of somebody: those that are open now, and those that are over."""

from __future__ import annotations

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.classes.models import Membership, Staff
from games.live.closing import is_over
from games.live.models import Room
from games.people.models import User

MAX_PAST_ROOMS = 30
"""So many past rooms are listed, the latest first."""


def _counted(rooms: QuerySet[Room]) -> QuerySet[Room]:
    people = Count("participants", distinct=True)
    asked = Count("questions", filter=~Q(questions__state="waiting"), distinct=True)
    return rooms.select_related("classroom").annotate(people=people, asked=asked)


def _led(user: User) -> QuerySet[Room]:
    classes = Staff.objects.filter(user=user).values("classroom")
    return _counted(Room.objects.filter(Q(owner=user) | Q(classroom__in=classes)))


def led_rooms(user: User) -> list[Room]:
    """The rooms that somebody may lead now."""
    return list(_led(user).filter(closed_at=None, closes_at__gt=timezone.now()))


def past_rooms(user: User) -> list[Room]:
    """The rooms of classes that somebody led, or could have led, the latest first."""
    now = timezone.now()
    return list(_led(user).filter(is_over(now), classroom__isnull=False)[:MAX_PAST_ROOMS])


def rooms_to_join(user: User) -> list[Room]:
    """The open rooms of the classes that somebody learns in."""
    learnt = Membership.objects.filter(
        classroom=OuterRef("classroom"), user=user, archived_at=None, classroom__archived_at=None
    )
    rooms = Room.objects.filter(Exists(learnt), closed_at=None, closes_at__gt=timezone.now())
    return list(rooms.select_related("classroom").only("code", "title", "classroom__name"))
