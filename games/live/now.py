"""How a room stands, for whoever polls: one query, and none where processes share a cache."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Max, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils.crypto import salted_hmac

from games.live.models import CODE_LENGTH, Answer, Participant, Room
from games.play.models import Match
from games.web.codes import tidy
from games.web.polling import Now, current

MARK_LENGTH = 32


@current("room")
def room_now(code: str) -> Now | None:
    """What a phone sees of a room: what grows with each step of whoever leads."""
    rooms = Room.objects.only("version", "closed_at", "closes_at")
    room = rooms.filter(code=tidy(code, CODE_LENGTH)).first()
    if room is None:
        return None
    return Now(f"{room.version}{_end(room)}", is_awaited=not room.is_over)


@current("leaders")
def leaders_now(code: str) -> Now | None:
    """What whoever leads sees of it: also who is here, what was answered until now, and how far
    the games of a round are."""
    answers = Answer.objects.filter(question=OuterRef("current"))
    here = Participant.objects.filter(room=OuterRef("pk"), left_at=None)
    games = Match.objects.filter(of_room__pair__round=OuterRef("round"))
    room = Room.objects.filter(code=tidy(code, CODE_LENGTH)).annotate(
        answered=_one(answers, "question", Count("pk")),
        latest=Subquery(
            answers.order_by().values("question").annotate(n=Max("given_at")).values("n")
        ),
        here=_one(here, "room", Count("pk")),
        moves=_one(games, "of_room__pair__round", Sum("version")),
    )
    for stored in room.only("version", "closed_at", "closes_at"):
        latest = f"{stored.latest.timestamp():.6f}" if stored.latest else ""
        counted = f"{stored.version}-{stored.here}-{stored.answered}-{stored.moves}"
        seen = f"{counted}-{latest}{_end(stored)}"
        # A poll is answered before anybody's rights are asked, so only who has been shown a page
        # of this room can name its version.
        mark = salted_hmac(f"leaders of {stored.pk}", seen, algorithm="sha256").hexdigest()
        return Now(mark[:MARK_LENGTH], is_awaited=not stored.is_over)
    return None


def _one(rows: Any, by: str, count: Any) -> Any:
    """A number of those of *rows* that are of a room."""
    return Coalesce(Subquery(rows.order_by().values(by).annotate(n=count).values("n")), 0)


def _end(room: Room) -> str:
    """A room is over at its hour without anybody writing anything."""
    return "-over" if room.is_over else ""
