"""A phone while the room plays a game: the participant votes, and reads what happened to their
vote."""

from __future__ import annotations

from typing import Any

from games.live.game import ClassGame
from games.live.phone import Phone, PhonePart
from games.live.turns import TurnTask


class Turn(PhonePart):
    """A turn of the room's game, or its end."""

    template = "live/phone_turn.html"

    def is_on(self, phone: Phone) -> bool:
        return _game(phone) is not None

    def is_form(self, phone: Phone) -> bool:
        return bool(phone.question and phone.question.is_open and not phone.answer)

    def words(self, phone: Phone) -> tuple[str, str]:
        game = _game(phone)
        assert game is not None
        if game.is_over:
            where = "Look at the big screen to see where the game turned."
            return game.verdict, where if game.turning_point else game.reason
        if game.is_counting:
            return phone.said or "You didn't vote.", "Time's up. The move is being made."
        if phone.answer:
            return phone.said, "You can change it until the votes are counted."
        late = "Nobody voted in time. " if game.was_missed else ""
        return "", f"{late}It's the class's turn: vote for a move."

    def context(self, phone: Phone) -> dict[str, Any]:
        game = _game(phone)
        assert game is not None
        is_open = game.turn.is_open
        return {
            "game": game,
            "became": game.told_to(phone.participant),
            "board": game.task.drawn() if game.is_over else phone.board(is_open=is_open),
            "given": phone.filled,
        }


def _game(phone: Phone) -> ClassGame | None:
    """The room's current game, with the task that the phone has already read."""
    if phone.question is None or phone.question.turn_version is None:
        return None
    return ClassGame(phone.task) if isinstance(phone.task, TurnTask) else None
