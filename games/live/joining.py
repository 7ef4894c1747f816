"""Coming into a room: a student by their account, anybody else by a first name.

Nobody needs an account. A visitor is known by their browser, and comes back on another phone with
the name and the seat number that the first one shows.
"""

from __future__ import annotations

import secrets
import unicodedata
from itertools import chain, count

from django.db import transaction
from django.utils import timezone

from games.live.models import NAME_LENGTH, Participant, Room
from games.live.neighbours import leave_games, take_games_along
from games.live.now import leaders_now
from games.people.models import Owner, User, Visitor, owned_by, owner_fields
from games.web.limits import JOINS_FROM, WRONG_SEATS_FROM, WRONG_SEATS_OF_ONE, TooManyError
from games.web.writing import all_or_nothing

LONGEST = 24
"""How long a first name may be, so that it can be read from the back row."""

MAX_PARTICIPANTS = 500
"""How many people one room holds at a time."""

SEATS = range(100_000, 1_000_000)

FULL = "This room is full."
SHUT = "Your instructor has locked this room. Ask to be let in."
TAKEN_OUT = "Your instructor has removed you from this room. Ask to be let back in."


class JoinError(Exception):
    """Somebody cannot come in like that; the message is a sentence for them."""


def name_key(name: str) -> str:
    """What two names must not share."""
    return unicodedata.normalize("NFKC", name).casefold()


def seat_of(room: Room, owner: Owner | None) -> Participant | None:
    """Whoever this is in the room, also after they have left it."""
    return owned_by(owner, room.participants.all()).first()


def count_newcomer(room: Room, address: str) -> None:
    """Count somebody who has not been in the room; :class:`TooManyError` if too many came from
    this address in a minute."""
    who = f"{room.pk} {address}"
    if JOINS_FROM.count(who) > JOINS_FROM.most:
        raise TooManyError(
            "Too many people are joining from your network. Wait a minute and try again."
        )


@all_or_nothing
def join(room: Room, owner: Owner, name: str = "") -> Participant:
    """Let somebody in; twice is once, and who left comes back as they were.

    A user is called by their user name, a visitor by *name*. Raises :class:`JoinError`, also for
    somebody who was taken out.
    """
    # They come in one after the other, so that no name is there twice.
    room = Room.objects.select_for_update().get(pk=room.pk)
    if room.is_over:
        raise JoinError("This room is closed, so you can't join it.")
    participant = seat_of(room, owner)
    if participant is not None:
        return _back(participant)
    if room.is_shut:
        raise JoinError(SHUT)
    _check_space(room)
    taken = list(room.participants.values_list("name", "seat"))
    names = {name_key(other) for other, _ in taken}
    if isinstance(owner, User):
        name, seat = _free(owner.username, names), None
    elif name_key(name) in names:
        raise JoinError(f"Somebody here is already called {name}. Add a letter.")
    else:
        seat = _seat({seat for _, seat in taken})
    leaders_now.changed(room.code)
    return Participant.objects.create(room=room, name=name, seat=seat, **owner_fields(owner))


def move_seat(room: Room, name: str, seat: int, visitor: Visitor, address: str) -> Participant:
    """Let somebody who is in the room already go on in the browser of *visitor*.

    Raises :class:`JoinError` where no visitor has this name and seat number, or they were taken
    out. Wrong numbers are counted for the browser, and for the name only as far as they come from
    one *address*, so that nobody can try them all nor lock the owner of the seat out.
    """
    key = name_key(name)
    tried = {
        WRONG_SEATS_OF_ONE: f"{room.pk} {visitor.pk}",
        WRONG_SEATS_FROM: f"{room.pk} {address} {key}",
    }
    if any(limit.is_reached(who) for limit, who in tried.items()):
        raise JoinError("Too many wrong seat numbers. Ask your instructor, or wait ten minutes.")
    seated = room.participants.filter(seat=seat, user=None)
    participant = next((one for one in seated if name_key(one.name) == key), None)
    if participant is None:
        for limit, who in tried.items():
            limit.count(who)
        raise JoinError("Nobody in this room has that name and that seat number.")
    return _move(participant, visitor)


@all_or_nothing
def _move(participant: Participant, visitor: Visitor) -> Participant:
    if participant.visitor_id != visitor.pk:
        # Whoever had come in anew on this browser was the same person: nobody sits there now.
        other = seat_of(participant.room, visitor)
        if other is not None:
            _check_not_taken_out(other)
            other.visitor = Visitor.objects.create()
            other.left_at = other.left_at or timezone.now()
            other.save(update_fields=["visitor", "left_at"])
            take_games_along(other, visitor)
        before = participant.visitor
        participant.visitor, participant.moved_from = visitor, before
        participant.save(update_fields=["visitor", "moved_from"])
        take_games_along(participant, before)
    return _back(participant)


def moved_away(room: Room, owner: Owner | None) -> Participant | None:
    """Who sat here in the room until their seat number was typed into another phone."""
    if not isinstance(owner, Visitor):
        return None
    return room.participants.filter(moved_from=owner).first()


def leave(participant: Participant) -> None:
    """Go out of a room and of its games; what was answered stays, and the door stays open."""
    still = Participant.objects.filter(pk=participant.pk, left_at=None)
    with transaction.atomic():
        leave_games(participant)
        still.update(left_at=timezone.now())
        leaders_now.changed(participant.room.code)


def _back(participant: Participant) -> Participant:
    _check_not_taken_out(participant)
    if participant.left_at is not None:
        _check_space(participant.room)
        participant.left_at = None
        participant.save(update_fields=["left_at"])
        leaders_now.changed(participant.room.code)
    return participant


def _check_not_taken_out(participant: Participant) -> None:
    if participant.taken_out_at is not None:
        raise JoinError(TAKEN_OUT)


def _check_space(room: Room) -> None:
    """Who has left makes room for somebody else."""
    if room.participants.filter(left_at=None).count() >= MAX_PARTICIPANTS:
        raise JoinError(FULL)


def _free(name: str, names: set[str]) -> str:
    """A name that nobody here has, for somebody who is called like a visitor."""
    name = name[: NAME_LENGTH - 5]
    numbered = (f"{name} {number}" for number in count(2))
    return next(one for one in chain((name,), numbered) if name_key(one) not in names)


def _seat(taken: set[int | None]) -> int:
    """A number that nobody here has."""
    return next(seat for seat in iter(lambda: secrets.choice(SEATS), None) if seat not in taken)
