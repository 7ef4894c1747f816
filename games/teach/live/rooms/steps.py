"""Steps of a room. Like a move, a step names the version of the room that it was made on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils import timezone

from games.teach.live.rooms.models import Room, RoomQuestion
from games.teach.live.rooms.now import leaders_now, room_now


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
