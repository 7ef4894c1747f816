"""Deleting an account with everything it holds."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import logout
from django.db import transaction
from django.http import HttpRequest

from games.assignments.work import begun_checks
from games.classes.teaching import ClassError, give_up
from games.people.models import User, Visitor
from games.web.zones import told, zone_named


def delete_account(request: HttpRequest, user: User) -> None:
    """Delete a user and everything that is theirs, and sign out.

    Raises :class:`ClassError` while somebody depends on them, and while a check runs that they
    have begun: a new account could begin it again.
    """
    for check, closes_at in begun_checks(user):
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
