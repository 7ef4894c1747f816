"""Times of an assignment for each section of its class, and more time."""

from __future__ import annotations

import uuid

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from games.people.views import FORM_METHODS
from games.teach.classes.sections import Section
from games.teach.work.access import get_assignment_to_change, get_assignment_to_grade
from games.teach.work.models import Assignment
from games.teach.work.standings.reports import roll_of
from games.teach.work.writing import extending as service
from games.teach.work.writing.section_time_forms import ExtendForm, SectionTimesForm
from games.web.zones import called
from solver import InvalidInputError


def sections_of(assignment: Assignment) -> list[Section]:
    """The sections of its class that the person who asked may see."""
    seen, sections = assignment.classroom.in_sight, assignment.classroom.sections.all()
    return list(sections if seen is None else sections.filter(pk__in=seen))


@FORM_METHODS
@never_cache
def times(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """The opening, due and closing times of each section."""
    assignment = get_assignment_to_change(request.user, assignment_id)
    form = SectionTimesForm(assignment, sections_of(assignment), request.POST or None)
    if form.is_valid():
        service.set_times(assignment, form.times)
        return redirect(reverse("assignments:edit", args=[assignment.pk]) + "?done=saved")
    return form_page(request, "teach/work/section_times.html", assignment, form)


@FORM_METHODS
@never_cache
def extend(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """More time for sections and students."""
    assignment = get_assignment_to_grade(request.user, assignment_id)
    sections, students = sections_of(assignment), roll_of(assignment).students
    form = ExtendForm(sections, students, request.POST or None)
    if form.is_valid():
        asked = form.cleaned_data
        try:
            service.extend(
                assignment,
                sections=asked.get("sections", []),
                students=asked.get("students", []),
                hours=asked["hours"] or 0,
                until=asked["until"],
            )
        except InvalidInputError as error:
            form.add_error(None, str(error))
        else:
            return redirect(reverse("assignments:results", args=[assignment.pk]) + "?done=longer")
    return form_page(request, "teach/work/extend.html", assignment, form)


def form_page(
    request: HttpRequest, template: str, assignment: Assignment, form: forms.Form
) -> HttpResponse:
    """The page of a form about the times of an assignment, in the class's time zone."""
    classroom = assignment.classroom
    context = {
        "assignment": assignment,
        "classroom": classroom,
        "zone": called(classroom.zone),
        "form": form,
    }
    return render(request, template, context, status=422 if form.is_bound else 200)
