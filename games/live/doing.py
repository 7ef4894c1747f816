"""The steps of a room. A step names the version of the room it was made on, like a move."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from games.live.models import Room
from games.live.now import leaders_now, room_now


class StaleStepError(Exception):
    """The room has moved on since the page was made; nothing was changed."""


class RoomOverError(Exception):
    """The room is closed; nothing was changed."""


@contextmanager
def step(room: Room, version: int, **columns: object) -> Iterator[None]:
    """One step of *room* made on *version*: what is written inside, with *columns* of the room.

    Either all of it is stored, and the room is one version further, or nothing is. Raises
    :class:`StaleStepError` if somebody was faster, :class:`RoomOverError` if it is closed.
    """
    if room.is_over:
        raise RoomOverError
    with transaction.atomic():
        same = Room.objects.filter(pk=room.pk, version=version, closed_at=None)
        if not same.update(version=version + 1, last_step=room.last_step, **columns):
            raise StaleStepError
        yield
        room_now.changed(room.code)
        leaders_now.changed(room.code)
    room.version = version + 1
    for name, value in columns.items():
        setattr(room, name, value)
