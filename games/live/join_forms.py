"""The forms that people fill in to join a room."""

from __future__ import annotations

from typing import Any

from django import forms

from games.live.joining import LONGEST
from games.people.names import cleaned


class FirstNameField(forms.CharField):
    """A visible name: without invisible characters, and with at least one letter or digit."""

    def __init__(self, **more: Any) -> None:
        super().__init__(
            label="Your first name",
            max_length=LONGEST,
            widget=forms.TextInput(attrs={"autocomplete": "given-name"}),
            error_messages={
                "required": "Type your first name.",
                "max_length": f"That is too long: a name has at most {LONGEST} letters.",
            },
            **more,
        )

    def to_python(self, value: Any) -> str:
        return cleaned(super().to_python(value) or "")

    def clean(self, value: Any) -> str:
        name: str = super().clean(value)
        if not any(sign.isalnum() for sign in name):
            raise forms.ValidationError("A name needs at least one letter or digit.")
        return name


class JoinNameForm(forms.Form):
    """The form to join."""

    name = FirstNameField()


class SeatForm(forms.Form):
    """The form to come back on another phone."""

    name = FirstNameField()
    seat = forms.RegexField(
        r"^[0-9]{4}(?:[0-9]{2}| ?[0-9]{4})?$",
        label="Your seat number",
        help_text="Eight digits. Look under your name on your other phone.",
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "inputmode": "numeric", "maxlength": 9}
        ),
        error_messages={
            "required": "Type your seat number.",
            "invalid": "A seat number has eight digits.",
        },
    )

    prefix = "back"
