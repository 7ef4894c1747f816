"""The settings of a round: a position, and how pairs are drawn."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict

from games.boards.bounds import ask_within_limits
from games.boards.games import OFFERS
from games.boards.rules import game_in_words
from games.teach.live.rooms.models import Room, RoomQuestion
from games.teach.live.rounds.models import RoomRound
from solver import Convention, Player, SolverError, format_position, get_ruleset, parse_position
from solver.teaching import LAST_ONE

COLUMNS = ("ruleset", "position", "convention", "to_move")
AGAIN = "again"
"""The choice to repeat the position of the previous round."""


class RoundForm(forms.Form):
    """The position to play: that of a question, that of the previous round, or typed rows, which
    have priority. Missing fields are the same as in the previous round; in the first round, the
    question's."""

    question = forms.ChoiceField(
        label="Position",
        required=False,
        error_messages={"invalid_choice": "Choose a position from the list, or type the rows."},
    )
    ruleset = forms.CharField(
        label="Game", max_length=300, required=False, widget=forms.Select(choices=[])
    )
    position = forms.CharField(label="Rows", max_length=100, required=False)
    convention = forms.ChoiceField(
        label="The last one",
        choices=list(LAST_ONE.items()),
        widget=forms.RadioSelect,
        required=False,
    )
    draw = forms.ChoiceField(
        label="Pairing",
        choices=RoomRound.Draw.choices,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "Choose a pairing."},
    )

    def __init__(
        self, room: Room, post: QueryDict | None = None, before: RoomRound | None = None
    ) -> None:
        usual = usual_of(room, before)
        self.known = positions_of(room, before)
        self.is_typed = post is None or bool(post.get("position")) or "question" not in post
        data = None if post is None else {**usual, **post.dict()}
        chosen = next((key for key, known in self.known.items() if same(known, usual)), "")
        super().__init__(data, initial={**usual, "question": chosen, "position": ""})
        asked = self.fields["question"]
        assert isinstance(asked, forms.ChoiceField)
        asked.choices = [(key, _words(key, known)) for key, known in self.known.items()]
        games = self.fields["ruleset"].widget
        assert isinstance(games, forms.Select)
        games.choices = list({usual["ruleset"]: _game(usual["ruleset"]), **OFFERS}.items())

    @property
    def typing(self) -> list[BoundField]:
        """The fields for a typed position."""
        return [self[name] for name in ("ruleset", "position", "convention")]

    @property
    def opens_typing(self) -> bool:
        """Whether these fields are open: there is nothing to choose from, or something was
        typed."""
        return not self.known or (self.is_bound and bool(self.data.get("position")))

    def clean(self) -> dict[str, Any]:
        """Take the chosen position, or check the typed one with the solver."""
        cleaned: dict[str, Any] = super().clean() or {}
        chosen = self.known.get(cleaned.pop("question", ""))
        if self.errors:
            return cleaned
        if chosen and not self.is_typed:
            cleaned |= chosen
        elif not cleaned["position"]:
            self.add_error("position", "Type the rows, for example 1+3+5+7.")
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
            mover = cleaned.get("to_move") or self.data.get("to_move") or Player.LEFT.value
            player = Player.parse(mover)
        cleaned["to_move"] = player.value if player else ""
        if asked.position and not next(asked.ruleset.legal_moves(asked.position, player), None):
            self.add_error("position", "The first player has no move there; choose other rows.")
        return cleaned


def usual_of(room: Room, before: RoomRound | None) -> dict[str, str]:
    """The default settings for the round of *room* after *before*."""
    question: RoomQuestion | None = room.current
    asked = before or question
    if before and question and room.round_id is None:
        asked = question
    columns = {name: getattr(asked, name) for name in COLUMNS} if asked else {}
    draw = before.draw if before else RoomRound.Draw.ROBIN
    return {"ruleset": "nim", "convention": "misere", "to_move": "left", **columns, "draw": draw}


def positions_of(room: Room, before: RoomRound | None) -> dict[str, dict[str, str]]:
    """The positions to choose from: that of the round *before*, then those of the room's questions,
    each once."""
    found: dict[str, dict[str, str]] = {}
    questions = room.questions.filter(turn_version=None).exclude(position="")
    rows = [(AGAIN, before)] if before else []
    for key, row in [*rows, *((str(question.number), question) for question in questions)]:
        columns = {name: getattr(row, name) for name in COLUMNS}
        if not any(same(columns, known) for known in found.values()):
            found[key] = columns
    return found


def same(one: dict[str, str], other: dict[str, str]) -> bool:
    """Whether both are the same position to play."""
    return all(one.get(name) == other.get(name) for name in COLUMNS[:3])


def _words(key: str, columns: dict[str, str]) -> str:
    """A position in the list of choices."""
    ruleset = get_ruleset(columns["ruleset"])
    rows = format_position(parse_position(columns["position"]))
    where = "The same again" if key == AGAIN else f"Question {key}"
    ends = LAST_ONE[Convention(columns["convention"])]
    return f"{where}: {game_in_words(ruleset, rows)}. Last one {ends}."


def _game(ruleset: str) -> str:
    """The name of a game, or its key if the ruleset cannot be read."""
    try:
        return OFFERS.get(ruleset) or get_ruleset(ruleset).name
    except SolverError:
        return ruleset
