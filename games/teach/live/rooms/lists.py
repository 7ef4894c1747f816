"""The rooms of a person: the open ones and the past ones."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.people.models import User
from games.teach.classes.models import WHOLE_CLASS, Classroom, Membership, Staff
from games.teach.live.rooms.closing import is_over
from games.teach.live.rooms.models import Room
from games.web.written_once import written_once

MAX_PAST_ROOMS = 30
"""The number of past rooms to list, latest first."""
MAX_OF_CLASS = 5
"""The same for the page of a class."""


def _counted(rooms: QuerySet[Room]) -> QuerySet[Room]:
    people = Count("participants", filter=Q(participants__waits=False), distinct=True)
    was_asked = ~Q(questions__state="waiting") & Q(
        questions__turn_version=None
    )  # no turns of games
    asked = Count("questions", filter=was_asked, distinct=True)
    return rooms.select_related("classroom").annotate(people=people, asked=asked)


def _led(user: User) -> QuerySet[Room]:
    classes = Staff.objects.filter(user=user, role__in=WHOLE_CLASS).values("classroom")
    return _counted(Room.objects.filter(Q(owner=user) | Q(classroom__in=classes)))


def led_rooms(user: User) -> list[Room]:
    """The open rooms that this user may lead."""
    return list(_led(user).filter(closed_at=None, closes_at__gt=timezone.now()))


def past_rooms(user: User) -> list[Room]:
    """The past rooms of classes that this user led or could have led, latest first."""
    now = timezone.now()
    return list(_led(user).filter(is_over(now), classroom__isnull=False)[:MAX_PAST_ROOMS])


def rooms_of(classroom: Classroom) -> list[Room]:
    """The last past rooms of a class, latest first."""
    rooms = Room.objects.filter(is_over(timezone.now()), classroom=classroom)
    return list(rooms.only("code", "title", "created_at")[:MAX_OF_CLASS])


def rooms_to_join(user: User) -> list[Room]:
    """The open rooms of the classes in which this user is a student."""
    return _rooms_to_join(user.pk, timezone.now())


@written_once
def _rooms_to_join(user: int, now: datetime) -> QuerySet[Room]:
    learnt = Membership.objects.filter(
        classroom=OuterRef("classroom"), user=user, archived_at=None, classroom__archived_at=None
    )
    rooms = Room.objects.filter(Exists(learnt), closed_at=None, closes_at__gt=now)
    needed = ("code", "title", "created_at", "classroom__name", "classroom__time_zone")
    return rooms.select_related("classroom").only(*needed)
