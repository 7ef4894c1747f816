"""From a habit of a class or a student to five positions that test for it."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from games.people.models import User
from games.people.views import FORM_METHODS
from games.questions.posted_answers import posted_key
from games.teach.classes.access import get_membership
from games.teach.classes.models import EDITORS, Membership
from games.teach.work.access import get_assignment_as_staff, get_assignment_to_change
from games.teach.work.models import Assignment
from games.teach.work.results.diagnosing import Proposal, is_telling, proposals, set_positions
from games.teach.work.results.mistakes import KNOWN, SeenHabit, misconceptions
from games.teach.work.standings.reports import AssignmentReport, PartOfClass, reports, roll_of
from games.teach.work.writing.forms import ForStudentsForm
from games.web.zones import called
from solver import SolverError


class SettingForm(ForStudentsForm):
    """The form for an assignment of the shown positions: which of the students who show the habit
    get it, and when it is due."""

    def __init__(self, seen: SeenHabit, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Students read the title, so it must not name the habit.
        self.initial = {**self.initial, "title": "A few more positions"}
        self.offer(
            (shown.membership.pk, f"{shown.name}: {shown.times} of {shown.slips}")
            for shown in seen.students
        )


@FORM_METHODS
@never_cache
def diagnosis(request: HttpRequest, assignment_id: uuid.UUID, habit: str) -> HttpResponse:
    """The evidence for a habit, and five positions that separate it, to set for the students who
    show it: all of them, or the one *student* in the address."""
    asked = get_assignment_to_change if request.method == "POST" else _to_see
    assignment = asked(request.user, assignment_id)
    if habit not in KNOWN:
        raise Http404("There is no such habit.")
    wanted = (seen for seen in misconceptions(_report(request, assignment)))
    seen = next((one for one in wanted if one.misconception.key == habit), None)
    context = {
        "assignment": assignment,
        "classroom": assignment.classroom,
        "misconception": KNOWN[habit],
        "seen": seen,
        "zone": called(assignment.classroom.zone),
    }
    if seen is None:
        status = 409 if request.method == "POST" else 200
        return render(request, "teach/work/diagnosis.html", context, status=status)
    offered = proposals(seen, assignment.classroom)
    form = SettingForm(seen, request.POST or None)
    if form.is_valid():
        made = _set(request, assignment, seen, offered, form)
        if made is not None:
            where = "results" if made.is_published else "edit"
            done = "published" if made.is_published else "saved"
            address = redirect(f"assignments:{where}", made.pk)
            address["Location"] += f"?done={done}"
            return address
        context["problem"] = (
            "The positions have changed since you opened the page. Look at them again."
        )
    context |= {"form": form, "proposals": offered}
    status = 422 if form.is_bound else 200
    return render(request, "teach/work/diagnosis.html", context, status=status)


def _to_see(user: Any, assignment_id: uuid.UUID) -> Assignment:
    return get_assignment_as_staff(user, assignment_id, EDITORS)


def _report(request: HttpRequest, assignment: Assignment) -> AssignmentReport:
    """The report on the class, on a group or section of it, or on one student."""
    student = request.GET.get("student")
    if not student:
        roll = roll_of(assignment)
        return roll.of(PartOfClass(roll.students, request.GET)).report()
    try:
        member = get_membership(assignment.classroom, uuid.UUID(student))
    except ValueError:
        raise Http404("There is no such student.") from None
    [own] = reports([(assignment, [member])])
    return own


def _set(
    request: HttpRequest,
    assignment: Assignment,
    seen: SeenHabit,
    offered: list[Proposal],
    form: SettingForm,
) -> Assignment | None:
    """The assignment of exactly the positions shown, or None if they do not separate the habit. A
    repeated request makes only one, although its positions are no longer new."""
    assert isinstance(request.user, User)
    game = offered[0].asked if offered else None
    texts = request.POST.getlist("position")[:5]
    try:
        asked = [replace(game, position=text) for text in texts] if game else []
        if not asked or not all(is_telling(seen.misconception, one) for one in asked):
            return None
    except SolverError:
        return None
    chosen = set(form.cleaned_data["students"])
    students: list[Membership] = [
        shown.membership for shown in seen.students if shown.membership.pk in chosen
    ]
    return set_positions(
        assignment.classroom,
        request.user,
        posted_key(request, request.user),
        seen.misconception,
        title=form.cleaned_data["title"],
        asked=asked,
        students=students,
        due_at=form.cleaned_data["due_at"],
        is_published="publish" in request.POST,
    )
