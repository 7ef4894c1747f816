"""Joining a room: a student with an account, anybody else with a first name.

Nobody needs an account. A visitor is recognised by their browser, and comes back on another phone
with their name and the seat number that the first phone shows.
"""

from __future__ import annotations

import secrets
from itertools import chain, count
from typing import Any

from django import forms
from django.db import transaction
from django.utils import timezone

from games.people.models import Owner, User, Visitor, owned_by, owner_fields
from games.people.name_fields import TidyField
from games.people.names import folded
from games.teach.live.rooms.access import is_student_of, may_enter, must_wait
from games.teach.live.rooms.models import NAME_LENGTH, Participant, Room
from games.teach.live.rooms.steps import leaders_now
from games.teach.live.rounds.pairs import leave_games, take_games_along
from games.teach.live.rounds.partners import take_free_seat
from games.web.limits import (
    GUESTS_FROM,
    WRONG_SEATS_OF_ONE,
    TooManyError,
)
from games.web.transactions import all_or_nothing

LONGEST = 24
"""The greatest length of a first name that can be read from the back row."""

MAX_PARTICIPANTS = 500
"""The number of people in a room at one time; students of its class always find a place."""

MAX_WAITING = 50
"""The number of guests who can wait to be let in; more names nobody reads beside a lesson."""

SEATS = range(10_000_000, 100_000_000)
"""Long enough that nobody finds one by trying while the room is open. So wrong numbers are counted
for the browser alone, and the right one opens the seat in any other."""

FULL = "This room is full."
SHUT = "Your instructor has locked this room. Ask to be let in."
MANY_GUESTS = (
    "Very many guests are joining from your network. Ask your instructor to let you in, or wait a "
    "minute and try again."
)
MANY_WAITING = "Very many people wait to be let in. Ask your instructor, and try again."
TAKEN_OUT = "Your instructor has removed you from this room. Ask to be let back in."


ONLY_CLASS = "Only students of {classroom} can join this room."


class JoinError(Exception):
    """The person cannot join like that; the message is a sentence for them."""


def seat_of(room: Room, owner: Owner | None) -> Participant | None:
    """A person's seat in the room, even after they have left."""
    return owned_by(owner, room.participants.all()).first()


def count_guest(room: Room, address: str) -> None:
    """Count a new guest. Raises :class:`TooManyError` if very many came from this address within a
    minute, so that one phone cannot fill a room before its leader sees it.

    An account has one seat, however often it joins, so it is not counted.
    """
    number = GUESTS_FROM.count(f"{room.code} {address}")
    if number == GUESTS_FROM.most + 1:
        leaders_now.changed(room.code)  # the desk shows the button that lets them in
    if number > GUESTS_FROM.most:
        raise TooManyError(MANY_GUESTS, wait=GUESTS_FROM.seconds)


def uncount_guest(room: Room, address: str) -> None:
    """Take a guest back who was counted and did not come in."""
    GUESTS_FROM.take_back(f"{room.code} {address}")


def are_guests_waiting(room: Room) -> bool:
    """Whether guests were asked to wait within the last minute."""
    return bool(GUESTS_FROM.running(f"{room.code} ", least=GUESTS_FROM.most + 1))


def admit_guests(room: Room) -> None:
    """Count the guests of a room from 0 again, so that those who wait can join."""
    GUESTS_FROM.forget_these(GUESTS_FROM.running(f"{room.code} "))


@all_or_nothing
def join(room: Room, owner: Owner, name: str = "") -> Participant:
    """Let a person join. A second request changes nothing, and a person who left gets their seat
    back.

    A user has their user name, a visitor has *name*. A guest of a class may have to wait until the
    desk lets them in. Raises :class:`JoinError`, also for a person who was removed.
    """
    # People join one after the other, so that no two get the same name.
    room = Room.objects.select_for_update().get(pk=room.pk)
    if room.is_over:
        raise JoinError("This room is closed, so you can't join it.")
    participant = seat_of(room, owner)
    if participant is not None:
        return participant if participant.waits else _come_back(participant)
    if room.is_shut:
        raise JoinError(SHUT)
    _check_class(room, owner)
    _check_space(room, owner)
    waits = must_wait(room, owner)
    if waits and room.participants.filter(waits=True).count() >= MAX_WAITING:
        raise JoinError(MANY_WAITING)
    taken = list(room.participants.values_list("name", "seat"))
    names = {folded(other) for other, _ in taken}
    if isinstance(owner, User):
        name, seat = _free_name(owner.username, names), None
    elif folded(name) in names:
        raise JoinError(f"Somebody here is already called {name}. Add a letter.")
    else:
        seat = _free_seat_number({seat for _, seat in taken})
    leaders_now.changed(room.code)
    out = timezone.now() if waits else None
    new = Participant.objects.create(
        room=room,
        name=name,
        seat=seat,
        waits=waits,
        taken_out_at=out,
        left_at=out,
        **owner_fields(owner),
    )
    if not waits:
        take_free_seat(new)
    return new


def move_seat(room: Room, name: str, seat: int, visitor: Visitor) -> Participant:
    """Move the seat of a visitor to the browser of *visitor*.

    Raises :class:`JoinError` if no visitor has this name and seat number, or if they were removed.
    """
    key, tries = folded(name), f"{room.code} {visitor.pk}"
    if WRONG_SEATS_OF_ONE.is_reached(tries):
        raise JoinError("Too many wrong seat numbers. Ask your instructor, or wait ten minutes.")
    seated = room.participants.filter(seat=seat, user=None)
    participant = next((one for one in seated if folded(one.name) == key), None)
    if participant is None:
        WRONG_SEATS_OF_ONE.count(tries)
        raise JoinError("Nobody in this room has that name and that seat number.")
    return _move(participant, visitor)


@all_or_nothing
def _move(participant: Participant, visitor: Visitor) -> Participant:
    if participant.visitor_id != visitor.pk:
        # The same person had already joined in this browser under another name: that seat is left.
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
    return _come_back(participant)


def moved_away(room: Room, owner: Owner | None) -> Participant | None:
    """The participant whose seat was in this browser until another phone took it over."""
    if not isinstance(owner, Visitor):
        return None
    return room.participants.filter(moved_from=owner).first()


def leave(participant: Participant) -> None:
    """Leave a room and its games. The answers stay, and the person may come back."""
    still = Participant.objects.filter(pk=participant.pk, left_at=None)
    with transaction.atomic():
        leave_games(participant)
        still.update(left_at=timezone.now())
        leaders_now.changed(participant.room.code)


def _come_back(participant: Participant) -> Participant:
    _check_not_taken_out(participant)
    if participant.left_at is not None:
        _check_class(participant.room, participant.owner)
        _check_space(participant.room, participant.owner)
        participant.left_at = None
        participant.save(update_fields=["left_at"])
        leaders_now.changed(participant.room.code)
        take_free_seat(participant)
    return participant


def _check_not_taken_out(participant: Participant) -> None:
    if participant.taken_out_at is not None:
        raise JoinError(TAKEN_OUT)


def _check_class(room: Room, owner: Owner) -> None:
    if not may_enter(room, owner):
        raise JoinError(ONLY_CLASS.format(classroom=room.classroom))


def _check_space(room: Room, owner: Owner) -> None:
    """Raise :class:`JoinError` if the room is full. People who have left do not count, and a
    student of the room's class always finds a place."""
    is_full = room.participants.filter(left_at=None).count() >= MAX_PARTICIPANTS
    if is_full and not is_student_of(room, owner):
        raise JoinError(FULL)


def _free_name(name: str, names: set[str]) -> str:
    """A free name for a user whose name a visitor already has."""
    name = name[: NAME_LENGTH - 5]
    numbered = (f"{name} {number}" for number in count(2))
    return next(one for one in chain((name,), numbered) if folded(one) not in names)


def _free_seat_number(taken: set[int | None]) -> int:
    """A seat number that nobody in the room has."""
    return next(seat for seat in iter(lambda: secrets.choice(SEATS), None) if seat not in taken)


class FirstNameField(TidyField):
    """A visible name, with at least one letter or digit."""

    def __init__(self, **more: Any) -> None:
        super().__init__(
            label="Your first name",
            max_length=LONGEST,
            widget=forms.TextInput(attrs={"autocomplete": "given-name"}),
            error_messages={
                "required": "Type your first name.",
                "max_length": f"That is too long: a name has at most {LONGEST} letters.",
            },
            **more,
        )

    def clean(self, value: Any) -> str:
        name: str = super().clean(value)
        if not any(sign.isalnum() for sign in name):
            raise forms.ValidationError("A name needs at least one letter or digit.")
        return name


class JoinNameForm(forms.Form):
    """The form to join."""

    name = FirstNameField()


class SeatForm(forms.Form):
    """The form to come back on another phone."""

    name = FirstNameField()
    seat = forms.RegexField(
        r"^[0-9]{4}(?:[0-9]{2}| ?[0-9]{4})?$",
        label="Your seat number",
        help_text="Eight digits. Look under your name on your other phone.",
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "inputmode": "numeric", "maxlength": 9}
        ),
        error_messages={
            "required": "Type your seat number.",
            "invalid": "A seat number has eight digits.",
        },
    )

    prefix = "back"
