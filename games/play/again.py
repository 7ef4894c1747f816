"""Another match like one that was played."""

from __future__ import annotations

import uuid
from itertools import pairwise

from games.boards.games import FIRST, Preset
from games.people.models import User, Visitor
from games.play.models import Match, Seat, other_seat
from games.play.protocol import PEOPLE, start_match
from games.play.setup import Setup
from games.play.table import Table
from solver import InvalidInputError, Player, format_position


def play_again(
    owner: User | Visitor,
    match: Match,
    *,
    ply: int,
    swap: bool = False,
    refute: bool = False,
    key: uuid.UUID | None = None,
) -> Match:
    """A new match like *match*, from the position before *ply* (1 is the start).

    Whoever was to move at that ply starts. With *swap* the two sides change places; with
    *refute* the owner is the one to move, whoever that was. What two people have played on two
    devices goes on against the perfect player. Raises :class:`InvalidInputError` for a ply the
    match does not have.
    """
    table = Table(match)
    last = len(table.placed) + bool(refute)
    if not 1 <= ply <= last:
        raise InvalidInputError.of("a move of this game", ply, f"choose 1 to {last}")
    mover = table.seat_at(ply - 1)
    starter = match.seat if refute else other_seat(mover) if swap else mover
    position = format_position(table.boards[ply - 1].position)
    return start_match(owner, like(match, position, starter, is_same=starter == mover), key)


def like(match: Match, position: str, starter: str, *, is_same: bool) -> Setup:
    """The same game from a position, for whoever looks at the match.

    Whoever moves first moves with the same pieces as before, whoever that now is: *is_same*
    where nobody has changed places.
    """
    mine = Player(match.owner_player)
    if (match.seat == Seat.OWNER) != is_same:
        mine = mine.other
    return Setup(
        ruleset=match.ruleset,
        position=position,
        convention=match.convention,
        opponent="perfect" if match.is_with_friend else match.opponent,
        starter=Seat.OWNER if starter == match.seat else Seat.OTHER,
        owner_player=mine,
        origin=match.origin,
    )


def next_game(match: Match) -> Preset | None:
    """The first game that comes after *match* where somebody has just won one of them."""
    if not match.is_won or match.opponent in PEOPLE or match.origin:
        return None
    played = (match.ruleset, match.start, match.convention)
    return next((then for one, then in pairwise(FIRST) if played == one.question), None)
