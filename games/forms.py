"""What people fill in, checked before a service is called."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password

from games.models import Match, User
from games.models.play import Seat
from games.play.presets import PRESETS, get_preset
from games.positions.limits import ask_within_limits
from games.services.play import Setup
from solver import OPPONENTS, Player, SolverError, format_position

NAME_LENGTH = 40

OWN = "own"
CHOOSE = "choose"


class SetupForm(forms.Form):
    """Everything a match starts from: a preset or one's own position, and who plays."""

    start = forms.ChoiceField(
        label="Start position",
        choices=[*((p.key, p.name) for p in PRESETS), (OWN, "My own position")],
        widget=forms.RadioSelect,
        required=False,
    )
    ruleset = forms.CharField(label="Rules", max_length=4000, required=False)
    position = forms.CharField(label="Rows", max_length=200, required=False)
    convention = forms.ChoiceField(
        label="The last one",
        choices=[("misere", "loses"), ("normal", "wins")],
        widget=forms.RadioSelect,
        error_messages={"required": "Say whether the last one wins or loses."},
    )
    opponent = forms.ChoiceField(
        label="Against",
        choices=[
            *((o.key, f"{o.name}. {o.about}") for o in OPPONENTS),
            (Match.PERSON, "Two people on this screen."),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": "Choose whom you play against."},
    )
    starter = forms.ChoiceField(
        label="Who starts",
        choices=[
            (Seat.OWNER.value, "I start"),
            (Seat.OTHER.value, "The other one starts"),
            (CHOOSE, "Let me look first, then choose"),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": "Say who starts."},
    )

    player = forms.ChoiceField(
        label="In partizan games you are",
        choices=[("left", "Left: one square at a time"), ("right", "Right: two neighbours")],
        widget=forms.RadioSelect,
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        """Resolve the preset and let the solver read the position."""
        cleaned: dict[str, Any] = super().clean() or {}
        preset = get_preset(cleaned.get("start", ""))
        if preset:
            cleaned.update(ruleset=preset.ruleset, position=preset.position)
        try:
            question = ask_within_limits(
                cleaned.get("ruleset", ""),
                cleaned.get("position", ""),
                cleaned.get("convention", "misere"),
            )
        except SolverError as error:
            field = "ruleset" if "ruleset" in str(error) else "position"
            self.add_error(field, str(error))
            return cleaned
        if not question.position:
            self.add_error("position", "Put at least one row, for example 1+3+5+7.")
        cleaned["position"] = format_position(question.position)
        return cleaned

    @property
    def setup(self) -> Setup:
        """The checked answers, as the service wants them."""
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


def one_word(name: str) -> None:
    """Refuse what cannot be a name to sign in with, and offer the nearest that can."""
    name = str(User.normalize_username(name))
    if not re.search(r"[^\w.@+-]", name):
        return
    nearest = re.sub(r"[^\w.@+-]+", "-", name).strip("-")
    offer = f" You could take “{nearest}”." if nearest else ""
    raise forms.ValidationError(
        f"A name here is one word of letters and digits; . - _ + and @ may stand in it.{offer}"
    )


class SignUpForm(forms.Form):
    """A name that is free and a password that is not too easy."""

    username = forms.CharField(
        label="Name",
        max_length=NAME_LENGTH,
        validators=[one_word],
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
        error_messages={"required": "Choose a name."},
    )
    password = forms.CharField(
        label="Password",
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text="At least 8 characters.",
        error_messages={"required": "Choose a password."},
    )

    def clean_username(self) -> str:
        """Refuse a name that is taken, whatever the case."""
        name = str(User.normalize_username(self.cleaned_data["username"]))
        if User.objects.filter(username__iexact=name).exists():
            raise forms.ValidationError("This name is taken; choose another.")
        return name

    def clean(self) -> dict[str, Any]:
        """Judge the password together with the name."""
        cleaned: dict[str, Any] = super().clean() or {}
        if "password" in cleaned:
            try:
                validate_password(cleaned["password"], User(username=cleaned.get("username", "")))
            except forms.ValidationError as error:
                self.add_error("password", error)
        return cleaned


class DeleteForm(forms.Form):
    """The password once more, before everything goes."""

    password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any) -> None:
        super().__init__(*args)
        self.user = user

    def clean_password(self) -> str:
        """Refuse the wrong password."""
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError("That is not your password.")
        return password
