"""Moving a student to another class, and accepting a student from another class."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.people.models import User
from games.people.views import FORM_METHODS
from games.teach.classes.access import get_classroom_for, get_classroom_to_change, get_membership
from games.teach.classes.forms import MoveForm
from games.teach.classes.joining import moving as service
from games.teach.classes.joining.join_codes import find_class
from games.teach.classes.models import Membership
from games.teach.classes.notices import done
from games.teach.classes.offers import Handover
from games.teach.classes.teaching import ClassError
from games.web.codes import TOO_MANY, too_many_wrong
from games.web.errors import ReadOnlyError

UNKNOWN = "No class has this code. The code of a class has eight letters and digits."


@FORM_METHODS
@login_required
@never_cache
def move(request: HttpRequest, classroom_id: uuid.UUID, membership_id: uuid.UUID) -> HttpResponse:
    """Choose one of the instructor's own classes, or type the code of another."""
    classroom = get_classroom_for(request, classroom_id)
    member, instructor = get_membership(classroom, membership_id), request.user
    assert isinstance(instructor, User)
    typed = request.POST if request.method == "POST" else None
    form = MoveForm(service.targets(instructor, classroom), typed)
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
    if service.targets(instructor, member.classroom).filter(pk=target.pk).exists():
        return done(service.move(member, target).get_absolute_url(), "moved")
    service.hand_over_to(member, target, instructor)
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
        return done(service.move(handover.membership, classroom).get_absolute_url(), "moved")
    except ClassError as error:
        raise ReadOnlyError(str(error)) from None
