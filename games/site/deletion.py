"""Deleting an account with all its data."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import logout
from django.db import transaction
from django.http import HttpRequest

from games.people.models import User, Visitor
from games.people.names import account_key
from games.teach.classes.teaching import ClassError, give_up
from games.teach.work.standings.own_work import begun_tests
from games.web.zones import told, zone_named


def delete_account(request: HttpRequest, user: User) -> None:
    """Delete a user and all their data, and sign out.

    Raises :class:`ClassError` while a class depends on the user, and while a test that they have
    started is open: a new account could start it again.
    """
    for check, closes_at in begun_tests(user):
        zone = zone_named(user.time_zone or check.classroom.time_zone)
        raise ClassError(
            f"You have started the test “{check.title}” of {check.classroom.name}. You can delete "
            f"your account after the test closes, {told(closes_at, zone, 'j F Y')}, or as soon as "
            "your instructor archives it."
        )
    with transaction.atomic():
        give_up(user)
        logout(request)
        Visitor.objects.filter(claimed_by=user).delete()
        user.delete()


class DeleteForm(forms.Form):
    """Asks for the password once more; a user without a password types the user name."""

    password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any) -> None:
        super().__init__(*args)
        self.user = user
        if not user.has_usable_password():
            self.fields["password"] = forms.CharField(
                label="Type your user name",
                help_text="You have no password, because you open Marienbad from a course.",
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )

    def clean_password(self) -> str:
        """Refuse a wrong password."""
        given: str = self.cleaned_data["password"]
        if not self.user.has_usable_password():
            if account_key(given) != account_key(self.user.username):
                raise forms.ValidationError(f"Your user name is {self.user.username}.")
        elif not self.user.check_password(given):
            raise forms.ValidationError("That is not your password.")
        return given
