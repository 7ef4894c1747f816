"""Adding to an assignment: typed, drawn and found positions, puzzle sets and lessons."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.questions.question import Question
from games.teach.classes.access import own_classes
from games.teach.work.models import Assignment
from games.teach.work.writing import storing_work as service
from games.teach.work.writing.forms import AddForm
from games.teach.work.writing.sheet import Sheet
from games.teach.work.writing.typed_lines import ExerciseLine, read_lines
from games.teach.work.writing.untyped_lines import FindForm, find_lines
from games.teach.work.writing.views import (
    after,
    edit_page,
    refused,
    sheet_to_change,
    writing_address,
)
from solver import InvalidInputError, SolverError, TooFewError
from solver.teaching import counted

NO_ROWS = "This board has no rows. Add a row first."


@require_POST
def lines(request: HttpRequest, kind: type[Sheet], **key: Any) -> HttpResponse:
    """Solve typed positions, or add the usable ones at the end. The others stay in the field, each
    with its error message."""
    sheet = sheet_to_change(request, kind, key)
    solved: list[ExerciseLine] = []
    try:
        solved = read_lines(sheet.lines)
        if "add" in request.POST:
            good, added = usable(solved), 0
            if good:
                sheet.keep(request.user)
                added = service.add_exercises(sheet.assignment, good)
            rest = [line for line in solved if not line.exercise]
            sheet.lines = "\n".join(line.text for line in rest)
            if not rest:
                return after(request, sheet, "saved")
            solved = [replace(line, number=place) for place, line in enumerate(rest, 1)]
            raise InvalidInputError(left_over(added, rest))
    except SolverError as error:
        return refused(request, sheet, error, lines=solved)
    return edit_page(request, sheet, lines=solved)


def usable(lines: list[ExerciseLine]) -> list[Question]:
    """The exercises in the valid lines. Raises :class:`InvalidInputError` if there is no line at
    all."""
    if not lines:
        raise InvalidInputError("Type a position first.")
    return [line.exercise for line in lines if line.exercise]


def left_over(added: int, rest: list[ExerciseLine]) -> str:
    """The result in words if some lines could not be added."""
    done = f"{counted(added, 'position')} added. " if added else "Nothing was added. "
    if any(line.problem for line in rest):
        return (
            f"{done}The lines left in the field cannot be added yet. See the reason next to each."
        )
    return f"{done}Not all lines are solved yet. Press “Add these” again."


@require_POST
def draw(request: HttpRequest, kind: type[Sheet], **key: Any) -> HttpResponse:
    """Change the drawn position by a touch, or add it at the end and keep its game for the next."""
    sheet = sheet_to_change(request, kind, key)
    drawing = sheet.drawing
    try:
        drawing.touch(request.POST.get("change", ""))
        if "draw" not in request.POST:
            return edit_page(request, sheet, part="drawing")
        line = drawing.solved
        if line is None or not line.exercise:
            raise InvalidInputError(line.problem or line.later if line else NO_ROWS)
        sheet.keep(request.user)
        service.add_exercises(sheet.assignment, [line.exercise])
    except SolverError as error:
        return refused(request, sheet, error, part="drawing")
    sheet.done_with("drawing", drawing.next())
    kept = {drawing.add_prefix(name): value for name, value in sheet.drawing.initial.items()}
    return after(request, sheet, "saved", **kept)


@require_POST
def find(request: HttpRequest, kind: type[Sheet], **key: Any) -> HttpResponse:
    """Find positions with the given properties, and add them to the typed lines."""
    sheet, form, offer = sheet_to_change(request, kind, key), FindForm(request.POST), 0
    sheet.finding = form
    if form.is_valid():
        try:
            text = "\n".join([*sheet.lines.splitlines(), *find_lines(form)])
            solved = read_lines(text)
            sheet.lines = text
            return edit_page(request, sheet, lines=solved)
        except SolverError as error:
            form.add_error(None, str(error))
            offer = error.fitting if isinstance(error, TooFewError) else 0
    return edit_page(request, sheet, offer=offer, status=422)


@require_POST
def add(request: HttpRequest, kind: type[Sheet], **key: Any) -> HttpResponse:
    """Add a puzzle set, a lesson or a player to write at the end."""
    sheet, form = sheet_to_change(request, kind, key), AddForm(request.POST)
    if not form.is_valid():
        sheet.adding = form
        return edit_page(request, sheet, status=422)
    try:
        sheet.keep(request.user)
        service.add_ready(sheet.assignment, *form.chosen)
    except SolverError as error:
        return refused(request, sheet, error)
    sheet.done_with("adding", AddForm())
    return after(request, sheet, "saved")


# --- positions set because of a habit -------------------------------------------------------------


@require_safe
@login_required
@never_cache
def choose(request: HttpRequest) -> HttpResponse:
    """The positions, solved, and every class with the drafts that can receive them."""
    typed, title = request.GET.get("lines", ""), request.GET.get("title", "")
    context: dict[str, Any] = {"is_fragment": False}
    try:
        context["lines"] = read_lines(typed)
    except SolverError as error:
        context["problem"] = str(error)
    classes = own_classes(request.user)
    drafts = Assignment.objects.filter(
        classroom__in=classes, published_at=None, archived_at=None
    ).order_by("title")
    new = urlencode({"title": title, "lines": typed})
    context["classes"] = [
        (
            classroom,
            f"{reverse('assignments:new', args=[classroom.pk])}?{new}",
            [
                (draft, writing_address(draft, typed))
                for draft in drafts
                if draft.classroom_id == classroom.pk
            ],
        )
        for classroom in classes
    ]
    status = 422 if "problem" in context else 200
    return render(request, "teach/work/set.html", context, status=status)
