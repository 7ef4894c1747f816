"""The current version of a room for its polls: one query, or none if processes share a cache."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Max, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils.crypto import salted_hmac

from games.play.models import Match
from games.teach.live.rooms.models import CODE_LENGTH, Answer, Participant, Room
from games.web.codes import tidy
from games.web.polling import Now, current

MARK_LENGTH = 32


@current("room")
def room_now(code: str) -> Now | None:
    """The version for phones, which goes up with each step of the instructor."""
    rooms = Room.objects.only("version", "closed_at", "closes_at")
    room = rooms.filter(code=tidy(code, CODE_LENGTH)).first()
    if room is None:
        return None
    return Now(f"{room.version}{_over_suffix(room)}", is_awaited=not room.is_over)


@current("leaders")
def leaders_now(code: str) -> Now | None:
    """The version for the instructor, which also depends on who is here or waits, the number of
    answers, and the progress of the games in a round."""
    answers = Answer.objects.filter(question=OuterRef("current"))
    people = Participant.objects.filter(room=OuterRef("pk"))
    games = Match.objects.filter(of_room__pair__round=OuterRef("round"))
    room = Room.objects.filter(code=tidy(code, CODE_LENGTH)).annotate(
        answered=_aggregate(answers, "question", Count("pk")),
        latest=Subquery(
            answers.order_by().values("question").annotate(n=Max("given_at")).values("n")
        ),
        here=_aggregate(people.filter(left_at=None), "room", Count("pk")),
        waiting=_aggregate(people.filter(waits=True), "room", Count("pk")),
        moves=_aggregate(games, "of_room__pair__round", Sum("version")),
    )
    for stored in room.only("version", "closed_at", "closes_at"):
        latest = f"{stored.latest.timestamp():.6f}" if stored.latest else ""
        numbers = (stored.version, stored.here, stored.waiting, stored.answered, stored.moves)
        seen = f"{'-'.join(map(str, numbers))}-{latest}{_over_suffix(stored)}"
        # A poll is answered before the person's rights are checked. The mark is signed, so only
        # people who have loaded a page of this room can name its version.
        mark = salted_hmac(f"leaders of {stored.pk}", seen, algorithm="sha256").hexdigest()
        return Now(mark[:MARK_LENGTH], is_awaited=not stored.is_over)
    return None


def _aggregate(rows: Any, by: str, count: Any) -> Any:
    """An aggregate over those of *rows* that belong to the room; 0 if there are none."""
    return Coalesce(Subquery(rows.order_by().values(by).annotate(n=count).values("n")), 0)


def _over_suffix(room: Room) -> str:
    """A suffix for a room that is over, because the end of its three hours changes no row."""
    return "-over" if room.is_over else ""
