"""The staff of a class: inviting, accepting, removing, handing over."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.people.models import User
from games.people.views import FORM_METHODS
from games.teach.classes import teaching as service
from games.teach.classes.access import (
    get_classroom_as_staff,
    get_classroom_for,
    get_classroom_to_change,
    get_colleague,
    get_invitation,
)
from games.teach.classes.forms import InvitationForm
from games.teach.classes.models import ALL_STAFF, OWNER
from games.teach.classes.page_parts import done
from games.teach.classes.teaching import ClassError


@FORM_METHODS
@never_cache
def staff(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """The staff of a class; the owner can invite more."""
    classroom = get_classroom_for(request, classroom_id, OWNER, ALL_STAFF)
    form = InvitationForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        service.invite(classroom, form.cleaned_data["role"])
        return redirect("classes:staff", classroom.pk)
    owns = classroom.role in OWNER and classroom.archived_at is None
    invitations = [
        (invitation, request.build_absolute_uri(invitation.get_absolute_url()))
        for invitation in (classroom.invitations.all() if owns else [])
    ]
    context = {
        "classroom": classroom,
        "staff": classroom.staff.select_related("user").prefetch_related("sections"),
        "invitations": invitations,
        "owns": owns,
        "form": form,
    }
    return render(
        request, "teach/classes/staff.html", context, status=422 if form.is_bound else 200
    )


@require_POST
def withdraw(
    request: HttpRequest, classroom_id: uuid.UUID, invitation_id: uuid.UUID
) -> HttpResponse:
    """Withdraw an invitation."""
    classroom = get_classroom_to_change(request.user, classroom_id, OWNER)
    service.withdraw(classroom, invitation_id)
    return redirect("classes:staff", classroom.pk)


@require_POST
def dismiss(request: HttpRequest, classroom_id: uuid.UUID, staff_id: int) -> HttpResponse:
    """Remove a member of staff. The owner may remove others; everybody may leave."""
    classroom = get_classroom_as_staff(request.user, classroom_id, ALL_STAFF)
    colleague = get_colleague(classroom, staff_id)
    myself = colleague.user_id == request.user.pk
    if not myself and classroom.role not in OWNER:
        raise PermissionDenied("Only the owner of a class can remove another instructor.")
    service.dismiss(colleague)
    return redirect(
        reverse("classes:index") if myself else reverse("classes:staff", args=[classroom.pk])
    )


@require_POST
def hand_over(request: HttpRequest, classroom_id: uuid.UUID, staff_id: int) -> HttpResponse:
    """Make another member of staff the owner."""
    classroom = get_classroom_as_staff(request.user, classroom_id, OWNER)
    service.hand_over(classroom, get_colleague(classroom, staff_id))
    return redirect("classes:staff", classroom.pk)


@FORM_METHODS
@login_required
@never_cache
def invitation(request: HttpRequest, code: str) -> HttpResponse:
    """Accept an invitation to teach."""
    assert isinstance(request.user, User)
    invitation = get_invitation(code)
    problem = ""
    if request.method == "POST":
        try:
            return done(service.accept(invitation, request.user).get_absolute_url(), "staff")
        except ClassError as error:
            problem = str(error)
    context = {"invitation": invitation, "problem": problem}
    return render(request, "teach/classes/invitation.html", context, status=409 if problem else 200)
