"""Assignments for instructors: the editor page, and publishing."""

from __future__ import annotations

import uuid
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.people.views import FORM_METHODS
from games.questions.shown_question import ShownQuestion
from games.teach.classes.access import get_classroom_to_change
from games.teach.work.models import Assignment
from games.teach.work.standings.own_positions import dealt, flat, words_of_siblings
from games.teach.work.terms import TITLE_LENGTH
from games.teach.work.writing import storing_work as service
from games.teach.work.writing.publishing_drafts import drafts_of, passed, publish_all
from games.teach.work.writing.sheet import Sheet, begin
from games.teach.work.writing.typed_lines import ExerciseLine, read_lines
from games.web.requests import page_or_fragment, wants_fragment
from games.web.zones import called
from solver import InvalidInputError, SolverError
from solver.teaching import joined

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
    "longer": "More time given.",
    "commented": "Saved.",
    "again": "Another try given. Earlier answers stay, but they no longer count.",
    "another-test": "Given. The student sees this test now, and the first one is excused.",
    "dropped": "Dropped. It no longer counts, and its answers stay.",
    "counts": "It counts again.",
    "copied": "This is a copy. It is not published yet.",
}


@FORM_METHODS
@login_required
@never_cache
def new(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """The editor page of a new assignment, which is not stored yet. Its title and its positions may
    come from the address. The title may also come from the form on a page that was open before an
    update, when this was a page for a title."""
    begun = begin(get_classroom_to_change(request.user, classroom_id))
    title = request.POST.get("title") or request.GET.get("title", "")
    begun.title = title[:TITLE_LENGTH] or begun.title
    typed = QueryDict(mutable=True)
    typed["lines"] = request.GET.get("lines", "")
    return opened(request, Sheet(begun, typed))


@require_safe
@never_cache
def edit(request: HttpRequest, kind: type[Sheet], **key: Any) -> HttpResponse:
    """The editor page: a palette, the paper, the settings, and the button that publishes. Positions
    in the address are filled in."""
    return opened(request, kind(kind.find(request.user, **key), request.GET))


def opened(request: HttpRequest, sheet: Sheet) -> HttpResponse:
    """The editor page before a button is pressed."""
    try:
        lines = read_lines(sheet.lines)
    except SolverError as error:
        return refused(request, sheet, error)
    return edit_page(request, sheet, lines=lines)


def sheet_to_change(request: HttpRequest, kind: type[Sheet], key: dict[str, Any]) -> Sheet:
    """The editor page with the sent values, for people who may change the assignment."""
    return kind(kind.find_to_change(request.user, request.POST, **key), request.POST)


def writing_address(assignment: Assignment, lines: str = "") -> str:
    """The address of the editor page, with *lines* filled in."""
    path = reverse("assignments:edit", args=[assignment.pk])
    return f"{path}?{urlencode({'lines': lines})}" if lines else path


def edit_page(
    request: HttpRequest,
    sheet: Sheet,
    *,
    lines: list[ExerciseLine] | None = None,
    offer: int = 0,
    problem: str = "",
    is_late: bool = False,
    notice: str = "",
    part: str = "solved",
    status: int = 200,
) -> HttpResponse:
    """The editor page with everything that was typed, or its *part*. *offer* is the number of
    positions found; *is_late* asks for confirmation that the due time has passed."""
    items = list(sheet.assignment.items.select_related("lesson"))
    students = sheet.students if any(item.siblings for item in items) else None
    is_dealt = sheet.assignment.is_published
    others = {item.pk: flat(item.siblings) for item in items} if is_dealt else dealt(items)
    context: dict[str, Any] = {
        "assignment": sheet.assignment,
        "sheet": sheet,
        "items": [
            (
                item,
                None if item.is_lesson else ShownQuestion(item),
                sheet.points.get(item.pk, item.points),
                sheet.address("change", item_id=item.pk),
                words_of_siblings(item, others.get(item.pk, []), students),
            )
            for item in items
        ],
        "lines": solved_again(sheet) if lines is None else lines,
        "offer": offer,
        "problem": problem,
        "part": part,
        "is_late": is_late,
        "notice": notice or NOTICES.get(request.GET.get("done", ""), ""),
        **sheet.context,
    }
    return page_or_fragment(request, sheet.template, part, context, status=status)


def refused(request: HttpRequest, sheet: Sheet, error: SolverError, **more: Any) -> HttpResponse:
    """The page with an error message."""
    status = 409 if isinstance(error, service.PublishedError) else 422
    return edit_page(request, sheet, problem=str(error), status=status, **more)


def solved_again(sheet: Sheet) -> list[ExerciseLine]:
    """The lines that stay in the field after another button was pressed, each with its problem."""
    try:
        return read_lines(sheet.lines)
    except SolverError:
        return []


def after(request: HttpRequest, sheet: Sheet, what: str, **kept: str) -> HttpResponse:
    """A redirect to the page, with the *kept* values in its fields, or, if something on it is not
    saved, the page with those values."""
    if not sheet.is_unsaved:
        return redirect(f"{sheet.address('edit')}?{urlencode({'done': what} | kept)}")
    sheet.renew(request.user)
    return edit_page(request, sheet, notice=NOTICES[what])


@require_POST
def item(request: HttpRequest, kind: type[Sheet], item_id: int, **key: Any) -> HttpResponse:
    """Move an item, remove it, or ask each student about another position."""
    sheet = sheet_to_change(request, kind, key)
    item, place = sheet.assignment.items.filter(pk=item_id).first(), request.POST.get("place", "")
    if item is None:
        return edit_page(request, sheet, problem=GONE, part="items", status=404)
    try:
        if "remove" in request.POST:
            service.remove_item(sheet.assignment, item)
            sheet.points.pop(item.pk, None)
        elif "each-another" in request.POST:
            service.ask_each_another(sheet.assignment, item)
        elif "all-the-same" in request.POST:
            service.ask_all_the_same(sheet.assignment, item)
        elif place.isascii() and place.isdigit():
            service.place_item(sheet.assignment, item, int(place[:4]))
    except SolverError as error:
        return refused(request, sheet, error, part="items")
    return after_items(request, sheet)


def after_items(request: HttpRequest, sheet: Sheet) -> HttpResponse:
    """The list of items, together with any unsaved values."""
    if sheet.is_unsaved or wants_fragment(request):
        return edit_page(request, sheet, part="items")
    return redirect(sheet.address("edit") + "#items")


def save_points(request: HttpRequest, sheet: Sheet) -> HttpResponse | None:
    """Store the points. Return the page with an error message, or None if it went well."""
    try:
        service.give_points(sheet.assignment, sheet.new_points())
    except SolverError as error:
        return refused(request, sheet, error, part="items")
    sheet.points = {}
    return None


@require_POST
def settings(request: HttpRequest, kind: type[Sheet], **key: Any) -> HttpResponse:
    """Store the settings, and the points of the items."""
    sheet = sheet_to_change(request, kind, key)
    return save(request, sheet) or after(request, sheet, "saved")


def save(request: HttpRequest, sheet: Sheet) -> HttpResponse | None:
    """Store the settings and the points. Return the page with an error message, or None if it went
    well."""
    form = sheet.form(sheet.assignment, request.POST)
    if not form.is_valid():
        sheet.settings = form
        return edit_page(request, sheet, status=422)
    new = form.cleaned_data
    changed = [name for name in form.changed_data if new[name] != form.initial[name]]
    if sheet.is_stale and changed:
        sheet.stamp = form.stamp
        names = joined([f"“{form[name].label}”" for name in changed])
        return edit_page(request, sheet, problem=f"{STALE} {names}.", status=409)
    wrong = save_points(request, sheet)
    if wrong is None and sheet.is_begun:
        sheet.keep(request.user)
    elif wrong is None:
        sheet.save(request.user, dict(form.cleaned_data))
    return wrong


@require_POST
def publish(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Store the form beside the button, and publish the assignment."""
    sheet = sheet_to_change(request, Sheet, {"assignment_id": assignment_id})
    wrong = save(request, sheet) if "title" in request.POST else None
    if wrong is not None:
        return wrong
    assignment: Assignment = sheet.assignment
    try:
        if not assignment.is_published:
            refuse_to_publish(sheet)
            late = passed("due", assignment, assignment.due_at)
            if late and "late" not in request.POST:
                return edit_page(request, sheet, problem=late, is_late=True, status=422)
        service.publish(assignment)
    except SolverError as error:
        return refused(request, sheet, error)
    return redirect(reverse("assignments:results", args=[assignment.pk]) + "?done=published")


def refuse_to_publish(sheet: Sheet) -> None:
    """Raise :class:`InvalidInputError` if typed values would be lost, or if nobody could answer."""
    if sheet.is_adding:
        raise InvalidInputError(
            "You typed or drew positions, or chose a set or a lesson, and have not added them yet. "
            "Add or clear them, then publish."
        )
    over = passed("closing", sheet.assignment, sheet.assignment.closes_at)
    if over:
        raise InvalidInputError(over)


@require_POST
def archive(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Archive the assignment, or bring it back."""
    sheet = sheet_to_change(request, Sheet, {"assignment_id": assignment_id})
    is_back = bool(sheet.assignment.archived_at)
    service.archive(sheet.assignment, back=is_back)
    return after(request, sheet, "back" if is_back else "archived")


# --- drafts ---------------------------------------------------------------------------------------


@FORM_METHODS
@never_cache
def drafts(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """A tick for each draft, with its opening day; a POST publishes those ticked."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    every, problem = drafts_of(classroom), ""
    chosen = {draft.key for draft in every if not draft.problem}
    if request.method == "POST":
        chosen = set(request.POST.getlist("draft"))
        try:
            publish_all(classroom, chosen)
            return redirect(f"{classroom.get_absolute_url()}?done=drafts-published")
        except InvalidInputError as error:
            problem = str(error)
    context = {
        "classroom": classroom,
        "drafts": every,
        "chosen": chosen,
        "problem": problem,
        "zone": called(classroom.zone),
    }
    return render(request, "teach/work/drafts.html", context, status=422 if problem else 200)
