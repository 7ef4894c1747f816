"""Store what a launch message says in the tables of django-lti: person, course and services. People
can download what we store about them, and it is deleted with their account.

Which place in a class follows from a person's roles in a course."""

from __future__ import annotations

import json
from enum import Enum
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.utils import timezone
from lti_tool.lti_core.constants import ContextRole
from lti_tool.lti_core.utils import normalize_role
from lti_tool.models import (
    LtiContext,
    LtiDeployment,
    LtiLineItem,
    LtiMembership,
    LtiRegistration,
    LtiUser,
)

from games.people.models import User
from games.people.names import cleaned
from games.teach.classes.models import GROUP_LENGTH, PERSON_LENGTH
from games.teach.lti.launch import messages
from games.teach.lti.launch.messages import CLAIM, LaunchError, Message
from games.teach.lti.models import Handshake, PlacedActivity, SentGrade
from games.teach.work.models import Assignment

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


AGS = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"
AGS_SCOPE = "https://purl.imsglobal.org/spec/lti-ags/scope/"
NRPS = "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice"
GROUPS = "https://purl.imsglobal.org/spec/lti-gs/claim/groupsservice"
SETTINGS = "https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings"
URL_LENGTH = 200
MOST_DATA = 10_000
"""Characters that a platform may want back: far more than any platform asks for, and few enough to
store for each launch."""


def take(message: Message, handshake: Handshake) -> None:
    """Store the person, the course and the target of a checked message with its handshake."""
    said: dict[str, Any] = message.said
    if not text(said["sub"]):
        raise LaunchError(messages.unchecked(handshake.registration), handshake.registration)
    handshake.person = person_of(handshake.registration, said["sub"], said)
    context = part(said, CLAIM + "context")
    if text(context.get("id")):
        handshake.context = _context(message.deployment, said, context)
    custom, shown = part(said, CLAIM + "custom"), part(said, CLAIM + "launch_presentation")
    handshake.told = {
        "type": text(said.get(CLAIM + "message_type")),
        "target": text(said.get(CLAIM + "target_link_uri"), 1000),
        "settings": _settings(part(said, SETTINGS)),
        "place": place_of(said.get(CLAIM + "roles")).value,
        "name": name_of(said),
        "email": email_of(said),
        "sections": names_in(custom.get("sections")),
        "shown_in": text(shown.get("document_target")),
        "return": text(shown.get("return_url"), 1000),
        "platform": text(part(said, CLAIM + "tool_platform").get("url"), 1000),
        "groups": text(part(said, GROUPS).get("context_groups_url"), 500),
        "lineitem": text(part(said, AGS).get("lineitem"), 1000),
        "lineitems": text(part(said, AGS).get("lineitems"), URL_LENGTH),
        "link": text(part(said, CLAIM + "resource_link").get("id")),
    }
    handshake.save(update_fields=["person", "context", "told"])


def part(said: dict[str, Any], name: str) -> dict[str, Any]:
    """The value as an object of a message; empty if it is not one."""
    found = said.get(name)
    return found if isinstance(found, dict) else {}


def text(value: Any, most: int = 255) -> str:
    """The value as a text of a message; empty if it is not one or is too long to store."""
    good = isinstance(value, str) and len(value) <= most and is_storable(value)
    return value if good else ""


def is_storable(value: str) -> bool:
    """Whether every database can store a text: JSON also has halves of letters and nulls."""
    try:
        return b"\x00" not in value.encode()
    except UnicodeEncodeError:
        return False


def email_of(said: dict[str, Any]) -> str:
    """The e-mail address; empty if there is none or it is not one."""
    try:
        told = cleaned(text(said.get("email"), 254))
        validate_email(told)
    except ValidationError:
        return ""
    return told


def _settings(said: dict[str, Any]) -> dict[str, Any]:
    """The settings of a deep linking request that we use: where its answer goes, and the value that
    the platform wants back with it."""
    kept: dict[str, Any] = {
        "return": text(said.get("deep_link_return_url"), 1000),
        "takes_several": said.get("accept_multiple") is not False,
    }
    try:
        data = json.dumps(said.get("data"), allow_nan=False, ensure_ascii=False)
    except (ValueError, RecursionError):
        return kept
    if len(data) <= MOST_DATA and "\\u0000" not in data and is_storable(data):
        kept["data"] = said.get("data")
    return kept


def person_of(registration: LtiRegistration, subject: str, said: dict[str, Any]) -> LtiUser:
    """The person whom a platform calls *subject*. Two registrations of one issuer share their keys
    and therefore their people."""
    names = {
        "name": name_of(said),
        "given_name": text(said.get("given_name")),
        "family_name": text(said.get("family_name")),
    }
    known = {name: value for name, value in names.items() if value}
    person, is_new = LtiUser.objects.update_or_create(
        registration=registration, sub=text(subject), defaults=known
    )
    if is_new:
        same = LtiUser.objects.filter(
            registration__issuer=registration.issuer,
            registration__keyset_url=registration.keyset_url,
            sub=person.sub,
        ).exclude(auth_user=None)
        if (other := same.first()) is not None:
            person.auth_user_id = other.auth_user_id
            person.save(update_fields=["auth_user"])
    return person


def name_of(said: dict[str, Any]) -> str:
    """The full name, given name first; empty if the platform sends none."""
    parts = f"{text(said.get('given_name'))} {text(said.get('family_name'))}"
    return cleaned(text(said.get("name")) or parts)[:PERSON_LENGTH]


def surname_in(name: str, family: Any) -> str:
    """The surname that the platform sends if it is part of the full name; otherwise a guess."""
    told = cleaned(text(family))
    return told if told and f" {told} " in f" {name} " else ""


def names_in(value: Any) -> list[str]:
    """The names of sections from a list or a text; empty if the platform did not replace the
    placeholder for them."""
    if isinstance(value, str):
        if value.startswith("$"):
            return []
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            value = value.split(",")
    if not isinstance(value, list):
        return []
    named = (cleaned(text(one)) for one in value if isinstance(one, str) and "|" not in one)
    return list(dict.fromkeys(name for name in named if 0 < len(name) <= GROUP_LENGTH))


def _context(
    deployment: LtiDeployment, said: dict[str, Any], context: dict[str, Any]
) -> LtiContext:
    """The course, with the services that this message tells. A message that tells none of a kind
    takes none away: platforms leave a claim out of the message of one activity and not of another.
    """
    told: dict[str, Any] = {
        "title": text(context.get("title")),
        "label": text(context.get("label")),
        "memberships_url": text(part(said, NRPS).get("context_memberships_url"), URL_LENGTH),
    }
    grades = part(said, AGS)
    if grades:
        listed = grades.get("scope")
        scopes = listed if isinstance(listed, list) else []
        told |= {
            "lineitems_url": text(grades.get("lineitems"), URL_LENGTH),
            "can_query_lineitems": f"{AGS_SCOPE}lineitem.readonly" in scopes,
            "can_manage_lineitems": f"{AGS_SCOPE}lineitem" in scopes,
            "can_publish_scores": f"{AGS_SCOPE}score" in scopes,
        }
    found, _ = LtiContext.objects.update_or_create(
        deployment=deployment,
        id_on_platform=text(context["id"]),
        defaults={name: value for name, value in told.items() if value != ""},
    )
    return found


def keep_activity(handshake: Handshake, assignment: Assignment) -> None:
    """Remember the activity that opens an assignment, where its columns are made, and the gradebook
    column that the platform itself made for it."""
    context, told = handshake.context, handshake.told
    assert context is not None
    if told.get("link"):
        where = {"lineitems_url": told["lineitems"]} if told.get("lineitems") else {}
        PlacedActivity.objects.update_or_create(
            context=context,
            link=told["link"],
            defaults={"assignment": assignment, "opened_at": timezone.now(), **where},
        )
    url = told["lineitem"]
    if url and len(url) <= URL_LENGTH:
        LtiLineItem.objects.update_or_create(
            url=url,
            defaults={
                "context": context,
                "resource_id": str(assignment.pk),
                "label": assignment.title[:255],
                "maximum_score": 0,
            },
        )


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
