"""A phone during a round in which the room's people play each other."""

from __future__ import annotations

from typing import Any

from games.live.names import ShownNames
from games.live.partners import NEIGHBOUR
from games.live.phone import Phone, PhonePart
from games.live.round_showing import RoundShown
from games.live.rounds import RoomGame, RoomPair
from games.play.models import Seat
from solver.teaching import counted


class InRound(PhonePart):
    """A link to the participant's game, and after the round their place."""

    template = "live/phone_round.html"

    def is_on(self, phone: Phone) -> bool:
        return phone.room.round is not None

    def words(self, phone: Phone) -> tuple[str, str]:
        now = phone.room.round
        assert now is not None
        pair = phone.pair
        if not now.is_going:
            stands = RoundShown(now).said_of(phone.participant)
            return f"Round {now.number} is over.", stands or "You play in the next round."
        if pair is None:
            return f"Round {now.number} has started.", "You play in the next round, or sooner."
        if pair.at is None:
            won = sum(game.winner == phone.participant for game in pair.ordered)
            games = counted(len(pair.ordered), "game")
            return f"You have won {won} of {games}.", "Others are still playing."
        other = partner(pair, phone)
        where = other or f"at table {pair.table}"
        return f"You play {where}.", turn(pair.at, phone, other or NEIGHBOUR.lower())

    def context(self, phone: Phone) -> dict[str, Any]:
        now = phone.room.round
        assert now is not None
        pair = phone.pair if now.is_going else None
        has_name = pair is not None and partner(pair, phone)
        table = pair.table if pair and not has_name else None
        return {"round": RoundShown(now), "game": pair.at if pair else None, "table": table}


def partner(pair: RoomPair, phone: Phone) -> str:
    """The name of the partner, as this participant may read it; empty if the two find each other by
    the table number."""
    other = pair.partner_of(phone.participant)
    if other is None:
        return pair.ordered[0].character
    return ShownNames(phone.room).of(other)


def turn(game: RoomGame, phone: Phone, other: str) -> str:
    """The number of the game, and who starts it or that it is under way."""
    if game.pair.taken_over_at and game.match.moves.exists():
        return f"Game {game.number} of {len(game.NUMBERS)} is under way."
    starts = (game.owner == phone.participant) == (game.match.starter == Seat.OWNER)
    who = "you start" if starts else f"{other} starts"
    return f"Game {game.number} of {len(game.NUMBERS)}: {who}."
