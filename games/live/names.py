"""By which name staff know the people of a room: the real one of a student of its class.

Phones and walls show only what people are called in the room.
"""

from __future__ import annotations

from games.classes.models import Membership
from games.live.models import Participant, Room


class RealNames:
    """The names of the people of a room as its staff read them, by one query."""

    def __init__(self, room: Room) -> None:
        members = Membership.objects.filter(classroom=room.classroom_id)
        real = members.values_list("user_id", "real_name") if room.classroom_id else ()
        self._by_user: dict[int | None, str] = dict(real)

    def of(self, participant: Participant) -> str:
        """What staff call somebody."""
        return self._by_user.get(participant.user_id) or participant.name
