"""The faces of the opponents: how they look, and what they sometimes say.

A face gives nothing away. It is made of what everybody at the table can see: whose turn it is, how
many pieces the last moves took, whether a hint was asked for and, once the game is over, who won.
It asks the solver nothing, and so does not change with what a move was worth.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.play.models import Match, Seat
from games.play.table import Table
from solver.teaching import get_opponent

MANY = 4
"""An opponent comments on a move that takes at least this many pieces."""
TOOK_MANY = "I took {count} at once."
SAW_MANY = "You took {count} at once."
TAKE_YOUR_TIME = "Take your time."


class Mood(StrEnum):
    """The mood of a face; the style sheet and the drawings use these names."""

    CALM = "calm"
    LOOKING = "looking"
    GLAD = "glad"
    ANNOYED = "annoyed"


@dataclass(frozen=True)
class Face:
    """The opponent *name* with the drawing *key*. *says* is empty most of the time."""

    key: str
    name: str
    mood: Mood
    says: str = ""


def face_of(table: Table) -> Face | None:
    """The opponent's face; None if the opponent is a person or somebody's program."""
    match = table.match
    if match.opponent in Match.NOT_OURS:
        return None
    mood, says = _ended(match) if match.state == Match.State.FINISHED else _playing(table)
    return Face(match.opponent, match.opponent_name, mood, says)


def _ended(match: Match) -> tuple[Mood, str]:
    """The mood and words after the game: glad or annoyed, or calm if the owner resigned."""
    opponent = get_opponent(match.opponent)
    if match.resigned:
        return Mood.CALM, ""
    if match.winner == Seat.OTHER:
        return Mood.GLAD, opponent.won
    return Mood.ANNOYED, opponent.lost


def _playing(table: Table) -> tuple[Mood, str]:
    """The mood and words during the game: about a hint first, then about a large last move."""
    match, taken = table.match, _taken(table)
    if match.hints:
        return Mood.LOOKING, TAKE_YOUR_TIME
    if Seat.OWNER not in taken:
        return Mood.CALM, get_opponent(match.opponent).hello
    if taken.get(Seat.OTHER, 0) >= MANY:
        return Mood.GLAD, TOOK_MANY.format(count=taken[Seat.OTHER])
    if taken[Seat.OWNER] >= MANY:
        return Mood.ANNOYED, SAW_MANY.format(count=taken[Seat.OWNER])
    return Mood.LOOKING, ""


def _taken(table: Table) -> dict[str, int]:
    """The number of pieces that the last move of each side took."""
    return {table.seat_at(ply): placed.take for ply, placed in enumerate(table.placed)}
