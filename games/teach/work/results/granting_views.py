"""Grants: points by hand, another try, a dropped or replaced question, a withdrawn assignment."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.people.models import User
from games.people.views import FORM_METHODS
from games.questions.posted_answers import posted_key
from games.questions.question import Question
from games.teach.classes.access import get_membership
from games.teach.work.access import get_assignment_to_change, get_assignment_to_grade, get_item
from games.teach.work.models import Assignment, Item
from games.teach.work.results import another_test as again
from games.teach.work.results import granting as service
from games.teach.work.results import taking_back as undo
from games.teach.work.results.granting_forms import (
    AnotherTestForm,
    DropForm,
    PointsForm,
    TryForm,
)
from games.teach.work.results.grants import regrading, steads
from games.teach.work.results.views import student_page
from games.teach.work.standings.reports import report
from games.teach.work.writing.sheet import Sheet
from games.teach.work.writing.typed_lines import read_lines
from games.teach.work.writing.views import edit_page
from solver import InvalidInputError, SolverError


@require_POST
def withdraw(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Withdraw an assignment that nobody has started."""
    assignment = get_assignment_to_change(request.user, assignment_id)
    try:
        service.withdraw(assignment)
    except InvalidInputError as error:
        sheet = Sheet(assignment, request.POST)
        return edit_page(request, sheet, problem=str(error), status=409)
    return redirect(reverse("assignments:edit", args=[assignment.pk]) + "?done=withdrawn")


@require_POST
def give_points(
    request: HttpRequest, assignment_id: uuid.UUID, membership_id: uuid.UUID
) -> HttpResponse:
    """Give one student points by hand, or take them back."""
    assignment = get_assignment_to_grade(request.user, assignment_id)
    member = get_membership(assignment.classroom, membership_id)
    assert isinstance(request.user, User)
    form = PointsForm(assignment, member, request.POST)
    if form.is_valid():
        given = form.cleaned_data
        about = {"item": given["item"], "by": request.user, "why": given["why"]}
        try:
            if "back" in request.POST:
                service.take_back_points(assignment, member, **about)
            else:
                service.give_points(assignment, member, given["points"], **about)
        except InvalidInputError as error:
            form.add_error(None, str(error))
        else:
            address = reverse("assignments:student", args=[assignment.pk, member.pk])
            return redirect(f"{address}?done=saved")
    return student_page(request, assignment, member, points_form=form, status=422)


@FORM_METHODS
@never_cache
def another_try(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Another try for one student or several."""
    assignment = get_assignment_to_grade(request.user, assignment_id)
    assert isinstance(request.user, User)
    chosen = {"students": request.GET.getlist("student"), "item": request.GET.get("item", "")}
    form = TryForm(assignment, request.POST or None, initial=chosen)
    if form.is_valid():
        asked = form.cleaned_data
        about = {"item": asked["item"], "until": asked["until"], "why": asked["why"]}
        try:
            service.grant_try(assignment, asked["students"], by=request.user, **about)
        except InvalidInputError as error:
            form.add_error(None, str(error))
        else:
            return redirect(reverse("assignments:results", args=[assignment.pk]) + "?done=again")
    context = {
        "assignment": assignment,
        "classroom": assignment.classroom,
        "form": form,
    }
    status = 422 if form.is_bound else 200
    return render(request, "teach/work/another_try.html", context, status=status)


@require_POST
def take_back_try(
    request: HttpRequest, assignment_id: uuid.UUID, membership_id: uuid.UUID, try_id: int
) -> HttpResponse:
    """Take back another try that the student has not started."""
    assignment = get_assignment_to_grade(request.user, assignment_id)
    member = get_membership(assignment.classroom, membership_id)
    assert isinstance(request.user, User)
    try:
        undo.take_back_try(assignment, member, try_id, by=request.user)
    except InvalidInputError as error:
        return student_page(request, assignment, member, problem=str(error), status=409)
    address = reverse("assignments:student", args=[assignment.pk, member.pk])
    return redirect(f"{address}?done=saved")


@require_POST
@never_cache
def another_test(
    request: HttpRequest, assignment_id: uuid.UUID, membership_id: uuid.UUID
) -> HttpResponse:
    """Give one student another test of the same kind, and excuse the first one."""
    assignment = get_assignment_to_change(request.user, assignment_id)
    member = get_membership(assignment.classroom, membership_id)
    assert isinstance(request.user, User)
    form = AnotherTestForm(request.POST)
    if form.is_valid():
        asked = form.cleaned_data
        key = posted_key(request, request.user)
        about = {"due_at": asked["due_at"], "keeps_old": asked.get("keeps_old", False)}
        try:
            made = again.another_test(assignment, member, by=request.user, key=key, **about)
        except again.OldQuestionsError as error:
            form = AnotherTestForm(request.POST, offers_old=True)
            form.add_error(None, str(error))
        except InvalidInputError as error:
            form.add_error(None, str(error))
        else:
            return redirect(reverse("assignments:results", args=[made.pk]) + "?done=another-test")
    return student_page(request, assignment, member, test_form=form, status=422)


@FORM_METHODS
@never_cache
def drop(request: HttpRequest, assignment_id: uuid.UUID, item_id: int) -> HttpResponse:
    """Show what dropping a question would change; a POST drops it, replaces it, or lets it count
    again."""
    assignment = get_assignment_to_change(request.user, assignment_id)
    item = get_item(assignment, item_id)
    assert isinstance(request.user, User)
    results = reverse("assignments:results", args=[assignment.pk])
    if "back" in request.POST:
        service.bring_back(item)
        return redirect(f"{results}?done=counts")
    form = DropForm(request.POST or None)
    if form.is_valid():
        try:
            _drop(item, form, request.user)
        except SolverError as error:
            form.add_error(None, str(error))
        else:
            return redirect(f"{results}?done=dropped")
    return drop_page(request, assignment, item, form)


def _drop(item: Item, form: DropForm, user: User) -> None:
    why, line = form.cleaned_data["why"], form.cleaned_data["line"]
    if line:
        service.replace_item(item, read_position(line), by=user, why=why)
    else:
        service.drop(item, by=user, why=why)


def read_position(line: str) -> Question:
    """The exercise in a typed line. Raises :class:`InvalidInputError` if there is none."""
    read = read_lines(line)
    if len(read) != 1:
        raise InvalidInputError("Type one line with one position.")
    if read[0].exercise is None:
        raise InvalidInputError(read[0].problem or read[0].later)
    return read[0].exercise


def drop_page(
    request: HttpRequest, assignment: Assignment, item: Item, form: DropForm
) -> HttpResponse:
    context = {
        "assignment": assignment,
        "classroom": assignment.classroom,
        "item": item,
        "heading": f"Question {item.order}",
        "stead": steads(list(assignment.items.all()))[item.pk],
        "form": form,
        "regrading": None if item.is_dropped else regrading(report(assignment), item),
    }
    status = 422 if form.is_bound else 200
    return render(request, "teach/work/drop.html", context, status=status)
