"""Adding the students of a course to its class, all at once. Nobody is removed."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.hashers import make_password
from django.utils import timezone
from lti_tool.models import LtiMembership, LtiRegistration, LtiUser

from games.classes.credentials import new_usernames
from games.classes.grouping import group_named
from games.classes.models import PERSON_LENGTH, Classroom, Membership, Staff
from games.lti.calling import Platform, PlatformError
from games.lti.models import LinkedCourse
from games.lti.reading import name_of, names_in, text
from games.lti.roles import Place, place_of
from games.people.models import User
from games.web.writing import all_or_nothing

MEMBERS_SCOPE = "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly"
GROUPS_SCOPE = "https://purl.imsglobal.org/spec/lti-gs/scope/contextgroup.readonly"
MEMBERS = "application/vnd.ims.lti-nrps.v2.membershipcontainer+json"
GROUPS = "application/vnd.ims.lti-gs.v1.contextgroupcontainer+json"
MOST_MEMBERS = 2_000
NAMELESS = "Without a name"


def take_roster(link: LinkedCourse) -> None:
    """Ask the platform who is in the course, and add each student to the class.

    Raises :class:`PlatformError`.
    """
    name = link.platform.name
    if not link.context.memberships_url:
        raise PlatformError(
            f"{name} does not tell us who is in the course. Allow it in its settings, and open "
            "Marienbad from the course again."
        )
    platform = Platform(link.platform)
    pages = platform.pages([MEMBERS_SCOPE], link.context.memberships_url, MEMBERS)
    told = [one for page in pages for one in _list(page, "members") if isinstance(one, dict)]
    if len(told) > MOST_MEMBERS:
        raise PlatformError(f"The course has more than {MOST_MEMBERS:,} people.")
    groups: dict[str, Any] = {}
    if link.groups_url:
        for page in platform.pages([GROUPS_SCOPE], link.groups_url, GROUPS):
            groups |= {str(one.get("id")): one.get("name") for one in _list(page, "groups")}
    _write(link, told, groups)


def _list(page: Any, name: str) -> list[Any]:
    found = page.get(name) if isinstance(page, dict) else None
    return found if isinstance(found, list) else []


@all_or_nothing
def _write(link: LinkedCourse, told: list[dict[str, Any]], groups: dict[str, Any]) -> None:
    classroom = Classroom.objects.select_for_update().get(pk=link.classroom_id)
    students = {
        text(one.get("user_id")): one
        for one in told
        if text(one.get("user_id"))
        and one.get("status", "Active") == "Active"
        and place_of(one.get("roles") or []) is Place.STUDENT
    }
    people = _people(link.platform, students)
    _note(link, people)
    _accounts(classroom, people)
    members = _places(classroom, people, students)
    _regroup(classroom, people, members, students, groups)
    LinkedCourse.objects.filter(pk=link.pk).update(
        roster_at=timezone.now(), changed_at=timezone.now()
    )


def _people(known: LtiRegistration, students: dict[str, dict[str, Any]]) -> dict[str, LtiUser]:
    """Every person as django-lti stores them, by the platform's identifier."""
    same = LtiUser.objects.filter(
        registration__issuer=known.issuer, registration__keyset_url=known.keyset_url
    )
    accounts = dict(
        same.filter(sub__in=students).exclude(auth_user=None).values_list("sub", "auth_user_id")
    )
    people = {one.sub: one for one in LtiUser.objects.filter(registration=known, sub__in=students)}
    new = [
        LtiUser(registration=known, sub=subject, auth_user_id=accounts.get(subject))
        for subject in students
        if subject not in people
    ]
    people |= {one.sub: one for one in LtiUser.objects.bulk_create(new)}
    for subject, person in people.items():
        person.name = name_of(students[subject]) or person.name
    LtiUser.objects.bulk_update(people.values(), ["name"], batch_size=200)
    return people


def _note(link: LinkedCourse, people: dict[str, LtiUser]) -> None:
    """Who is a student of the course now, and who has left it."""
    rows = LtiMembership.objects.filter(context=link.context)
    learning = rows.filter(is_learner=True)
    learning.update(is_active=False)
    here = set(rows.values_list("user_id", flat=True))
    learning.filter(user__in=people.values()).update(is_active=True)
    LtiMembership.objects.bulk_create(
        LtiMembership(user=person, context=link.context, is_learner=True)
        for person in people.values()
        if person.pk not in here
    )


def _accounts(classroom: Classroom, people: dict[str, LtiUser]) -> None:
    """Make accounts for those who have none. Staff of the class can give them passwords."""
    without = [person for person in people.values() if person.auth_user_id is None]
    made = User.objects.bulk_create(
        User(username=name, password=make_password(None), managed_by=classroom)
        for name in new_usernames(len(without))
    )
    for person, user in zip(without, made, strict=True):
        person.auth_user_id = user.pk
    LtiUser.objects.bulk_update(without, ["auth_user"], batch_size=200)


def _places(
    classroom: Classroom, people: dict[str, LtiUser], students: dict[str, dict[str, Any]]
) -> dict[int, Membership]:
    """Add everybody who is new and does not teach the class; all memberships by account."""
    places = {one.user_id: one for one in Membership.objects.filter(classroom=classroom)}
    staff = set(Staff.objects.filter(classroom=classroom).values_list("user_id", flat=True))
    new: dict[int, Membership] = {}
    for subject, person in people.items():
        key = person.auth_user_id
        if key not in places and key not in staff:
            surname = text(students[subject].get("family_name"), PERSON_LENGTH)
            new[key] = Membership(
                classroom=classroom,
                user_id=key,
                real_name=person.name or NAMELESS,
                surname=surname if surname in person.name else "",
                email=text(students[subject].get("email"), 254),
                joined_via=Membership.Via.COURSE,
            )
    Membership.objects.bulk_create(new.values())
    return places | new


def _regroup(
    classroom: Classroom,
    people: dict[str, LtiUser],
    members: dict[int, Membership],
    students: dict[str, dict[str, Any]],
    groups: dict[str, Any],
) -> None:
    """Add students to the groups that the platform names; remove them from none."""
    wanted = []
    for subject, person in people.items():
        enrolled = students[subject].get("group_enrollments") or []
        keys = [str(one.get("group_id")) for one in enrolled if isinstance(one, dict)]
        named = names_in([groups[key] for key in keys if key in groups])
        if named and person.auth_user_id in members:
            wanted += [(members[person.auth_user_id].pk, name) for name in named]
    made = {one.name.casefold(): one for one in classroom.groups.all()}
    for name in sorted({name for _, name in wanted}):
        if name.casefold() not in made:
            made[name.casefold()] = group_named(classroom, name)
    through = Membership.groups.through
    through.objects.bulk_create(
        [through(membership_id=key, group=made[name.casefold()]) for key, name in wanted],
        ignore_conflicts=True,
    )
