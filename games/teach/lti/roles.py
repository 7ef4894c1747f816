"""Roles: which place in a class follows from a person's roles in a course."""

from __future__ import annotations

from enum import Enum
from typing import Any

from lti_tool.lti_core.constants import ContextRole
from lti_tool.lti_core.utils import normalize_role
from lti_tool.models import LtiContext, LtiMembership, LtiUser

ASSISTANT = "Instructor#TeachingAssistant"


class Place(Enum):
    """A person's place in a class."""

    INSTRUCTOR = "instructor"
    ASSISTANT = "assistant"
    STUDENT = "student"
    NONE = "none"
    TEST = "test student"
    """The invented student as whom instructors look at their course in Canvas."""


def roles_of(said: Any) -> list[str]:
    """The roles in a claim, each as a full URI; none if the claim is not a list."""
    listed = said if isinstance(said, list) else []
    return [normalize_role(role) for role in listed if isinstance(role, str)]


def place_of(said: Any) -> Place:
    """The place that these roles give. Platforms call a teaching assistant an instructor as well,
    and a test student a learner, so these roles are looked for first."""
    roles = roles_of(said)
    if any(role.endswith("#TestUser") for role in roles):
        return Place.TEST
    if any(ASSISTANT in role or role.endswith("#TeachingAssistant") for role in roles):
        return Place.ASSISTANT
    if ContextRole.INSTRUCTOR in roles or ContextRole.ADMINISTRATOR in roles:
        return Place.INSTRUCTOR
    return Place.STUDENT if ContextRole.LEARNER in roles else Place.NONE


def note_place(person: LtiUser, context: LtiContext, place: Place) -> Place | None:
    """Store a person's place in a course, and return the place before; None if there was none."""
    known = LtiMembership.objects.filter(user=person, context=context).first()
    before = _stored(known) if known else None
    LtiMembership.objects.update_or_create(
        user=person,
        context=context,
        defaults={
            "is_instructor": place is Place.INSTRUCTOR,
            "is_mentor": place is Place.ASSISTANT,
            "is_learner": place is Place.STUDENT,
            "is_active": True,
        },
    )
    return before


def _stored(known: LtiMembership) -> Place:
    if known.is_instructor:
        return Place.INSTRUCTOR
    if known.is_mentor:
        return Place.ASSISTANT
    return Place.STUDENT if known.is_learner else Place.NONE
