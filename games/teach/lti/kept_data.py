"""What we store about people from platforms. They can download it, and it is deleted with their
account."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver
from lti_tool.models import LtiMembership, LtiUser

from games.people.models import User
from games.teach.lti.models import SentGrade


@receiver(pre_delete, sender=User)
def forget(instance: User, **more: Any) -> None:
    """Delete what platforms told us about a person, however their account is deleted."""
    LtiUser.objects.filter(auth_user=instance).delete()


def from_platforms(user: User) -> list[dict[str, Any]]:
    """A person's identities on platforms, with their courses."""
    people = LtiUser.objects.filter(auth_user=user).select_related("registration")
    courses = LtiMembership.objects.filter(user__in=people).select_related("context")
    return [
        {
            "platform": person.registration.name,
            "known_there_as": person.sub,
            "name": person.name,
            "courses": [str(one.context) for one in courses if one.user_id == person.pk],
        }
        for person in people
    ]


def sent_grades(user: User) -> list[dict[str, Any]]:
    """A person's grades that were sent to platforms or will be."""
    sent = SentGrade.objects.filter(membership__user=user).select_related("assignment__classroom")
    return [
        {
            "class": one.assignment.classroom.name,
            "assignment": one.assignment.title,
            "points": one.points,
            "of": one.maximum,
            "arrived_at": one.arrived_at.isoformat() if one.arrived_at else None,
        }
        for one in sent.order_by("pk")
    ]
