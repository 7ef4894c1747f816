"""Steps of a room, and its version: like a move, a step names the version of the room that it was
made on, and a poll asks for the current one, with one query, or none if processes share a cache."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.db.models import Count, Max, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.play.models import Match
from games.teach.live.rooms.models import CODE_LENGTH, Answer, Participant, Room, RoomQuestion
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


class StaleStepError(Exception):
    """The room has changed since the page was loaded; nothing was written."""


class RoomOverError(Exception):
    """The room is closed; nothing was written."""


@contextmanager
def step(room: Room, version: int, **columns: object) -> Iterator[None]:
    """One step of *room* at *version*: the writes inside the block, and new values for *columns* of
    the room.

    Either everything is stored and the version goes up by one, or nothing is. Raises
    :class:`StaleStepError` if another step was faster, and :class:`RoomOverError` if the room is
    closed.
    """
    if room.is_over:
        raise RoomOverError
    with transaction.atomic():
        same = Room.objects.filter(pk=room.pk, version=version, closed_at=None)
        if not same.update(version=version + 1, last_step=room.last_step, **columns):
            raise StaleStepError
        yield
        asked = RoomQuestion.objects.filter(
            room=room, state=RoomQuestion.State.ASKED, asked_at=None
        )
        asked.update(asked_at=timezone.now())
        room_now.changed(room.code)
        leaders_now.changed(room.code)
    room.version = version + 1
    for name, value in columns.items():
        setattr(room, name, value)
