"""The forms that set up a match."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.functional import cached_property

from games.boards.bounds import ask_within_limits
from games.boards.games import FAVOURITES, FIRST, PRESETS, SHARES, get_preset
from games.play.models import NAME_LENGTH, Match, Seat
from games.play.origins import Setup
from solver import Convention, Player, SolverError, format_position
from solver.teaching import LAST_ONE, OPPONENTS

OWN = "own"
CHOOSE = "choose"


class SeatNameForm(forms.Form):
    """The first name that a player's friend sees."""

    name = forms.CharField(
        label="Your first name, if you like", max_length=NAME_LENGTH, required=False
    )


class SetupForm(SeatNameForm):
    """The settings of a match: a preset or the player's own position, and who plays."""

    start = forms.ChoiceField(
        label="Starting position",
        choices=[*((preset.key, preset.name) for preset in PRESETS), (OWN, "My own position")],
        widget=forms.RadioSelect,
        required=False,
    )
    ruleset = forms.CharField(label="Rules", max_length=4000, required=False)
    position = forms.CharField(label="Rows", max_length=4000, required=False)
    convention = forms.ChoiceField(
        label="The last one",
        choices=[
            ("", "as usual for this game"),
            *LAST_ONE.items(),
        ],
        widget=forms.RadioSelect,
        required=False,
    )
    opponent = forms.ChoiceField(
        label="Play against",
        choices=[
            *((opponent.key, f"{opponent.name}. {opponent.about}") for opponent in OPPONENTS),
            (Match.PERSON, "Two players on this screen."),
            (Match.FRIEND, "A friend with a link."),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": "Choose an opponent."},
    )
    starter = forms.ChoiceField(
        label="Who starts",
        choices=[
            (Seat.OWNER.value, "I start"),
            (Seat.OTHER.value, "The opponent starts"),
            (CHOOSE, "Show me the board first"),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": "Choose who starts."},
    )

    player = forms.ChoiceField(
        label="In partizan games, you are",
        choices=[
            (player.value, f"{player.value.title()}: take {share}")
            for player, share in SHARES.items()
        ],
        widget=forms.RadioSelect,
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        """Resolve the preset and check the position with the solver."""
        cleaned: dict[str, Any] = super().clean() or {}
        preset = get_preset(cleaned.get("start", ""))
        if preset:
            cleaned.update(ruleset=preset.ruleset, position=preset.position)
            cleaned["convention"] = cleaned.get("convention") or preset.convention
        elif not cleaned.get("convention", "misere"):
            self.add_error("convention", "Choose whether the last one wins or loses.")
        try:
            question = ask_within_limits(
                cleaned.get("ruleset", ""),
                cleaned.get("position", ""),
                cleaned.get("convention", "misere"),
                has_sums=True,
            )
        except SolverError as error:
            self.add_error(error.field or "position", str(error))
            return cleaned
        if not question.position:
            self.add_error("position", "Add at least one row, such as 1+3+5+7.")
        cleaned["position"] = format_position(question.position)
        return cleaned

    @cached_property
    def own(self) -> dict[str, str]:
        """The rules and rows that were asked for, to draw them; empty if they cannot be read."""
        rules, rows = (str(self[name].value() or "") for name in ("ruleset", "position"))
        try:
            question = ask_within_limits(rules, rows, Convention.MISERE, has_sums=True)
        except SolverError:
            return {}
        asked = {"ruleset": question.ruleset.key, "position": format_position(question.position)}
        return asked if question.position else {}

    @property
    def game(self) -> tuple[str, str, str]:
        """The rules, rows and convention that were asked for, to list the opponents by. If they
        cannot be read, those of the first game."""
        preset = get_preset(str(self["start"].value())) or FIRST[0]
        ruleset, position, usual = preset.question
        if self["start"].value() == OWN and self.own:
            ruleset, position = self.own["ruleset"], self.own["position"]
        convention = self["convention"].value()
        return ruleset, position, convention if convention in LAST_ONE else usual

    @property
    def opens_more(self) -> bool:
        """Whether to open the folded settings: one of them was asked for, or has an error."""
        folded = ("ruleset", "position", "convention", "player")
        if self.is_bound and any(name in self.errors for name in folded):
            return True
        return self["start"].value() == OWN or bool(self["convention"].value())

    @property
    def starts_elsewhere(self) -> bool:
        """Whether the chosen start is not among the favourites."""
        return self["start"].value() not in {preset.key for preset in FAVOURITES}

    @property
    def setup(self) -> Setup:
        """The checked answers as a :class:`Setup`."""
        data = self.cleaned_data
        starter = data["starter"]
        return Setup(
            ruleset=data["ruleset"],
            position=data["position"],
            convention=data["convention"],
            opponent=data["opponent"],
            starter="" if starter == CHOOSE else starter,
            owner_player=data.get("player") or Player.LEFT.value,
        )
