"""Groups and sections of a class: making them, naming them, choosing their students and tutors."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.people.name_fields import TidyField, by_name
from games.people.views import FORM_METHODS
from games.teach.classes.access import (
    get_classroom_for,
    get_classroom_to_change,
    get_group,
    get_section,
)
from games.teach.classes.forms import GroupForm
from games.teach.classes.groups import grouping as service
from games.teach.classes.models import GROUP_LENGTH, Classroom, Group, Membership, Staff
from games.teach.classes.page_parts import PER_PAGE, done, is_looking, noticed, ticks
from games.teach.classes.sections import Section
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
def delete_group(request: HttpRequest, classroom_id: uuid.UUID, group_id: int) -> HttpResponse:
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


class SectionForm(forms.Form):
    """The name of a section and, once it exists, its tutors."""

    name = TidyField(
        label="Name of the section",
        max_length=GROUP_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Give the section a name."},
    )
    tutors = forms.TypedMultipleChoiceField(
        label="Tutors",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="They see and grade only the students of their sections.",
    )

    def __init__(self, data: Any = None, *, tutors: list[Staff] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        self.people = {str(post.pk): post for post in tutors or []}
        field = self.fields["tutors"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(key, post.user.username) for key, post in self.people.items()]
        field.coerce = self.people.get
        if not self.people:
            del self.fields["tutors"]


@FORM_METHODS
@never_cache
def sections(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """The sections of a class; posting a name makes a new one."""
    classroom = get_classroom_for(request, classroom_id)
    form = SectionForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            return redirect(service.create_section(classroom, form.cleaned_data["name"]))
        except ClassError as error:
            form.add_error("name", str(error))
    in_it = Count("memberships", filter=Q(memberships__archived_at=None), distinct=True)
    every = classroom.sections.annotate(students=in_it).prefetch_related("tutors__user")
    context = {
        "classroom": classroom,
        "sections": every,
        "left_over": classroom.memberships.filter(archived_at=None, section=None).count(),
        "form": form,
        "notice": noticed(request),
    }
    return render(
        request, "teach/classes/sections.html", context, status=422 if form.is_bound else 200
    )


@FORM_METHODS
@never_cache
def section(request: HttpRequest, classroom_id: uuid.UUID, section_id: int) -> HttpResponse:
    """One section: its name, its tutors, and a tick for each student in it."""
    classroom = get_classroom_for(request, classroom_id)
    section = get_section(classroom, section_id)
    section.classroom = classroom
    return section_page(request, classroom, section)


@require_POST
def delete_section(request: HttpRequest, classroom_id: uuid.UUID, section_id: int) -> HttpResponse:
    """Delete a section; its students and their work stay."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    section = get_section(classroom, section_id)
    section.classroom = classroom
    service.delete_section(section)
    return done(reverse("classes:sections", args=[classroom.pk]), "section-deleted")


def section_page(request: HttpRequest, classroom: Classroom, section: Section) -> HttpResponse:
    """The page of a section. Valid input is saved; invalid input is shown again."""
    active = Membership.objects.active().filter(classroom=classroom)
    active = active.select_related("user", "section")
    stored = set(active.filter(section=section).values_list("pk", flat=True))
    people = active if classroom.can_edit else active.filter(section=section)
    ticked = ticks(request, people.by_name(), stored, PER_PAGE)
    tutors = list(classroom.staff.filter(role=Staff.Role.TUTOR).select_related("user"))
    mine = [str(key) for key in section.tutors.values_list("pk", flat=True)]
    typed = request.POST if request.method == "POST" else None
    form = SectionForm(typed, tutors=tutors, initial={"name": section.name, "tutors": mine})
    if form.is_valid() and not is_looking(request):
        given = form.cleaned_data
        try:
            service.change_section(
                section,
                given["name"],
                tutors=given.get("tutors", []),
                added=ticked.added,
                taken_out=ticked.taken_out,
            )
            return done(section.get_absolute_url(), "saved")
        except ClassError as error:
            form.add_error("name", str(error))
    context = {
        "classroom": classroom,
        "section": section,
        "ticks": ticked,
        "page": ticked.page,
        "form": form,
        "tutors": [post for post in tutors if str(post.pk) in mine],
        "has_tutors": bool(tutors),
        "times": section.times.count(),
        "notice": noticed(request),
    }
    status = 422 if form.is_bound and not is_looking(request) else 200
    return render(request, "teach/classes/section.html", context, status=status)
