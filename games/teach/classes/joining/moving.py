"""Moving a student to another class: at once between an instructor's own classes, otherwise when
the other class's staff accept.

The work stays in the class that it was done for. Lessons, puzzles and games belong to the student
anyway.
"""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils import timezone

from games.people.models import User
from games.teach.classes.models import EDITORS, Classroom, Membership, Staff
from games.teach.classes.offers import Handover
from games.teach.classes.teaching import ClassError, times_change
from games.web.transactions import all_or_nothing

MOVED_FIELDS = (
    "real_name",
    "surname",
    "is_name_sure",
    "student_id",
    "email",
    "extra_days",
    "time_factor",
)
"""The fields that the new class takes over. Notes and groups stay behind."""


def targets(instructor: User, classroom: Classroom) -> QuerySet[Classroom]:
    """The other classes that *instructor* may change and that are not archived."""
    own = Classroom.objects.filter(staff__user=instructor, staff__role__in=EDITORS)
    return own.filter(archived_at=None).exclude(pk=classroom.pk)


@all_or_nothing
def move(membership: Membership, target: Classroom) -> Membership:
    """Give a student a place in *target*, and mark the old one as moved.

    If the old class made the account, the new one takes over the right to reset its password.
    Raises :class:`ClassError` if the student teaches the new class or has left it.
    """
    Classroom.objects.select_for_update().get(pk=target.pk, archived_at=None)
    user = membership.user
    if Staff.objects.filter(classroom=target, user=user).exists():
        raise ClassError(f"{membership.real_name} teaches {target.name}.")
    for classroom in (membership.classroom, target):
        times_change.send(None, classroom=classroom)
    known = {name: getattr(membership, name) for name in MOVED_FIELDS}
    moved, is_new = Membership.objects.get_or_create(
        classroom=target, user=user, defaults={**known, "joined_via": Membership.Via.MOVED}
    )
    if moved.has_left:
        raise ClassError(
            f"{moved.real_name} has left {target.name}, so only the student can join it again."
        )
    if not is_new:
        back = {"archived_at": None, "has_left": False, "moved_to": None}
        Membership.objects.filter(pk=moved.pk).update(**back)
    Membership.objects.filter(pk=membership.pk).update(
        archived_at=timezone.now(), has_left=False, moved_to=target
    )
    User.objects.filter(pk=user.pk, managed_by=membership.classroom_id).update(managed_by=target)
    Handover.objects.filter(membership=membership).delete()
    return moved


def hand_over_to(membership: Membership, target: Classroom, by: User) -> None:
    """Ask the staff of *target* to take a student.

    Raises :class:`ClassError` for a student with a personal account, who decides for themselves.
    """
    if not membership.is_managed:
        raise ClassError(
            f"{membership.real_name} has a personal account, so you cannot move it to a class "
            "that you do not teach. Give the student the code of that class."
        )
    if target.pk == membership.classroom_id or target.archived_at:
        raise ClassError("Type the code of another class that is not archived.")
    Handover.objects.update_or_create(
        membership=membership, defaults={"classroom": target, "by": by}
    )
