"""Moving a student to another class: at once between an instructor's own classes, otherwise when
the other class's staff accept.

The work stays in the class that it was done for. Lessons, puzzles and games belong to the student
anyway.
"""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.people.models import User
from games.people.views import FORM_METHODS
from games.teach.classes.access import get_classroom_for, get_classroom_to_change, get_membership
from games.teach.classes.forms import MoveForm
from games.teach.classes.joining.newcomers import find_class
from games.teach.classes.models import EDITORS, Classroom, Membership, Staff
from games.teach.classes.offers import Handover
from games.teach.classes.page_parts import done
from games.teach.classes.teaching import ClassError, times_change
from games.web.codes import TOO_MANY, too_many_wrong
from games.web.errors import ReadOnlyError
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


UNKNOWN = "No class has this code. The code of a class has eight letters and digits."


@FORM_METHODS
@login_required
@never_cache
def move_student(
    request: HttpRequest, classroom_id: uuid.UUID, membership_id: uuid.UUID
) -> HttpResponse:
    """Choose one of the instructor's own classes, or type the code of another."""
    classroom = get_classroom_for(request, classroom_id)
    member, instructor = get_membership(classroom, membership_id), request.user
    assert isinstance(instructor, User)
    typed = request.POST if request.method == "POST" else None
    form = MoveForm(targets(instructor, classroom), typed)
    handover = Handover.objects.filter(membership=member).select_related("classroom").first()
    if form.is_valid() and member.archived_at is None:
        try:
            return carry_out(request, member, form, instructor)
        except ClassError as error:
            form.add_error(None, str(error))
    context = {
        "classroom": classroom,
        "member": member,
        "form": form,
        "handover": handover,
    }
    return render(request, "teach/classes/move.html", context, status=422 if form.is_bound else 200)


def carry_out(
    request: HttpRequest, member: Membership, form: MoveForm, instructor: User
) -> HttpResponse:
    """Move the student to one of the instructor's own classes, or ask the staff of another."""
    target = form.cleaned_data["target"]
    if target is None:
        target = find_class(form.cleaned_data["code"])
        if target is None:
            raise ClassError(TOO_MANY if too_many_wrong(request) else UNKNOWN)
    if targets(instructor, member.classroom).filter(pk=target.pk).exists():
        return done(move(member, target).get_absolute_url(), "moved")
    hand_over_to(member, target, instructor)
    return done(member.get_absolute_url(), "handed")


@require_POST
def take(request: HttpRequest, classroom_id: uuid.UUID, handover_id: uuid.UUID) -> HttpResponse:
    """Accept a student from another class, or refuse."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    asked = Handover.objects.select_related("membership__user", "membership__classroom")
    handover = asked.filter(classroom=classroom, pk=handover_id).first()
    if handover is None:
        return redirect(classroom)
    if request.POST.get("answer") == "no" or handover.membership.archived_at:
        handover.delete()
        return redirect(classroom)
    try:
        return done(move(handover.membership, classroom).get_absolute_url(), "moved")
    except ClassError as error:
        raise ReadOnlyError(str(error)) from None
