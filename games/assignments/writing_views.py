"""Assignments for those who give them: the page on which one is written, publishing."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.assignments import writing as service
from games.assignments.access import get_assignment_as_staff, get_assignment_to_change
from games.assignments.forms import AssignmentForm, TitleForm
from games.assignments.lines import Line, read_lines
from games.assignments.models import Assignment
from games.assignments.sheet import Sheet
from games.classes.access import get_classroom_to_change
from games.classes.models import EDITORS
from games.exercises.posted import posted_key
from games.people.models import User
from games.people.views import FORM_METHODS
from games.web.fragments import page_or_fragment, wants_fragment
from games.web.zones import called, told
from solver import InvalidInputError, SolverError, joined

EDIT = "assignments/edit.html"
FIXED = "This assignment is published, so its questions are fixed. Make a copy to change them."
STALE = (
    "Somebody saved this page while you were writing. Press the button again to save your version. "
    "The saved page differs in"
)
GONE = "That question is no longer in this assignment. Everything else is as you left it."
NOTICES = {
    "saved": "Saved.",
    "published": "Published. Students see it now, or as soon as it opens.",
    "archived": "Archived. The students’ work is saved.",
    "back": "Restored.",
    "withdrawn": "Withdrawn. Students no longer see it, and you can change it again.",
    "again": "Another try given. Earlier answers stay, but they no longer count.",
    "dropped": "Dropped. It no longer counts, and its answers stay.",
    "counts": "It counts again.",
    "copied": "This is a copy. It is not published yet.",
}


@FORM_METHODS
@login_required
@never_cache
def new(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """An assignment needs a title to begin with."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    assert isinstance(request.user, User)
    lines = request.GET.get("lines", "")
    form = TitleForm(request.POST or None, initial={"title": request.GET.get("title", "")})
    if form.is_valid():
        key = posted_key(request, request.user)
        assignment = service.create(classroom, request.user, form.cleaned_data["title"], key)
        return redirect(writing_address(assignment, lines))
    context = {
        "form": form,
        "title": "New assignment",
        "button": "Continue",
        "about": f"For {classroom.name}. Students see nothing until you publish it.",
    }
    return render(request, "components/form.html", context, status=422 if form.is_bound else 200)


@require_safe
@never_cache
def edit(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """What it asks, how it counts, when, and the button that publishes it. Positions that the
    address brings are typed already."""
    assignment = get_assignment_as_staff(request.user, assignment_id, EDITORS)
    sheet = Sheet(assignment, request.GET)
    try:
        lines = read_lines(sheet.lines)
    except SolverError as error:
        return edit_page(request, assignment, sheet, problem=str(error), status=422)
    return edit_page(request, assignment, sheet, lines=lines)


def writing_address(assignment: Assignment, lines: str = "") -> str:
    """The page on which an assignment is written, with *lines* typed."""
    path = reverse("assignments:edit", args=[assignment.pk])
    return f"{path}?{urlencode({'lines': lines})}" if lines else path


def edit_page(
    request: HttpRequest,
    assignment: Assignment,
    sheet: Sheet | None = None,
    *,
    lines: list[Line] | None = None,
    offer: int = 0,
    problem: str = "",
    is_late: bool = False,
    notice: str = "",
    part: str = "solved",
    status: int = 200,
) -> HttpResponse:
    """The page with everything that is typed on it, or its *part*. *offer* is how many positions
    there are; *is_late* asks whether it is meant to be due already."""
    sheet = sheet or Sheet(assignment, request.POST)
    items = list(assignment.items.select_related("lesson"))
    context: dict[str, Any] = {
        "assignment": assignment,
        "classroom": assignment.classroom,
        "sheet": sheet,
        "items": [(item, sheet.points.get(item.pk, item.points)) for item in items],
        "lines": solved_again(sheet) if lines is None else lines,
        "offer": offer,
        "problem": problem,
        "part": part,
        "is_late": is_late,
        "notice": notice or NOTICES.get(request.GET.get("done", ""), ""),
        "can_edit": assignment.classroom.can_edit,
        "zone": called(assignment.classroom.zone),
    }
    return page_or_fragment(request, EDIT, part, context, status=status)


def solved_again(sheet: Sheet) -> list[Line]:
    """The lines that stay in the field when another button was pressed, each with what is wrong
    with it."""
    try:
        return read_lines(sheet.lines)
    except SolverError:
        return []


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
def item(request: HttpRequest, assignment_id: uuid.UUID, item_id: int) -> HttpResponse:
    """Put an item at another place, or take it out."""
    assignment = get_assignment_to_change(request.user, assignment_id)
    item, sheet = assignment.items.filter(pk=item_id).first(), Sheet(assignment, request.POST)
    place = request.POST.get("place", "")
    if item is None:
        return edit_page(request, assignment, sheet, problem=GONE, part="items", status=404)
    try:
        if "remove" in request.POST:
            service.remove_item(assignment, item)
            sheet.points.pop(item.pk, None)
        elif place.isascii() and place.isdigit():
            service.place_item(assignment, item, int(place[:4]))
    except service.PublishedError:
        return edit_page(request, assignment, sheet, problem=FIXED, part="items", status=409)
    return after_items(request, assignment, sheet)


@require_POST
def points(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Give the items the points that are typed beside them."""
    assignment = get_assignment_to_change(request.user, assignment_id)
    sheet = Sheet(assignment, request.POST)
    return save_points(request, assignment, sheet) or after_items(request, assignment, sheet)


def after_items(request: HttpRequest, assignment: Assignment, sheet: Sheet) -> HttpResponse:
    """Back to the items, with whatever else is not saved."""
    if sheet.is_unsaved or wants_fragment(request):
        return edit_page(request, assignment, sheet, part="items")
    return redirect(reverse("assignments:edit", args=[assignment.pk]) + "#items")


def save_points(request: HttpRequest, assignment: Assignment, sheet: Sheet) -> HttpResponse | None:
    """Write the points; the page with what is wrong where something is."""
    try:
        service.give_points(assignment, sheet.new_points())
    except service.PublishedError:
        return edit_page(request, assignment, sheet, problem=FIXED, part="items", status=409)
    except SolverError as error:
        return edit_page(request, assignment, sheet, problem=str(error), part="items", status=422)
    sheet.points = {}
    return None


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
    if sheet.is_stale and form.changed_data:
        sheet.stamp = form.stamp
        names = joined([f"“{form[name].label}”" for name in form.changed_data])
        return edit_page(request, assignment, sheet, problem=f"{STALE} {names}.", status=409)
    wrong = save_points(request, assignment, sheet)
    if wrong is not None:
        return wrong
    fields = dict(form.cleaned_data)
    groups, students = fields.pop("groups", []), fields.pop("students", [])
    service.settle(assignment, groups=groups, students=students, **fields)
    fresh = get_assignment_to_change(request.user, assignment.pk)
    sheet.saved(fresh)
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
            late = passed("due", assignment, assignment.due_at)
            if late and "late" not in request.POST:
                return edit_page(request, assignment, sheet, problem=late, is_late=True, status=422)
        service.publish(assignment)
    except SolverError as error:
        return edit_page(request, assignment, sheet, problem=str(error), status=422)
    return redirect(reverse("assignments:results", args=[assignment.pk]) + "?done=published")


def refuse_to_publish(assignment: Assignment, sheet: Sheet) -> None:
    """Raise :class:`InvalidInputError` where something would be lost, or nobody could answer."""
    if sheet.is_adding:
        raise InvalidInputError(
            "You typed positions, or chose a set or a lesson, and have not added them yet. "
            "Add or clear them, then publish."
        )
    over = passed("closing", assignment, assignment.closes_at)
    if over:
        raise InvalidInputError(over)


def passed(word: str, assignment: Assignment, at: datetime | None) -> str:
    """That a time of an assignment has passed, where it has."""
    if at is None or at > timezone.now():
        return ""
    when = told(at, assignment.classroom.zone, "j F Y")
    return f"Its {word} time, {when}, has passed. Choose a later time."


@require_POST
def archive(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Put it away, or bring it back."""
    assignment = get_assignment_to_change(request.user, assignment_id)
    service.archive(assignment, back=bool(assignment.archived_at))
    sheet = Sheet(assignment, request.POST)
    return after(request, assignment, sheet, "back" if assignment.archived_at else "archived")
