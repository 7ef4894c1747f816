"""Accounts and places in the class for the people of a course.

An account is looked up by issuer and subject, and made if there is none. A place changes only if
the platform's own answer has changed since the last time, so staff can move people by hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import count

from django.contrib.auth.hashers import make_password
from lti_tool.models import LtiContext, LtiMembership, LtiUser

from games.people.models import User
from games.teach.classes.cards.credentials import new_usernames
from games.teach.classes.groups.grouping import groups_named, place_in_sections
from games.teach.classes.models import GROUP_LENGTH, NAME_LENGTH, Classroom, Membership, Staff
from games.teach.classes.teaching import create_class, join_by_course, remove
from games.teach.lti.launch.recording import Place, note_place, surname_in
from games.teach.lti.models import LinkedCourse
from games.web.transactions import all_or_nothing

NUMBERED = "Student "
NAMELESS = "Without a name"
"""What students without a name were called before they had a number."""
STAFF_ROLES = {Place.INSTRUCTOR: Staff.Role.INSTRUCTOR, Place.ASSISTANT: Staff.Role.ASSISTANT}


class JoinedAccountError(ValueError):
    """An account that cannot be joined with a person of a platform; the message says why."""


@all_or_nothing
def account_for(person: LtiUser, place: Place, context: LtiContext | None) -> User:
    """The person's account; a new one without a password if they have none. The staff of the
    class can give a student's account a password later."""
    person = LtiUser.objects.select_for_update().get(pk=person.pk)
    if person.auth_user_id is not None:
        return User.objects.get(pk=person.auth_user_id)
    link = LinkedCourse.objects.filter(context=context).first() if context else None
    user = User.objects.create(
        username=new_usernames(1)[0],
        password=make_password(None),
        managed_by_id=link.classroom_id if link and place is Place.STUDENT else None,
    )
    person.auth_user_id = user.pk
    person.save(update_fields=["auth_user"])
    return user


def has_rights(user: User) -> bool:
    """Whether the account helps to run the site: in the administration, or by any permission."""
    return user.is_staff or user.is_superuser or bool(user.get_all_permissions())


@all_or_nothing
def join_account(person: LtiUser, user: User) -> None:
    """Join a person of a platform with the account *user*, whose password they have just given.

    Places that a roster gave the person move to that account.

    Raises :class:`JoinedAccountError`.
    """
    if has_rights(user):
        raise JoinedAccountError(
            "This account has rights in the administration, so it cannot be opened from a course."
        )
    person = LtiUser.objects.select_for_update().get(pk=person.pk)
    made = User.objects.filter(pk=person.auth_user_id).first()
    if made == user:
        return
    if made is not None and made.last_login is not None:
        raise JoinedAccountError(
            "You already have another account for this course, and it has been used."
        )
    person.auth_user_id = user.pk
    person.save(update_fields=["auth_user"])
    if made is None or LtiUser.objects.filter(auth_user=made).exists():
        return
    for place in Membership.objects.filter(user=made):
        mine = Membership.objects.filter(classroom=place.classroom_id, user=user).first()
        if mine is None:
            Membership.objects.filter(pk=place.pk).update(user=user)
        else:
            mine.groups.add(*place.groups.all())
    made.delete()


@all_or_nothing
def link_course(
    context: LtiContext, owner: User, chosen: Classroom | None, *, time_zone: str = ""
) -> LinkedCourse:
    """Link a course with the class *chosen*, or with a new class of the same name in this zone."""
    context = LtiContext.objects.select_for_update().get(pk=context.pk)
    link = LinkedCourse.objects.filter(context=context).first()
    if link is not None:
        return link
    classroom = chosen or create_class(owner, course_name(context), time_zone=time_zone)
    LtiMembership.objects.filter(context=context).delete()  # nobody has a place in it yet
    return LinkedCourse.objects.create(context=context, classroom=classroom)


def course_name(context: LtiContext) -> str:
    """The name of a course."""
    name = context.title or context.label or "A course"
    return name if len(name) <= NAME_LENGTH else f"{name[: NAME_LENGTH - 1]}…"


@all_or_nothing
def give_place(
    link: LinkedCourse,
    person: LtiUser,
    user: User,
    place: Place,
    *,
    email: str = "",
    sections: Collection[str] = (),
) -> None:
    """Give a person their place in the class if the platform tells us a new one."""
    classroom = Classroom.objects.select_for_update().get(pk=link.classroom_id)
    before = note_place(person, link.context, place)
    post = Staff.objects.filter(classroom=classroom, user=user).first()
    if place is Place.STUDENT:
        if post and before not in (None, place) and post.role != Staff.Role.OWNER:
            post.delete()
            post = None
        if post is None:
            surname = surname_in(person.name, person.family_name)
            member = join_by_course(
                classroom, user, person.name or next(numbered(classroom)), surname
            )
            _rename(member, person, surname)
            _describe(member, email, sections)
        return
    if place in STAFF_ROLES:
        _sign(user, person)
    if place in STAFF_ROLES and before is not place:
        for member in Membership.objects.active().filter(classroom=classroom, user=user):
            remove(member)
        if post is None:
            Staff.objects.create(classroom=classroom, user=user, role=STAFF_ROLES[place])
        elif post.role != Staff.Role.OWNER:
            post.role = STAFF_ROLES[place]
            post.save(update_fields=["role"])


def numbered(classroom: Classroom) -> Iterator[str]:
    """Names for students of whom the platform tells none: "Student 7", each one once in a class."""
    named = Membership.objects.filter(classroom=classroom, real_name__startswith=NUMBERED)
    known = [name.removeprefix(NUMBERED) for name in named.values_list("real_name", flat=True)]
    taken = [int(number) for number in known if number.isdecimal()]
    return (
        f"{NUMBERED}{number}" for number in count(max([classroom.memberships.count(), *taken]) + 1)
    )


def is_nameless(name: str) -> bool:
    """Whether a student has one of these names, or the one of former versions."""
    return name == NAMELESS or name.removeprefix(NUMBERED).isdecimal()


def _rename(member: Membership, person: LtiUser, surname: str) -> None:
    """Use the name of the platform as soon as it tells one."""
    if person.name and is_nameless(member.real_name):
        member.real_name, member.surname = person.name, surname
        member.save(update_fields=["real_name", "surname", "is_name_sure"])


def _sign(user: User, person: LtiUser) -> None:
    """Let an instructor whose account was made by a course have the name that the course tells."""
    if not person.name or user.has_usable_password():
        return
    parts = person.given_name, person.family_name
    if " ".join(parts) != person.name:
        parts = person.name, ""
    if (user.first_name, user.last_name) != parts:
        user.first_name, user.last_name = parts
        user.save(update_fields=["first_name", "last_name"])


def _describe(member: Membership, email: str, sections: Collection[str]) -> None:
    """Add what the platform knows about a student, and keep everything that staff have entered. A
    single section becomes a section here; several become groups."""
    if email and not member.email:
        Membership.objects.filter(pk=member.pk).update(email=email)
    if len(sections) == 1:
        if member.section_id is None:
            place_in_sections(member.classroom, {member: next(iter(sections))})
        return
    new = [name for name in sections if len(name) <= GROUP_LENGTH]
    member.groups.add(*groups_named(member.classroom, new).values())
