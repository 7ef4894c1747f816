"""Two people at one match, each on their own device: inviting, joining, leaving, playing again.

The match stores who has which seat; moves work as in any other match (:mod:`games.play.protocol`).
"""

from __future__ import annotations

import secrets
import uuid
from dataclasses import replace

from django.db import transaction
from django.db.models import F

from games.people.models import Owner, User, Visitor, owned_by
from games.play.again import like
from games.play.models import Match, Seat, match_now, other_seat
from games.play.origins import Setup
from games.play.protocol import (
    Opening,
    StaleMoveError,
    change,
    finish,
    open_match,
    write,
)
from games.web.requests import made_once
from games.web.transactions import all_or_nothing
from solver import Budget


class SeatsTakenError(Exception):
    """Two other people have the seats; nothing was written."""


def invite(
    owner: Owner,
    setup: Setup,
    name: str = "",
    key: uuid.UUID | None = None,
    budget: Budget | None = None,
) -> Match:
    """A match that waits for a person with its invitation. Raises the errors of
    :func:`~games.play.protocol.open_match`."""
    opening = _open(owner, setup, key, budget)
    match = opening.match
    match.state = Match.State.WAITING
    match.owner_name = name
    match.invitation = secrets.token_urlsafe(16)
    return made_once(owned_by(owner, Match.objects.all()), match.pk, opening.store)


def open_between(
    first: Owner, second: Owner, setup: Setup, names: tuple[str, str] = ("", "")
) -> Opening:
    """A match between two known people, not stored yet.

    *first* is the owner; ``setup.starter`` and ``setup.owner_player`` refer to them. *names* is
    what each player is called by the other. Raises the errors of :func:`invite`.
    """
    opening = _open(first, setup)
    seat_across(opening.match, second)
    opening.match.owner_name, opening.match.other_name = names
    return opening


@all_or_nothing
def sit_down(match: Match, guest: Owner, name: str = "") -> Match:
    """Take the other seat, unless the guest already has one. Return the match as the guest sees it.

    Raises :class:`SeatsTakenError` if two other people have the seats.
    """
    theirs = owned_by(guest, Match.objects.filter(pk=match.pk))
    waiting = Match.objects.filter(pk=match.pk, state=Match.State.WAITING).exclude(pk__in=theirs)
    seat_across(match, guest)
    waiting.update(
        other_user=match.other_user,
        other_visitor=match.other_visitor,
        other_name=name,
        state=Match.State.RUNNING if match.starter else Match.State.CHOOSING,
        version=F("version") + 1,
    )
    match_now.changed(match.pk)
    seated = theirs.first()
    if seated is None:
        raise SeatsTakenError
    return seated.seen_by(guest)


@all_or_nothing
def take_over(match: Match, guest: Owner, names: tuple[str, str] = ("", "")) -> bool:
    """Give *guest* the computer's seat in a running match, which continues as it stands. Return
    whether the seat was free. *names* is what each player is called by the other, the owner
    first."""
    theirs = owned_by(guest, Match.objects.filter(pk=match.pk))
    running = Match.objects.filter(pk=match.pk, state=Match.State.RUNNING)
    free = running.exclude(opponent__in=Match.NOT_OURS).exclude(pk__in=theirs)
    seat_across(match, guest)
    owner_name, other_name = names
    taken = free.update(
        opponent=Match.FRIEND,
        other_user=match.other_user,
        other_visitor=match.other_visitor,
        owner_name=owner_name,
        other_name=other_name,
        version=F("version") + 1,
    )
    match_now.changed(match.pk)
    return bool(taken)


def leave(match: Match) -> None:
    """Leave the match: the other player wins and sees why. A match that nobody has joined is
    deleted with its invitation. Raises :class:`~games.play.protocol.StaleMoveError`."""
    version = match.version
    if match.state == Match.State.WAITING:
        if not Match.objects.filter(pk=match.pk, version=version).delete()[0]:
            raise StaleMoveError
    elif not match.left_by:
        match.left_by = match.seat
        if match.state == Match.State.FINISHED:
            change(match, version)
            return
        match.resigned = True
        match.starter = match.starter or Seat.OWNER
        finish(match, other_seat(match.seat))
        write(match, version)


def ask_again(match: Match) -> Match:
    """Ask for another game with sides swapped, or start it if the friend has already asked. The
    invitation link then opens the new game.

    Returns the new match, or the old one while only one player has asked. Raises
    :class:`~games.play.protocol.StaleMoveError` if the other player has left or was faster.
    """
    if match.next:
        return match.next.seen_from(match.seat)
    if match.state != Match.State.FINISHED or match.left_by or match.origin:
        raise StaleMoveError
    if match.asked_again == match.seat:
        return match
    if not match.asked_again:
        match.asked_again = match.seat
        change(match, match.version)
        return match
    with transaction.atomic():
        newest = match.next = _swapped(match).store()
        newest.invitation, match.invitation = match.invitation, None
        change(match, match.version)
        newest.save(update_fields=["invitation"])
    return newest.seen_from(match.seat)


def _swapped(match: Match) -> Opening:
    """The next match of the same two players, with their sides swapped."""
    seat, match.seat = match.seat, Seat.OWNER
    setup = like(match, match.start, other_seat(match.starter), is_same=False)
    match.seat = seat
    opening = _open(match.owner, setup)
    other = match.other_user or match.other_visitor
    assert other is not None  # a deleted player counts as one who has left
    seat_across(opening.match, other)
    opening.match.owner_name, opening.match.other_name = match.owner_name, match.other_name
    return opening


def _open(
    owner: Owner, setup: Setup, key: uuid.UUID | None = None, budget: Budget | None = None
) -> Opening:
    return open_match(owner, replace(setup, opponent=Match.FRIEND, has_help=False), key, budget)


def seat_across(match: Match, person: Owner) -> None:
    """Give a person the seat across from the owner, without storing it."""
    match.other_user = person if isinstance(person, User) else None
    match.other_visitor = person if isinstance(person, Visitor) else None
