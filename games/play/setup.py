"""The settings that a match starts from."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any, Self

from games.play.models import Match, Seat
from games.questions.goals import GoalKey
from games.questions.question import QuestionLike
from solver import Inquiry, InvalidInputError, Player, format_position

STARTERS = {"you": Seat.OWNER.value, "computer": Seat.OTHER.value, "choose": ""}


@dataclass(frozen=True)
class Setup:
    """The settings of a match. *starter* is empty if the owner will choose; *origin* is the page to
    go back to; *name* the name of a program that plays."""

    ruleset: str
    position: str
    convention: str
    opponent: str
    starter: str
    owner_player: str = Player.LEFT.value
    origin: str = ""
    has_help: bool = True
    name: str = ""

    @classmethod
    def of(cls, exercise: QuestionLike, **more: Any) -> Self:
        """The game that an exercise asks the player to win. Raises an error for any other
        exercise."""
        if exercise.goal != GoalKey.PLAY:
            raise InvalidInputError.of("a game to win", exercise, "answer it on its page")
        return cls(
            ruleset=exercise.ruleset,
            position=exercise.position,
            convention=exercise.convention,
            opponent=exercise.extra.get("opponent", "perfect"),
            starter=STARTERS[exercise.extra.get("starter", "you")],
            owner_player=exercise.to_move or Player.LEFT.value,
            **more,
        )

    def laid_out(self, question: Inquiry) -> Match:
        """The match, not stored yet: its board, with the first player to move or the choice of who
        starts."""
        return Match(
            ruleset=question.ruleset.key,
            start=format_position(question.position),
            position=format_position(question.position),
            convention=question.convention.value,
            opponent=self.opponent,
            owner_player=Player.parse(self.owner_player) or Player.LEFT,
            seed=secrets.randbits(48),
            starter=self.starter,
            origin=self.origin,
            other_name=self.name,
            has_help=self.has_help,
            state=Match.State.RUNNING if self.starter == Seat.OWNER else Match.State.CHOOSING,
        )
