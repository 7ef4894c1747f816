"""Asking a platform who is in a course. The worker asks; the answer waits in the job until an
instructor has looked at its preview (``roster_plans``)."""

from __future__ import annotations

import uuid
from contextlib import closing
from typing import Any

from games.people.names import cleaned
from games.teach.classes.models import GROUP_LENGTH
from games.teach.classes.person_names import as_spoken
from games.teach.lti.calling import Platform, PlatformError
from games.teach.lti.launch.recording import (
    Place,
    email_of,
    name_of,
    names_in,
    place_of,
    surname_in,
    text,
)
from games.teach.lti.models import LinkedCourse
from games.web.background.jobs import begin, piece_of
from games.web.models import Job

MEMBERS_SCOPE = "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly"
GROUPS_SCOPE = "https://purl.imsglobal.org/spec/lti-gs/scope/contextgroup.readonly"
MEMBERS = "application/vnd.ims.lti-nrps.v2.membershipcontainer+json"
GROUPS = "application/vnd.ims.lti-gs.v1.contextgroupcontainer+json"
KIND = "people of a course"
SECONDS = 30.0
"""Seconds for all pages of a course and of its groups: 2,000 people in pages of 50, half a second
each, take twenty. Nobody waits for it but the worker."""
MOST_MEMBERS = 2_000


def ask_for_people(link: LinkedCourse) -> Job:
    """Begin a job that asks who is in the course."""
    return begin(KIND, 1, uuid.uuid4(), result={"link": link.pk})


@piece_of(KIND)
def ask_platform(job_id: uuid.UUID) -> int:
    """Ask, and store the students or the reason why there are none in the result of the job."""
    result: dict[str, Any] = Job.objects.get(pk=job_id).result or {}
    links = LinkedCourse.objects.select_related("context__deployment__registration")
    link = links.filter(pk=result.get("link", 0)).first()
    if link is None:  # the class was deleted meanwhile
        return 1
    try:
        told: dict[str, Any] = {"people": students_of(link)}
    except PlatformError as error:
        told = {"problem": str(error)}
    Job.objects.filter(pk=job_id).update(result=result | told)
    return 1


def students_of(link: LinkedCourse) -> list[dict[str, Any]]:
    """The students of the course as the platform tells them, each once.

    Raises :class:`PlatformError`.
    """
    name = link.platform.name
    if not link.context.memberships_url:
        raise PlatformError(
            f"{name} does not tell us who is in the course. Allow it in its settings, and open "
            "Marienbad from the course again."
        )
    groups: dict[str, Any] = {}
    with closing(Platform(link.platform, SECONDS)) as platform:
        pages = platform.pages([MEMBERS_SCOPE], link.context.memberships_url, MEMBERS)
        told = [one for page in pages for one in _list(page, "members")]
        if len(told) > MOST_MEMBERS:
            raise PlatformError(f"The course has more than {MOST_MEMBERS:,} people.")
        if link.groups_url:
            for page in platform.pages([GROUPS_SCOPE], link.groups_url, GROUPS):
                groups |= {str(one.get("id")): one.get("name") for one in _list(page, "groups")}
    students = [_student(one, groups) for one in told if _is_student(one)]
    return list({one["subject"]: one for one in students}.values())


def _list(page: Any, name: str) -> list[dict[str, Any]]:
    found = page.get(name) if isinstance(page, dict) else None
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _is_student(one: dict[str, Any]) -> bool:
    is_here = one.get("status", "Active") == "Active"
    return (
        bool(text(one.get("user_id"))) and is_here and place_of(one.get("roles")) is Place.STUDENT
    )


def _student(one: dict[str, Any], groups: dict[str, Any]) -> dict[str, Any]:
    """What we use of a student, with nothing that a database cannot store."""
    name = as_spoken(name_of(one))
    keys = [str(group.get("group_id")) for group in _list(one, "group_enrollments")]
    return {
        "subject": text(one.get("user_id")),
        "name": name,
        "surname": surname_in(name, text(one.get("family_name"))),
        "email": email_of(one),
        "student_id": cleaned(text(one.get("lis_person_sourcedid"), 64)),
        "groups": [
            group
            for group in names_in([groups[key] for key in keys if key in groups])
            if len(group) <= GROUP_LENGTH
        ],
    }
