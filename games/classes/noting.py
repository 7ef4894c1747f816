"""What the audit log hears of classes: who becomes staff and who is so no longer, and their end."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from games.classes.models import Classroom, Staff
from games.web.audit import What, note


@receiver(post_save, sender=Staff)
def note_role(instance: Staff, **more: Any) -> None:
    """Somebody has a role in a class."""
    tell_role(instance, instance.role)


@receiver(post_delete, sender=Staff)
def note_dismissal(instance: Staff, **more: Any) -> None:
    """Somebody teaches a class no longer."""
    tell_role(instance, "none any more")


def tell_role(colleague: Staff, role: str) -> None:
    """Note which role somebody has in a class now."""
    note(What.ROLE, f"user {colleague.user_id}", f"classroom {colleague.classroom_id}: {role}")


@receiver(post_delete, sender=Classroom)
def note_end(instance: Classroom, **more: Any) -> None:
    """A class has been deleted."""
    note(What.DELETED, instance)
