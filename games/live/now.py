"""How a room stands, for whoever polls: one query, and none where processes share a cache."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.live.access import read_code
from games.live.models import Answer, Participant, Room
from games.web.polling import Now, current
from games.web.prepared import prepared


@current("room")
def room_now(code: str) -> Now | None:
    """What a phone sees of a room: what grows with each step of whoever leads."""
    for stored in _stored(read_code(code)):
        return Now(f"{stored.version}{_end(stored)}", is_awaited=not stored.is_over)
    return None


@prepared
def _stored(code: str) -> QuerySet[Room]:
    return Room.objects.filter(code=code).only("version", "closed_at", "closes_at")


@current("leaders")
def leaders_now(code: str) -> Now | None:
    """What whoever leads sees of it: also who is here, and what was answered until now."""
    answers = Answer.objects.filter(question=OuterRef("current"))
    here = Participant.objects.filter(room=OuterRef("pk"), left_at=None)
    room = Room.objects.filter(code=read_code(code)).annotate(
        answered=_one(answers, "question", Count("pk")),
        latest=Subquery(
            answers.order_by().values("question").annotate(n=Max("given_at")).values("n")
        ),
        here=_one(here, "room", Count("pk")),
    )
    for stored in room.only("version", "closed_at", "closes_at"):
        latest = f"{stored.latest.timestamp():.6f}" if stored.latest else ""
        seen = f"{stored.version}-{stored.here}-{stored.answered}-{latest}{_end(stored)}"
        return Now(seen, is_awaited=not stored.is_over)
    return None


def _one(rows: Any, by: str, count: Any) -> Any:
    """How many of *rows* there are of a room."""
    return Coalesce(Subquery(rows.order_by().values(by).annotate(n=count).values("n")), 0)


def _end(room: Room) -> str:
    """A room is over at its hour without anybody writing anything."""
    return "-over" if room.is_over else ""
