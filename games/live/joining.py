"""Coming into a room: a student by their account, anybody else by a first name.

Nobody needs an account. A visitor is known by their browser, and comes back on another phone with
the name and the seat number that the first one shows.
"""

from __future__ import annotations

import secrets
import unicodedata

from django.db import transaction
from django.utils import timezone

from games.live.models import NAME_LENGTH, Participant, Room
from games.live.neighbours import leave_games, take_games_along
from games.live.now import leaders_now
from games.people.models import User, Visitor, owned_by, owner_fields
from games.web.limits import WRONG_SEATS_FOR
from games.web.writing import all_or_nothing

LONGEST = 24
"""How long a first name may be, so that it can be read from the back row."""

MOST = 500
"""How many people one room holds."""

SEATS = range(1000, 10_000)


class JoinError(Exception):
    """Somebody cannot come in like that; the message is a sentence for them."""


def name_key(name: str) -> str:
    """What two names must not share."""
    return unicodedata.normalize("NFKC", name).casefold()


def seat_of(room: Room, owner: User | Visitor | None) -> Participant | None:
    """Whoever this is in the room, also after they have left it."""
    return owned_by(owner, room.participants.all()).first()


@all_or_nothing
def join(room: Room, owner: User | Visitor, name: str = "") -> Participant:
    """Let somebody in; twice is once, and who left comes back as they were.

    A user is called by their user name, a visitor by *name*. Raises :class:`JoinError`.
    """
    # They come in one after the other, so that no name is there twice.
    room = Room.objects.select_for_update().get(pk=room.pk)
    if room.is_over:
        raise JoinError("This room is over, so nobody can come in.")
    participant = seat_of(room, owner)
    if participant is not None:
        return _back(participant)
    here = list(room.participants.values_list("name", "seat"))
    if len(here) >= MOST:
        raise JoinError("This room is full.")
    names = {name_key(other) for other, _ in here}
    if isinstance(owner, User):
        name, seat = _free(owner.username, names), None
    elif name_key(name) in names:
        raise JoinError(f"Somebody here is called {name} already: add a letter.")
    else:
        seat = _seat({seat for _, seat in here})
    leaders_now.changed(room.code)
    return Participant.objects.create(room=room, name=name, seat=seat, **owner_fields(owner))


def move_seat(room: Room, name: str, seat: int, visitor: Visitor) -> Participant:
    """Let somebody who is in the room already go on in the browser of *visitor*.

    Raises :class:`JoinError` where no visitor has this name and seat number, and, so that nobody
    can try them all, after many wrong numbers for one name.
    """
    key = name_key(name)
    tried = f"{room.pk} {key}"
    if WRONG_SEATS_FOR.is_reached(tried):
        raise JoinError("Too many wrong seat numbers for this name. Ask whoever leads the room.")
    seated = room.participants.filter(seat=seat, user=None)
    participant = next((one for one in seated if name_key(one.name) == key), None)
    if participant is None:
        WRONG_SEATS_FOR.count(tried)
        raise JoinError("Nobody here has this name and this seat number.")
    return _move(participant, visitor)


@all_or_nothing
def _move(participant: Participant, visitor: Visitor) -> Participant:
    if participant.visitor_id != visitor.pk:
        # Whoever had come in anew on this browser was the same person: nobody sits there now.
        other = seat_of(participant.room, visitor)
        if other is not None:
            other.visitor = Visitor.objects.create()
            other.left_at = other.left_at or timezone.now()
            other.save(update_fields=["visitor", "left_at"])
            take_games_along(other, visitor)
        before = participant.visitor
        participant.visitor = visitor
        participant.save(update_fields=["visitor"])
        take_games_along(participant, before)
    return _back(participant)


def leave(participant: Participant) -> None:
    """Go out of a room and of its games; what was answered stays, and the door stays open."""
    still = Participant.objects.filter(pk=participant.pk, left_at=None)
    with transaction.atomic():
        leave_games(participant)
        still.update(left_at=timezone.now())
        leaders_now.changed(participant.room.code)


def _back(participant: Participant) -> Participant:
    if participant.left_at is not None:
        participant.left_at = None
        participant.save(update_fields=["left_at"])
        leaders_now.changed(participant.room.code)
    return participant


def _free(name: str, names: set[str]) -> str:
    """A name that nobody here has, for somebody who is called like a visitor."""
    name = name[: NAME_LENGTH - 4]
    numbered = (f"{name} {number}" for number in range(2, MOST + 3))
    return next(one for one in (name, *numbered) if name_key(one) not in names)


def _seat(taken: set[int | None]) -> int:
    return secrets.choice([seat for seat in SEATS if seat not in taken])
