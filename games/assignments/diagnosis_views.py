"""From a habit that a class or a student shows to five positions that tell whether it is there."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from games.assignments.access import get_assignment_as_staff, get_assignment_to_change
from games.assignments.diagnosing import Proposal, is_telling, proposals, set_positions
from games.assignments.forms import MomentField, TitleForm
from games.assignments.mistakes import KNOWN, SeenHabit, misconceptions
from games.assignments.models import Assignment
from games.assignments.results import AssignmentReport, report, reports
from games.classes.access import get_membership
from games.classes.models import EDITORS, Membership
from games.exercises.posted import posted_key
from games.people.models import User
from games.people.views import FORM_METHODS
from games.web.zones import called
from solver import SolverError


class SettingForm(TitleForm):
    """The positions that are shown, for whom of those who show the habit, and until when."""

    due_at = MomentField(label="Due", help_text="Leave empty for no deadline.")
    students = forms.TypedMultipleChoiceField(
        label="For",
        coerce=uuid.UUID,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one student."},
    )

    def __init__(self, seen: SeenHabit, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = [
            (shown.membership.pk, f"{shown.name}: {shown.times} of {shown.slips}")
            for shown in seen.students
        ]
        students = self.fields["students"]
        assert isinstance(students, forms.TypedMultipleChoiceField)
        students.choices = people
        self.initial = {
            **self.initial,
            "title": "A few more positions",  # students read it, so it names no habit
            "students": [pk for pk, _ in people],
        }

    def clean_due_at(self) -> Any:
        """A time to come."""
        due = self.cleaned_data["due_at"]
        if due and due <= timezone.now():
            raise forms.ValidationError("This time has passed. Choose a later time.")
        return due


@FORM_METHODS
@never_cache
def diagnosis(request: HttpRequest, assignment_id: uuid.UUID, habit: str) -> HttpResponse:
    """The evidence for a habit and five positions that separate it, to be set for those who show
    it: all of the class, or the one *student* the address names."""
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
        return render(request, "assignments/diagnosis.html", context, status=status)
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
    return render(request, "assignments/diagnosis.html", context, status=status)


def _to_see(user: Any, assignment_id: uuid.UUID) -> Assignment:
    return get_assignment_as_staff(user, assignment_id, EDITORS)


def _report(request: HttpRequest, assignment: Assignment) -> AssignmentReport:
    """The whole class, or one student of it."""
    student = request.GET.get("student")
    if not student:
        return report(assignment)
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
    """The assignment of exactly what was shown; None where that says nothing of the habit. A form
    that is sent twice makes one, although its positions count as given by then."""
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
