"""Entries of the audit log about accounts: sign-ins, failed sign-ins, passwords, deletions."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import post_delete
from django.dispatch import receiver

from games.people.models import User, password_set
from games.web.audit import What, note


@receiver(user_logged_in)
def note_sign_in(user: User, **more: Any) -> None:
    """Log every sign-in."""
    note(What.SIGNED_IN, user, who=user)


def note_failure(name: str) -> None:
    """Log a failed sign-in, without the typed name if it is unknown: it may be a password."""
    user = User.objects.filter(username__iexact=name).first()
    note(What.NOT_SIGNED_IN, user or "", "" if user else "an unknown user name")


@receiver(password_set)
def note_password(user: User, **more: Any) -> None:
    """Log a new password."""
    note(What.PASSWORD, user)


@receiver(post_delete, sender=User)
def note_end(instance: User, **more: Any) -> None:
    """Log that an account was deleted."""
    note(What.DELETED, instance)
