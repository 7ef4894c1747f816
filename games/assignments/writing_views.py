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

from games.assignments import writing as service
from games.assignments.access import get_assignment_as_staff, get_assignment_to_change, get_item
from games.assignments.finding import FindForm, find_lines
from games.assignments.forms import AddForm, AssignmentForm, TitleForm
from games.assignments.lines import Line, read_lines
from games.assignments.models import Assignment
from games.assignments.sheet import Sheet
from games.classes.access import get_classroom_to_change
from games.classes.models import EDITORS
from games.exercises.asked import Asked
from games.exercises.posted import posted_key
from games.people.models import User
from games.people.views import FORM_METHODS
from games.web.fragments import page_or_fragment
from games.web.zones import called, told
from solver import InvalidInputError, SolverError, TooFewError

EDIT = "assignments/edit.html"
FIXED = "This assignment is published, so its items are fixed. Make a copy to change them."
NOTICES = {
    "saved": "Saved.",
    "published": "Published. Students see it now, or as soon as it opens.",
    "archived": "Archived. Students' work is kept.",
    "back": "Restored.",
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
        key = posted_key(request, request.user)
        assignment = service.create(classroom, request.user, form.cleaned_data["title"], key)
        return redirect("assignments:edit", assignment.pk)
    context = {
        "form": form,
        "title": "New assignment",
        "button": "Go on",
        "about": f"For {classroom.name}. Students see nothing before you publish it.",
        "nav": "classes",
    }
    return render(request, "components/form.html", context, status=422 if form.is_bound else 200)


@require_safe
@never_cache
def edit(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """What it asks, how it counts, when, and the button that publishes it."""
    return edit_page(request, get_assignment_as_staff(request.user, assignment_id, EDITORS))


def edit_page(
    request: HttpRequest,
    assignment: Assignment,
    sheet: Sheet | None = None,
    *,
    lines: list[Line] | None = None,
    offer: int = 0,
    problem: str = "",
    notice: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page with everything that is typed on it; *offer* is how many positions there are."""
    sheet = sheet or Sheet(assignment, request.POST)
    items = list(assignment.items.select_related("lesson"))
    context: dict[str, Any] = {
        "nav": "classes",
        "assignment": assignment,
        "classroom": assignment.classroom,
        "sheet": sheet,
        "items": [(item, sheet.points.get(item.pk, item.points)) for item in items],
        "lines": lines or [],
        "offer": offer,
        "problem": problem,
        "notice": notice or NOTICES.get(request.GET.get("done", ""), ""),
        "can_edit": assignment.classroom.can_edit,
        "zone": called(assignment.classroom.zone),
    }
    return page_or_fragment(request, EDIT, "solved", context, status=status)


def back_to(assignment: Assignment, what: str) -> HttpResponse:
    address = reverse("assignments:edit", args=[assignment.pk])
    return redirect(f"{address}?done={what}")


def after(request: HttpRequest, assignment: Assignment, sheet: Sheet, what: str) -> HttpResponse:
    """Back to the page, or, where something on it is not saved, the page with that still on it."""
    if not sheet.is_unsaved:
        return back_to(assignment, what)
    fresh = get_assignment_to_change(request.user, assignment.pk)
    return edit_page(request, fresh, sheet, notice=NOTICES[what])


@require_POST
def lines(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Solve the positions somebody types, or put those that can be used at the end."""
    assignment = get_assignment_to_change(request.user, assignment_id)
    sheet = Sheet(assignment, request.POST)
    solved: list[Line] = []
    try:
        solved = read_lines(sheet.lines)
        if "add" in request.POST:
            service.add_exercises(assignment, usable(solved))
            sheet.lines = ""
            return after(request, assignment, sheet, "saved")
    except service.PublishedError:
        return edit_page(request, assignment, sheet, problem=FIXED, status=409)
    except SolverError as error:
        return edit_page(request, assignment, sheet, lines=solved, problem=str(error), status=422)
    return edit_page(request, assignment, sheet, lines=solved)


def usable(lines: list[Line]) -> list[Asked]:
    """What the lines ask; raises :class:`InvalidInputError` where not all of them can be used."""
    if any(line.problem for line in lines):
        raise InvalidInputError("Fix the lines marked below first.")
    if any(line.later for line in lines):
        raise InvalidInputError("Not all lines are solved yet. Press “Add these” again.")
    if not lines:
        raise InvalidInputError("Type a position first.")
    return [line.exercise for line in lines if line.exercise]


@require_POST
def find(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Look for positions by what they are like, and put them among the typed lines."""
    assignment = get_assignment_to_change(request.user, assignment_id)
    sheet, form, offer = Sheet(assignment, request.POST), FindForm(request.POST), 0
    sheet.finding = form
    if form.is_valid():
        try:
            text = "\n".join([*sheet.lines.splitlines(), *find_lines(form)])
            solved = read_lines(text)
            sheet.lines = text
            return edit_page(request, assignment, sheet, lines=solved)
        except SolverError as error:
            form.add_error(None, str(error))
            offer = error.fitting if isinstance(error, TooFewError) else 0
    return edit_page(request, assignment, sheet, offer=offer, status=422)


@require_POST
def add(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Put a ready set or a lesson at the end."""
    assignment = get_assignment_to_change(request.user, assignment_id)
    sheet, form = Sheet(assignment, request.POST), AddForm(request.POST)
    if not form.is_valid():
        sheet.adding = form
        return edit_page(request, assignment, sheet, status=422)
    try:
        if form.cleaned_data["set"]:
            service.add_set(assignment, form.cleaned_data["set"])
        if form.cleaned_data["lesson"]:
            service.add_lesson(assignment, form.cleaned_data["lesson"])
    except service.PublishedError:
        return edit_page(request, assignment, sheet, problem=FIXED, status=409)
    except SolverError as error:
        return edit_page(request, assignment, sheet, problem=str(error), status=422)
    sheet.done_with("adding", AddForm())
    return after(request, assignment, sheet, "saved")


@require_POST
def item(request: HttpRequest, assignment_id: uuid.UUID, item_id: int) -> HttpResponse:
    """Move an item, take it out, or give the items the points that are typed beside them."""
    assignment = get_assignment_to_change(request.user, assignment_id)
    item, sheet = get_item(assignment, item_id), Sheet(assignment, request.POST)
    what = request.POST.get("do", "")
    try:
        if what == "remove":
            service.remove_item(assignment, item)
            sheet.points.pop(item.pk, None)
        elif what in ("up", "down"):
            service.move_item(assignment, item, move=-1 if what == "up" else 1)
        elif what == "points":
            save_points(assignment, sheet)
    except service.PublishedError:
        return edit_page(request, assignment, sheet, problem=FIXED, status=409)
    except SolverError as error:
        return edit_page(request, assignment, sheet, problem=str(error), status=422)
    if sheet.is_unsaved:
        return edit_page(request, assignment, sheet)
    return redirect(reverse("assignments:edit", args=[assignment.pk]) + "#items")


def save_points(assignment: Assignment, sheet: Sheet) -> None:
    """Write the points; raises :class:`InvalidInputError` for what is no number of points."""
    service.give_points(assignment, sheet.new_points())
    sheet.points = {}


@require_POST
def settings(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """How it counts, when, and for whom; and the points of its items."""
    assignment = get_assignment_to_change(request.user, assignment_id)
    sheet = Sheet(assignment, request.POST)
    return save(request, assignment, sheet) or after(request, assignment, sheet, "saved")


def save(request: HttpRequest, assignment: Assignment, sheet: Sheet) -> HttpResponse | None:
    """Write the settings and the points; the page with what is wrong where something is."""
    form = AssignmentForm(assignment, request.POST)
    if not form.is_valid():
        sheet.settings = form
        return edit_page(request, assignment, sheet, status=422)
    try:
        save_points(assignment, sheet)
    except service.PublishedError:
        return edit_page(request, assignment, sheet, problem=FIXED, status=409)
    except SolverError as error:
        return edit_page(request, assignment, sheet, problem=str(error), status=422)
    fields = dict(form.cleaned_data)
    groups, students = fields.pop("groups", []), fields.pop("students", [])
    service.settle(assignment, groups=groups, students=students, **fields)
    fresh = get_assignment_to_change(request.user, assignment.pk)
    sheet.done_with("settings", AssignmentForm(fresh))
    return None


@require_POST
def publish(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Give it to the students, as the form beside the button says."""
    assignment = get_assignment_to_change(request.user, assignment_id)
    sheet = Sheet(assignment, request.POST)
    if "title" in request.POST:
        wrong = save(request, assignment, sheet)
        if wrong is not None:
            return wrong
        assignment = get_assignment_to_change(request.user, assignment_id)
    try:
        if not assignment.is_published:
            refuse_to_publish(assignment, sheet)
        service.publish(assignment)
    except SolverError as error:
        return edit_page(request, assignment, sheet, problem=str(error), status=422)
    return redirect(reverse("assignments:results", args=[assignment.pk]) + "?done=published")


def refuse_to_publish(assignment: Assignment, sheet: Sheet) -> None:
    """Raise :class:`InvalidInputError` where something would be lost, or is over already."""
    if sheet.is_adding:
        raise InvalidInputError(
            "Something has not been added yet: positions you typed, or a set or lesson you chose. "
            "Add it or clear it, then publish."
        )
    for word, at in (("closing", assignment.closes_at), ("due", assignment.due_at)):
        if at and at <= timezone.now():
            when = told(at, assignment.classroom.zone, "j F Y")
            raise InvalidInputError(f"Its {word} time, {when}, has passed. Choose a later one.")


@require_POST
def archive(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Put it away, or bring it back."""
    assignment = get_assignment_to_change(request.user, assignment_id)
    service.archive(assignment, back=bool(assignment.archived_at))
    sheet = Sheet(assignment, request.POST)
    return after(request, assignment, sheet, "back" if assignment.archived_at else "archived")


@require_POST
def copy(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """A draft that asks the same."""
    assignment = get_assignment_to_change(request.user, assignment_id)
    assert isinstance(request.user, User)
    key = posted_key(request, request.user)
    return back_to(service.copy(assignment, assignment.classroom, request.user, key), "copied")
