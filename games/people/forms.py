"""The forms for signing up and in, and for the time zone."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password

from games.people.models import User
from games.people.name_fields import AccountNameField
from games.web.zones import BrowserZoneField, ZoneField

NAME_LENGTH = 40


def one_word(name: str) -> None:
    """Refuse a text that cannot be a user name, and suggest the nearest one that can."""
    if not re.search(r"[^\w.@+-]", name):
        return
    nearest = re.sub(r"[^\w.@+-]+", "-", name).strip("-")
    offer = f" You could choose “{nearest}”." if nearest else ""
    raise forms.ValidationError(
        f"A user name is one word of letters and digits. It may contain . - _ + and @.{offer}"
    )


def password_field(label: str) -> forms.CharField:
    """A field in which a person chooses a password."""
    return forms.CharField(
        label=label,
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text="At least 8 characters.",
        error_messages={"required": "Choose a password."},
    )


class SignInForm(AuthenticationForm):
    """User name and password."""

    username = AccountNameField(widget=forms.TextInput(attrs={"autofocus": True}))

    time_zone = BrowserZoneField()


class TimeZoneForm(forms.Form):
    """The time zone in which we show times to the user."""

    time_zone = ZoneField(
        label="Time zone",
        none="Each class's own time zone",
        help_text="We show deadlines in this zone. For a class in another zone, we show both.",
    )


class SignUpForm(forms.Form):
    """A free user name, and a password that is not too easy."""

    username = AccountNameField(
        label="User name",
        max_length=NAME_LENGTH,
        validators=[one_word],
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
        error_messages={"required": "Choose a user name."},
    )
    password = password_field("Password")

    time_zone = BrowserZoneField()

    def clean_username(self) -> str:
        """Refuse a name that is taken, ignoring case."""
        name: str = self.cleaned_data["username"]
        if User.objects.named(name):
            raise forms.ValidationError("This user name is taken. Choose another.")
        return name

    def clean(self) -> dict[str, Any]:
        """Check the password together with the name."""
        cleaned: dict[str, Any] = super().clean() or {}
        if "password" in cleaned:
            try:
                validate_password(cleaned["password"], User(username=cleaned.get("username", "")))
            except forms.ValidationError as error:
                self.add_error("password", error)
        return cleaned
