"""What the audit log hears of accounts: who signs in and who fails to, passwords, rights, ends."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import post_delete
from django.dispatch import receiver

from games.people.models import User, password_set
from games.web.audit import What, note


@receiver(user_logged_in)
def note_sign_in(user: User, **more: Any) -> None:
    """Somebody has signed in, wherever that is done."""
    note(What.SIGNED_IN, user, who=user)


def note_failure(name: str) -> None:
    """Somebody has failed to; what was typed may be a password and is not written down."""
    user = User.objects.filter(username__iexact=name).first()
    note(What.NOT_SIGNED_IN, user or "", "" if user else "an unknown user name")


@receiver(password_set)
def note_password(user: User, **more: Any) -> None:
    """Somebody has chosen or been given a password."""
    note(What.PASSWORD, user)


@receiver(post_delete, sender=User)
def note_end(instance: User, **more: Any) -> None:
    """An account has been deleted."""
    note(What.DELETED, instance)
