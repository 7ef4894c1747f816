"""What a round is played with: a position, and who meets whom."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict

from games.boards.limits import ask_within_limits
from games.live.models import Question, Room
from games.live.rounds import RoomRound
from solver import LAST_ONE, Player, SolverError, format_position

COLUMNS = ("ruleset", "position", "convention", "to_move")


class RoundForm(forms.Form):
    """What is left out is as in the round before; in the first, the position of the question."""

    ruleset = forms.CharField(label="Rules", max_length=300)
    position = forms.CharField(
        label="Rows",
        max_length=100,
        error_messages={"required": "Type the rows, for example 1+3+5+7."},
    )
    convention = forms.ChoiceField(
        label="The last one",
        choices=[(convention.value, verb) for convention, verb in LAST_ONE.items()],
        widget=forms.RadioSelect,
    )
    to_move = forms.ChoiceField(
        label="First player, in partizan games",
        choices=[(player.value, player.value.title()) for player in Player],
        required=False,
    )
    draw = forms.ChoiceField(
        label="Pairing",
        choices=RoomRound.Draw.choices,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "Choose a pairing."},
    )

    def __init__(self, room: Room, post: QueryDict | None = None) -> None:
        usual = usual_of(room)
        data = None if post is None else {**usual, **post.dict()}
        super().__init__(data, initial=usual)

    def clean(self) -> dict[str, Any]:
        """Let the solver read the position."""
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        try:
            asked = ask_within_limits(*(cleaned[name] for name in COLUMNS[:3]))
        except SolverError as error:
            self.add_error(error.field if error.field in self.fields else "position", str(error))
            return cleaned
        if not asked.position:
            self.add_error("position", "Type at least one row, for example 1+3+5+7.")
        cleaned |= {"ruleset": asked.ruleset.key, "position": format_position(asked.position)}
        player = None
        if asked.ruleset.partizan:
            player = Player.parse(cleaned.get("to_move") or Player.LEFT.value)
        cleaned["to_move"] = player.value if player else ""
        if asked.position and not next(asked.ruleset.legal_moves(asked.position, player), None):
            self.add_error("position", "The first player has no move there; choose other rows.")
        return cleaned


def usual_of(room: Room) -> dict[str, str]:
    """What the next round of *room* is played with if nothing else is said."""
    before = room.rounds.last()
    question: Question | None = room.current
    asked = before or question
    if before and question and room.round_id is None:
        asked = question
    columns = {name: getattr(asked, name) for name in COLUMNS} if asked else {}
    draw = before.draw if before else RoomRound.Draw.ROBIN
    return {"ruleset": "nim", "convention": "misere", "to_move": "left", **columns, "draw": draw}
