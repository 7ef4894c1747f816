"""A new match like an earlier one."""

from __future__ import annotations

import uuid
from collections.abc import Container
from dataclasses import dataclass
from itertools import pairwise

from games.boards.games import FIRST, Preset
from games.people.models import Owner
from games.play.models import Match, Seat, other_seat
from games.play.origins import Setup
from games.play.protocol import start_match
from games.play.table import Table
from solver import InvalidInputError, Player, format_position
from solver.teaching import Opponent, get_opponent, ladder_of, position_words


def play_again(
    owner: Owner,
    match: Match,
    *,
    ply: int,
    swap: bool = False,
    refute: bool = False,
    key: uuid.UUID | None = None,
) -> Match:
    """A new match like *match*, from the position before *ply* (1 is the start).

    The player to move at that ply starts. With *swap* the two sides change places; with *refute*
    the owner moves first in any case. A match between two people on two devices continues against
    the perfect player. Raises :class:`InvalidInputError` if the match does not have that ply.
    """
    table = Table(match)
    last = len(table.placed) + bool(refute)
    if not 1 <= ply <= last:
        raise InvalidInputError.of("a move of this game", ply, f"choose 1 to {last}")
    mover = table.match.seat_at(ply - 1)
    starter = match.seat if refute else other_seat(mover) if swap else mover
    position = format_position(table.boards[ply - 1].position)
    return start_match(owner, like(match, position, starter, is_same=starter == mover), key)


def like(match: Match, position: str, starter: str, *, is_same: bool) -> Setup:
    """The setup of the same game from *position*, for the player who looks at the match.

    The first player keeps the same pieces. *is_same* says that nobody has changed places.
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
        name=match.other_name if match.is_with_program else "",
    )


@dataclass(frozen=True)
class NextGame:
    """The next game after a win: the button's *label*, and the *fields* that it sends to the set-up
    page."""

    label: str
    fields: dict[str, str]


def next_game(match: Match) -> NextGame | None:
    """The next of the first games, or the same game against the next opponent. None if the game was
    lost, was part of something, or was won against a person, a program or the last opponent."""
    if not match.is_won or match.opponent in Match.NOT_OURS or match.origin:
        return None
    usual = {"convention": match.convention, "starter": "choose"}
    preset = _next_preset(match)
    if preset:
        rows = position_words(map(int, preset.position.split("+")))
        is_film = preset is FIRST[-1]
        label = "Now with the fourth row" if is_film else f"Now play {rows}"
        return NextGame(label, usual | {"start": preset.key, "opponent": match.opponent})
    ladder = ladder_of(match.ruleset, match.start, match.convention)
    harder = next(ladder.above(get_opponent(match.opponent)), None)
    if harder is None:
        return None
    game = {"start": "own", "ruleset": match.ruleset, "position": match.start}
    fields = usual | game | {"player": match.owner_player, "opponent": harder.opponent.key}
    return NextGame(f"Now play {harder.opponent.name}", fields)


def next_to_beat(preset: Preset, beaten: Container[str]) -> Opponent | None:
    """The easiest opponent at this game who is not in *beaten*; None if all of them are."""
    opponents = (rung.opponent for rung in ladder_of(*preset.question).rungs)
    return next((one for one in opponents if one.key not in beaten), None)


def _next_preset(match: Match) -> Preset | None:
    played = (match.ruleset, match.start, match.convention)
    return next((then for one, then in pairwise(FIRST) if played == one.question), None)
