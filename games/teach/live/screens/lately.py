"""The questions of the latest room of each class, with their results."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from games.teach.live.rooms.models import Answer, Room, RoomQuestion
from games.teach.live.screens.desk import DeskLine, line_of
from games.web.written_once import written_once

LATELY = timedelta(days=14)
"""How long a class's latest room is news."""


@dataclass(frozen=True)
class LastRoom:
    """A *room*, with a line for each question that it was asked."""

    room: Room
    lines: tuple[DeskLine, ...]


def last_rooms(classes: Collection[uuid.UUID]) -> tuple[LastRoom, ...]:
    """The latest room of each class that was asked something, in three queries."""
    since = timezone.now() - LATELY
    asked: dict[uuid.UUID, list[RoomQuestion]] = {}
    for question in _asked_lately(list(classes), since):
        if question.state != RoomQuestion.State.WAITING:
            asked.setdefault(question.room_id, []).append(question)
    latest: dict[uuid.UUID, Room] = {}
    lately = Room.objects.filter(classroom__in=classes, created_at__gt=since)
    for room in lately.select_related("classroom").order_by("-created_at") if asked else ():
        if room.pk in asked and room.classroom_id:
            latest.setdefault(room.classroom_id, room)
    given = Answer.objects.counting().filter(question__room__in=latest.values()).defer("judged")
    answers = list(given) if latest else []
    return tuple(
        LastRoom(room, tuple(line_of(question, room, answers) for question in asked[room.pk]))
        for room in latest.values()
    )


@written_once
def _asked_lately(classes: Sequence[uuid.UUID], since: datetime) -> QuerySet[RoomQuestion]:
    lately = Room.objects.filter(classroom__in=classes, created_at__gt=since)
    return RoomQuestion.objects.filter(room__in=lately, turn_version=None)
