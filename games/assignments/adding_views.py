"""What is put into an assignment: typed positions, found ones, ready sets and lessons."""

from __future__ import annotations

import uuid
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from games.assignments import writing as service
from games.assignments.access import get_assignment_to_change
from games.assignments.finding import FindForm, find_lines
from games.assignments.forms import AddForm
from games.assignments.lines import Line, read_lines
from games.assignments.sheet import Sheet
from games.assignments.writing_views import FIXED, after, edit_page
from games.exercises.asked import Asked
from solver import InvalidInputError, SolverError, TooFewError, counted


@require_POST
def lines(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Solve the positions somebody types, or put those that can be used at the end: the others
    stay in the field, each with its sentence."""
    assignment = get_assignment_to_change(request.user, assignment_id)
    sheet = Sheet(assignment, request.POST)
    solved: list[Line] = []
    try:
        solved = read_lines(sheet.lines)
        if "add" in request.POST:
            added = service.add_exercises(assignment, usable(solved))
            rest = [line for line in solved if not line.exercise]
            sheet.lines = "\n".join(line.text for line in rest)
            if not rest:
                return after(request, assignment, sheet, "saved")
            solved = [replace(line, number=place) for place, line in enumerate(rest, 1)]
            raise InvalidInputError(left_over(added, rest))
    except service.PublishedError:
        return edit_page(request, assignment, sheet, problem=FIXED, status=409)
    except SolverError as error:
        return edit_page(request, assignment, sheet, lines=solved, problem=str(error), status=422)
    return edit_page(request, assignment, sheet, lines=solved)


def usable(lines: list[Line]) -> list[Asked]:
    """What those lines ask that can be used; raises :class:`InvalidInputError` without a line."""
    if not lines:
        raise InvalidInputError("Type a position first.")
    return [line.exercise for line in lines if line.exercise]


def left_over(added: int, rest: list[Line]) -> str:
    """What became of the lines where some could not be added."""
    done = f"{counted(added, 'position')} added. " if added else "Nothing was added. "
    if any(line.problem for line in rest):
        return f"{done}The lines left in the field cannot be added yet. See the reason beside each."
    return f"{done}Not all lines are solved yet. Press “Add these” again."


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
