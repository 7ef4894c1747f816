"""The start of a room's game: the opponent, who starts, and the time for a turn."""

from __future__ import annotations

from typing import Any

from django import forms

from games.live.lesson_terms import CLOCKS
from games.play.models import Seat
from games.play.setup import Setup
from solver import Inquiry, Player, format_position
from solver.teaching import OPPONENTS, Opponent


def fitting(question: Inquiry) -> list[Opponent]:
    """The opponents that can play this game, the perfect one first."""
    fit = [one for one in OPPONENTS if not one.mismatch(question.ruleset, question.convention)]
    return sorted(fit, key=lambda opponent: opponent.key != "perfect")


class GameForm(forms.Form):
    """The settings of a room's game. By default the class starts against Perfect, without a
    clock."""

    opponent = forms.ChoiceField(label="Opponent", required=False)
    starter = forms.ChoiceField(
        label="Who starts",
        choices=[(Seat.OWNER.value, "The class starts"), (Seat.OTHER.value, "The opponent starts")],
        required=False,
    )
    clock = forms.ChoiceField(label="Clock", choices=list(CLOCKS.items()), required=False)

    def __init__(self, question: Inquiry, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.question = question
        opponents = self.fields["opponent"]
        assert isinstance(opponents, forms.ChoiceField)
        opponents.choices = [(opponent.key, opponent.name) for opponent in fitting(question)]

    @property
    def seconds(self) -> int:
        """The seconds of a turn; 0 without a clock."""
        return int(self.cleaned_data["clock"] or 0)

    def setup(self, origin: str) -> Setup:
        """The setup of a match that is part of the page *origin*."""
        question = self.question
        starter = self.cleaned_data["starter"] or Seat.OWNER
        mover = question.to_move or Player.LEFT
        return Setup(
            ruleset=question.ruleset.key,
            position=format_position(question.position),
            convention=question.convention.value,
            opponent=self.cleaned_data["opponent"] or "perfect",
            starter=starter,
            # the question's player to move is the one who starts
            owner_player=mover if starter == Seat.OWNER else mover.other,
            origin=origin,
            has_help=False,
        )
