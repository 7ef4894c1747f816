"""Groups of a class: making them, naming them, and choosing their students."""

from __future__ import annotations

import uuid

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.people.name_fields import by_name
from games.people.views import FORM_METHODS
from games.teach.classes.access import get_classroom_for, get_classroom_to_change, get_group
from games.teach.classes.choosing import is_looking, ticks
from games.teach.classes.forms import GroupForm
from games.teach.classes.groups import grouping as service
from games.teach.classes.models import Classroom, Group, Membership
from games.teach.classes.notices import PER_PAGE, done, noticed
from games.teach.classes.teaching import ClassError


@FORM_METHODS
@never_cache
def groups(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """The groups of a class; posting a name makes a new one."""
    classroom = get_classroom_for(request, classroom_id)
    form = GroupForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            return redirect(service.create_group(classroom, form.cleaned_data["name"]))
        except ClassError as error:
            form.add_error("name", str(error))
    in_it = Count("memberships", filter=Q(memberships__archived_at=None))
    context = {
        "classroom": classroom,
        "groups": classroom.groups.annotate(students=in_it).order_by(by_name("name")),
        "form": form,
        "notice": noticed(request),
    }
    return render(
        request, "teach/classes/groups.html", context, status=422 if form.is_bound else 200
    )


@FORM_METHODS
@never_cache
def group(request: HttpRequest, classroom_id: uuid.UUID, group_id: int) -> HttpResponse:
    """One group: its name, and a tick for each student in it."""
    classroom = get_classroom_for(request, classroom_id)
    return group_page(request, classroom, get_group(classroom, group_id))


@require_POST
def delete(request: HttpRequest, classroom_id: uuid.UUID, group_id: int) -> HttpResponse:
    """Delete a group; its students and their work stay."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    group = get_group(classroom, group_id)
    try:
        service.delete_group(group)
    except ClassError as error:
        return group_page(request, classroom, group, problem=str(error))
    return done(reverse("classes:groups", args=[classroom.pk]), "group-deleted")


def group_page(
    request: HttpRequest, classroom: Classroom, group: Group, *, problem: str = ""
) -> HttpResponse:
    """The page of a group. Valid input is saved; invalid input is shown again."""
    active = Membership.objects.active().filter(classroom=classroom).select_related("user")
    stored = set(active.filter(groups=group).values_list("pk", flat=True))
    people = active if classroom.can_edit else active.filter(groups=group)
    ticked = ticks(request, people.by_name(), stored, PER_PAGE)
    is_typed = request.method == "POST" and not problem
    form = GroupForm(request.POST if is_typed else None, initial={"name": group.name})
    if form.is_valid() and not is_looking(request):
        try:
            added, taken_out = (
                list(active.filter(pk__in=ids)) for ids in (ticked.added, ticked.taken_out)
            )
            service.change_group(group, form.cleaned_data["name"], added, taken_out)
            return done(f"{group.get_absolute_url()}", "saved")
        except ClassError as error:
            form.add_error("name", str(error))
    context = {
        "classroom": classroom,
        "group": group,
        "ticks": ticked,
        "page": ticked.page,
        "uses": service.uses_of(group) if classroom.can_edit else [],
        "form": form,
        "problem": problem,
        "notice": noticed(request),
    }
    status = 409 if problem else 422 if form.is_bound and not is_looking(request) else 200
    return render(request, "teach/classes/group.html", context, status=status)
