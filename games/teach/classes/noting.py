"""Entries in the audit log about classes: changes of staff, and deleted classes."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from games.teach.classes.models import Classroom, Staff
from games.web.watch.audit import What, note


@receiver(post_save, sender=Staff)
def note_role(instance: Staff, **more: Any) -> None:
    """Note that a user has a role in a class."""
    tell_role(instance, instance.role)


@receiver(post_delete, sender=Staff)
def note_dismissal(instance: Staff, **more: Any) -> None:
    """Note that a user no longer teaches a class."""
    tell_role(instance, "none any more")


def tell_role(colleague: Staff, role: str) -> None:
    """Note a user's current role in a class."""
    note(What.ROLE, f"user {colleague.user_id}", f"classroom {colleague.classroom_id}: {role}")


@receiver(post_delete, sender=Classroom)
def note_end(instance: Classroom, **more: Any) -> None:
    """Note that a class was deleted."""
    note(What.DELETED, instance)
