"""A phone while the room's people play each other."""

from __future__ import annotations

from typing import Any

from games.live.neighbours import NEIGHBOUR
from games.live.phone import Phone, PhonePart
from games.live.round_showing import RoundShown
from games.live.rounds import RoomGame, RoomPair
from games.play.models import Seat
from solver import counted


class InRound(PhonePart):
    """The way to one's own game, and afterwards how one stands."""

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
        where = f" at table {pair.table}" if pair.second else ""
        other = partner(pair, phone)
        return f"You play {other}{where}.", turn(pair.at, phone, other)

    def context(self, phone: Phone) -> dict[str, Any]:
        now = phone.room.round
        assert now is not None
        pair = phone.pair if now.is_going else None
        table = pair.table if pair and pair.second else None
        return {"round": RoundShown(now), "game": pair.at if pair else None, "table": table}


def partner(pair: RoomPair, phone: Phone) -> str:
    """Whom somebody plays, as they may read it."""
    other = pair.partner_of(phone.participant)
    if other is None:
        return pair.ordered[0].character
    return NEIGHBOUR.lower() if other.is_hidden else other.name


def turn(game: RoomGame, phone: Phone, other: str) -> str:
    """Which game of a pair it is, and who starts."""
    starts = (game.owner == phone.participant) == (game.match.starter == Seat.OWNER)
    who = "you start" if starts else f"{other} starts"
    return f"Game {game.number} of {len(game.NUMBERS)}: {who}."
