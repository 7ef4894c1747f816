"""Assignments for those who give them: writing, solving typed positions, publishing."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.access import (
    get_assignment_as_staff,
    get_assignment_to_change,
    get_classroom_to_change,
    get_item,
)
from games.assignments.finding import FindForm, find_lines
from games.assignments.forms import AddForm, AssignmentForm, TitleForm
from games.assignments.lines import Line, read_lines
from games.models import Assignment, User
from games.models.classes import EDITORS
from games.services import assignments as service
from games.views.play import posted_number
from solver import SolverError

from .accounts import FORM_METHODS
from .fragments import page_or_fragment

EDIT = "assignments/edit.html"
FIXED = "It is published, so what it asks is fixed. Make a copy to change it."
NOTICES = {
    "saved": "Saved.",
    "published": "Published. Students see it now, or as soon as it opens.",
    "archived": "Put away. What was done stays.",
    "back": "Back again.",
    "copied": "This is a copy, not published yet.",
}


@FORM_METHODS
@login_required
@never_cache
def new(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """An assignment needs a title to begin with."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    assert isinstance(request.user, User)
    form = TitleForm(request.POST or None)
    if form.is_valid():
        made = service.create(classroom, request.user, form.cleaned_data["title"])
        return redirect("assignments:edit", made.pk)
    context = {
        "form": form,
        "title": "New assignment",
        "button": "Go on",
        "about": f"For {classroom.name}. Students see nothing before you publish it.",
        "nav": "classes",
    }
    return render(request, "accounts/form.html", context, status=422 if form.is_bound else 200)


@require_safe
@never_cache
def edit(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """What it asks, how it counts, when, and the button that publishes it."""
    return edit_page(request, get_assignment_as_staff(request.user, assignment_id, EDITORS))


def edit_page(
    request: HttpRequest,
    found: Assignment,
    *,
    form: AssignmentForm | None = None,
    adding: AddForm | None = None,
    finding: FindForm | None = None,
    lines: list[Line] | None = None,
    typed: str = "",
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    items = list(found.items.select_related("lesson"))
    context: dict[str, Any] = {
        "nav": "classes",
        "assignment": found,
        "classroom": found.classroom,
        "items": items,
        "points": sum(item.points for item in items),
        "form": form or AssignmentForm(found),
        "adding": adding or AddForm(),
        "finding": finding or FindForm(),
        "lines": lines or [],
        "ready": [line for line in lines or [] if line.exercise],
        "typed": typed,
        "problem": problem,
        "notice": NOTICES.get(request.GET.get("done", ""), ""),
        "can_edit": found.classroom.can_edit,
        "zone": timezone.get_current_timezone_name(),
    }
    return page_or_fragment(request, EDIT, "solved", context, status=status)


def back_to(found: Assignment, what: str) -> HttpResponse:
    address = reverse("assignments:edit", args=[found.pk])
    return redirect(f"{address}?done={what}")


@require_POST
def lines(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Solve the positions somebody types, or put those that can be used at the end."""
    found = get_assignment_to_change(request.user, assignment_id)
    typed = request.POST.get("lines", "").replace("\x00", "")
    try:
        solved = read_lines(typed)
        if "add" in request.POST:
            wrong = [line for line in solved if line.problem]
            usable = [line.exercise for line in solved if line.exercise]
            if usable and not wrong:
                service.add_exercises(found, usable)
                return back_to(found, "saved")
            problem = "Mend the lines marked below first." if wrong else "Type a position first."
            return edit_page(request, found, lines=solved, typed=typed, problem=problem, status=422)
    except service.PublishedError:
        return edit_page(request, found, typed=typed, problem=FIXED, status=409)
    except SolverError as error:
        return edit_page(request, found, typed=typed, problem=str(error), status=422)
    return edit_page(request, found, lines=solved, typed=typed)


@require_POST
def find(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Look for positions by what they are like, and put them among the typed lines."""
    found = get_assignment_to_change(request.user, assignment_id)
    form, typed = FindForm(request.POST), request.POST.get("lines", "").replace("\x00", "")
    if not form.is_valid():
        return edit_page(request, found, finding=form, typed=typed, status=422)
    try:
        text = "\n".join([*typed.splitlines(), *find_lines(form)])
        return edit_page(request, found, finding=form, lines=read_lines(text), typed=text)
    except SolverError as error:
        form.add_error(None, str(error))
        return edit_page(request, found, finding=form, typed=typed, status=422)


@require_POST
def add(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Put a ready set or a lesson at the end."""
    found = get_assignment_to_change(request.user, assignment_id)
    form = AddForm(request.POST)
    if not form.is_valid():
        return edit_page(request, found, adding=form, status=422)
    try:
        if form.cleaned_data["set"]:
            service.add_set(found, form.cleaned_data["set"])
        if form.cleaned_data["lesson"]:
            service.add_lesson(found, form.cleaned_data["lesson"])
    except service.PublishedError:
        return edit_page(request, found, problem=FIXED, status=409)
    except SolverError as error:
        return edit_page(request, found, problem=str(error), status=422)
    return back_to(found, "saved")


@require_POST
def item(request: HttpRequest, assignment_id: uuid.UUID, item_id: int) -> HttpResponse:
    """Move an item, give it points, or take it out."""
    found = get_assignment_to_change(request.user, assignment_id)
    one = get_item(found, item_id)
    what = request.POST.get("do", "")
    try:
        if what == "remove":
            service.remove_item(found, one)
        elif what in ("up", "down"):
            service.change_item(found, one, move=-1 if what == "up" else 1)
        elif what == "points":
            points = posted_number(request, "points")
            if not 1 <= points <= 100:
                wrong = "Points go from 1 to 100."
                return edit_page(request, found, problem=wrong, status=422)
            service.change_item(found, one, points=points)
    except service.PublishedError:
        return edit_page(request, found, problem=FIXED, status=409)
    return redirect(reverse("assignments:edit", args=[found.pk]) + "#items")


@require_POST
def settings(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """How it counts, when, and for whom."""
    found = get_assignment_to_change(request.user, assignment_id)
    form = AssignmentForm(found, request.POST)
    if not form.is_valid():
        return edit_page(request, found, form=form, status=422)
    save(found, form)
    return back_to(found, "saved")


def save(found: Assignment, form: AssignmentForm) -> None:
    """Write what the form says."""
    fields = dict(form.cleaned_data)
    groups, students = fields.pop("groups", []), fields.pop("students", [])
    service.settle(found, groups=groups, students=students, **fields)


@require_POST
def publish(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Give it to the students, as the form beside the button says."""
    found = get_assignment_to_change(request.user, assignment_id)
    if "title" in request.POST:
        form = AssignmentForm(found, request.POST)
        if not form.is_valid():
            return edit_page(request, found, form=form, status=422)
        save(found, form)
    try:
        service.publish(found)
    except SolverError as error:
        return edit_page(request, found, problem=str(error), status=422)
    return redirect(reverse("assignments:results", args=[found.pk]) + "?done=published")


@require_POST
def archive(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Put it away, or bring it back."""
    found = get_assignment_to_change(request.user, assignment_id)
    service.archive(found, back=bool(found.archived_at))
    return back_to(found, "back" if found.archived_at else "archived")


@require_POST
def copy(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """A draft that asks the same."""
    found = get_assignment_to_change(request.user, assignment_id)
    assert isinstance(request.user, User)
    return back_to(service.copy(found, found.classroom, request.user), "copied")
