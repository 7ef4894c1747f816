"""Classes: making and ending them, their students, their staff, and what the audit log says of
these."""

from __future__ import annotations

import uuid
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.db.models.signals import post_delete, post_save
from django.dispatch import Signal, receiver
from django.utils import timezone

from games.people.models import User
from games.teach.classes.ending import deletion_day
from games.teach.classes.models import (
    ARCHIVED,
    Classroom,
    Invitation,
    Membership,
    Staff,
    new_join_code,
)
from games.teach.classes.offers import Offer
from games.web.requests import made_once
from games.web.transactions import all_or_nothing
from games.web.watch.audit import What, note

times_change = Signal()
"""Sent with *classroom* before a student's due times change."""

class_ends = Signal()
"""Sent with *classroom* in the transaction that archives it."""


class ClassError(ValueError):
    """Something that a class does not allow; the message is a sentence."""


def create_class(
    owner: User, name: str, key: uuid.UUID | None = None, *, time_zone: str = ""
) -> Classroom:
    """A new class, open to join and owned by its maker, at most one for each *key* of a form."""
    key = key or uuid.uuid4()

    def make() -> Classroom:
        classroom = Classroom.objects.create(pk=key, name=name, time_zone=time_zone)
        Staff.objects.create(classroom=classroom, user=owner, role=Staff.Role.OWNER)
        return classroom

    return made_once(Classroom.objects.filter(staff__user=owner), key, make)


def begin_to_teach(user: User) -> None:
    """Let a student make classes.

    Raises :class:`PermissionDenied` for an account that a school made.
    """
    if user.managed_by_id is not None:
        raise PermissionDenied("A school made your account, so you cannot make classes with it.")
    User.objects.filter(pk=user.pk).update(teaches=True)


def describe(classroom: Classroom, **settings: Any) -> None:
    """Change the name or other settings of a class."""
    Classroom.objects.filter(pk=classroom.pk).update(**settings)


def set_joining(classroom: Classroom, *, open_: bool) -> None:
    """Allow or stop joining with the code."""
    Classroom.objects.filter(pk=classroom.pk).update(join_open=open_)


def rotate_code(classroom: Classroom) -> None:
    """Replace the join code; the old one no longer works."""
    while True:
        try:
            with transaction.atomic():
                Classroom.objects.filter(pk=classroom.pk).update(join_code=new_join_code())
            return
        except IntegrityError:  # one in 10^11: another class has that code
            continue


def archive(classroom: Classroom) -> None:
    """Archive a class: everything stays, and nothing can change. A second request changes
    nothing."""
    running = Classroom.objects.filter(pk=classroom.pk, archived_at=None)
    with transaction.atomic():
        now = timezone.now()
        if running.update(archived_at=now, deleted_on=deletion_day(now)):
            class_ends.send(None, classroom=classroom)


def restore(classroom: Classroom) -> None:
    """Restore an archived class."""
    Classroom.objects.filter(pk=classroom.pk).update(archived_at=None, deleted_on=None)


# --- Students -------------------------------------------------------------------------


@all_or_nothing
def join(classroom: Classroom, user: User, real_name: str, via: str) -> Membership:
    """Add a user to a class. A second request changes nothing, and a student who left comes back.

    Raises :class:`ClassError` if this user cannot join.
    """
    # The lock waits for a simultaneous request that closes or archives the class.
    now = Classroom.objects.select_for_update().get(pk=classroom.pk)
    member = Membership.objects.filter(classroom=now, user=user).first()
    if member is not None and member.archived_at is None:
        return member
    if not now.can_join:
        raise ClassError("This class isn’t open to new students at the moment.")
    if Staff.objects.filter(classroom=now, user=user).exists():
        raise ClassError("You teach this class, so you can’t join it as a student.")
    if member is None:
        return Membership.objects.create(
            classroom=now, user=user, real_name=real_name, joined_via=via
        )
    if not member.has_left:
        raise ClassError("An instructor has removed you from this class. Ask to be let back in.")
    times_change.send(None, classroom=now)
    # The name that staff know stays, because they may have corrected it.
    member.archived_at, member.has_left = None, False
    member.save(update_fields=["archived_at", "has_left"])
    return member


@all_or_nothing
def join_by_course(
    classroom: Classroom, user: User, real_name: str, surname: str = ""
) -> Membership:
    """Add a student of the class's linked course, even if the class is closed. A student who left
    comes back, but one whom the staff removed does not."""
    member = Membership.objects.filter(classroom=classroom, user=user).first()
    if member is not None and member.has_left and classroom.archived_at is None:
        times_change.send(None, classroom=classroom)
        member.archived_at, member.has_left = None, False
        member.save(update_fields=["archived_at", "has_left"])
    if member is not None:
        return member
    if classroom.archived_at is not None:
        raise ClassError(ARCHIVED)
    via = Membership.Via.COURSE
    return Membership.objects.create(
        classroom=classroom, user=user, real_name=real_name, surname=surname, joined_via=via
    )


def leave(membership: Membership) -> None:
    """Leave a class. The student's work stays theirs; the staff no longer see it.

    Raises :class:`ClassError` if the class is archived, or if its students may not leave on their
    own.
    """
    classroom = Classroom.objects.get(pk=membership.classroom_id)
    if classroom.archived_at:
        raise ClassError(ARCHIVED)
    if not classroom.may_leave:
        raise ClassError("You can’t leave this class on your own. Ask an instructor to remove you.")
    Membership.objects.filter(pk=membership.pk, archived_at=None).update(
        archived_at=timezone.now(), has_left=True, is_listed=False
    )


def remove(membership: Membership) -> None:
    """Remove a student from a class; nothing is deleted."""
    Membership.objects.filter(pk=membership.pk, archived_at=None).update(
        archived_at=timezone.now(), is_listed=False
    )


def set_listed(membership: Membership, *, is_listed: bool) -> None:
    """Name a student in the weekly list of the class, or stop naming them."""
    Membership.objects.filter(pk=membership.pk, archived_at=None).update(is_listed=is_listed)


def put_back(membership: Membership) -> None:
    """Put a student whom the staff removed back into the class."""
    times_change.send(None, classroom=membership.classroom)
    Membership.objects.filter(pk=membership.pk, has_left=False).update(
        archived_at=None, moved_to=None
    )


def describe_student(membership: Membership, values: dict[str, Any]) -> None:
    """Change what the staff know about a student: the given fields and, if included, the groups."""
    groups = values.pop("groups", None)
    if "surname" in values:
        values["is_name_sure"] = True
    with transaction.atomic():
        times_change.send(None, classroom=membership.classroom)
        Membership.objects.filter(pk=membership.pk).update(**values)
        if groups is not None:
            membership.groups.set(groups)


# --- Staff ----------------------------------------------------------------------------


def invite(classroom: Classroom, role: str) -> Invitation:
    """Create a link that makes one person a member of staff."""
    return Invitation.objects.create(classroom=classroom, role=role)


def withdraw(classroom: Classroom, invitation_id: uuid.UUID) -> None:
    """Withdraw an invitation."""
    Invitation.objects.filter(classroom=classroom, pk=invitation_id).delete()


def accept(invitation: Invitation, user: User) -> Classroom:
    """Become staff of a class. This uses up the invitation; existing staff keep their role."""
    classroom = invitation.classroom
    with transaction.atomic():
        if Membership.objects.active().filter(classroom=classroom, user=user).exists():
            raise ClassError("You are a student in this class. Leave it before you teach it.")
        if Staff.objects.filter(classroom=classroom, user=user).exists():
            return classroom
        deleted, _ = Invitation.objects.filter(pk=invitation.pk).delete()
        if not deleted:
            raise ClassError("Somebody else has just accepted this invitation.")
        Staff.objects.create(classroom=classroom, user=user, role=invitation.role)
    return classroom


def dismiss(colleague: Staff) -> None:
    """Remove a member of staff; the owner cannot be removed."""
    Staff.objects.filter(pk=colleague.pk).exclude(role=Staff.Role.OWNER).delete()


def hand_over(classroom: Classroom, heir: Staff) -> None:
    """Make *heir* the owner; the old owner stays as an instructor."""
    with transaction.atomic():
        staff = Staff.objects.select_for_update().filter(classroom=classroom)
        if not staff.filter(pk=heir.pk).exclude(role=Staff.Role.OWNER).exists():
            return
        staff.filter(role=Staff.Role.OWNER).update(role=Staff.Role.INSTRUCTOR)
        staff.filter(pk=heir.pk).update(role=Staff.Role.OWNER)
        tell_role(heir, Staff.Role.OWNER)


def give_up(user: User) -> None:
    """Prepare the classes of a user whose account is about to be deleted.

    Raises :class:`ClassError` if the user owns a class that is not archived. An archived class goes
    to its longest-serving instructor. Without one, nobody could ever open the class again, so it is
    deleted with the names of its students, who keep their accounts and work.
    """
    owned = Classroom.objects.select_for_update().filter(
        staff__user=user, staff__role=Staff.Role.OWNER
    )
    running = [classroom.name for classroom in owned if classroom.archived_at is None]
    if running:
        names = ", ".join(f"“{name}”" for name in running)
        raise ClassError(
            f"You own {names}. Hand {'it' if len(running) == 1 else 'them'} over or archive "
            f"{'it' if len(running) == 1 else 'them'} first."
        )
    for classroom in owned:
        heir = Staff.objects.filter(classroom=classroom, role=Staff.Role.INSTRUCTOR).first()
        if heir is None:
            classroom.delete()
        else:
            hand_over(classroom, heir)


def places(user: User) -> dict[str, Any]:
    """The classes in which a user learns or teaches, for the export of their data."""
    learnt = Membership.objects.filter(user=user)
    learnt = learnt.select_related("classroom", "section", "moved_to")
    taught = Staff.objects.filter(user=user).select_related("classroom")
    asked = Offer.objects.filter(user=user)
    return {
        "classes_joined": [
            {
                "class": place.classroom.name,
                "real_name": place.real_name,
                "surname": place.surname,
                "student_id": place.student_id,
                "email": place.email,
                "section": place.section.name if place.section else None,
                "known_to_gradebooks_by": place.identities,
                "joined": place.joined_at.isoformat(),
                "ended": place.archived_at.isoformat() if place.archived_at else None,
                "moved_to": place.moved_to.name if place.moved_to else None,
                "on_the_weekly_list": place.is_listed,
            }
            for place in learnt
        ],
        "asked_to_join": list(asked.values_list("classroom__name", flat=True)),
        "classes_taught": [
            {
                "class": post.classroom.name,
                "role": post.role,
                "sections": [section.name for section in post.sections.all()],
                "since": post.since.isoformat(),
            }
            for post in taught.prefetch_related("sections")
        ],
    }


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
