"""Grants: points by hand, another try, a dropped or replaced question, a withdrawn assignment, and
another test of the same kind for one student, who was ill; the first one is excused."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.boards.bounds import SEARCH_BUDGET, thinking
from games.people.models import User
from games.people.views import FORM_METHODS
from games.questions.grading import posted_key
from games.questions.question import Question
from games.questions.siblings import siblings
from games.teach.classes.access import get_membership
from games.teach.classes.models import Membership
from games.teach.work.access import get_assignment_to_change, get_assignment_to_grade, get_item
from games.teach.work.models import Assignment, Item, Override
from games.teach.work.results import granting as service
from games.teach.work.results import grants
from games.teach.work.results.granting_forms import (
    AnotherTestForm,
    DropForm,
    PointsForm,
    TryForm,
)
from games.teach.work.results.grants import regrading, steads
from games.teach.work.results.views import student_page
from games.teach.work.standings.own_positions import BLOCK, OwnPositions, allotted, flat, in_blocks
from games.teach.work.standings.reports import report
from games.teach.work.standings.revealing import keep_revealed
from games.teach.work.terms import TITLE_LENGTH
from games.teach.work.writing.sheet import Sheet
from games.teach.work.writing.storing_work import create, publish
from games.teach.work.writing.typed_lines import read_lines
from games.teach.work.writing.views import edit_page
from games.web.watch.audit import What, note
from solver import BudgetExceededError, InvalidInputError, SolverError
from solver.teaching import joined

SEARCH = (60 * SEARCH_BUDGET, 3.0)
"""The budget for new positions on the whole sheet, in positions and seconds: the instructor waits
for the next page. Each question has an equal part."""


class OldQuestionsError(InvalidInputError):
    """Some questions have no other position of their kind."""


def another_test(
    assignment: Assignment,
    membership: Membership,
    *,
    due_at: datetime,
    by: User,
    key: uuid.UUID,
    keeps_old: bool = False,
) -> Assignment:
    """A test for this student alone, open until *due_at*: every question asks about another
    position of its kind, which is not on the first sheet and which nobody in the class had. The
    first test is excused. A second request with this *key* returns the first result.

    Raises :class:`OldQuestionsError` if a question has no such position, unless *keeps_old* asks it
    as it was; and :class:`InvalidInputError` if there is nothing to replace.
    """
    if not assignment.is_test or not assignment.is_published:
        raise InvalidInputError("Only a published test can be given again.")
    made = Assignment.objects.filter(pk=key, classroom=assignment.classroom_id).first()
    if made is not None:
        return made
    items = [item for item in assignment.items.all() if not item.is_dropped]
    found = new_positions(assignment, items, membership)
    old = [item for item in items if item.pk not in found]
    if old and not keeps_old:
        raise OldQuestionsError(_said_of(old, items))
    with transaction.atomic():
        made = create(
            assignment.classroom,
            by,
            key=key,
            items=[{**item.at(found.get(item.pk, item.position)).what, **ALONE} for item in items],
            **{**assignment.terms, "title": _title(assignment, membership)},
            due_at=due_at,
            closes_at=due_at,
        )
        made.students.set([membership])
        publish(made)
        keep_revealed(Assignment.objects.filter(pk=assignment.pk))
        Override.objects.update_or_create(
            assignment=assignment, membership=membership, defaults={"is_excused": True}
        )
        note(What.GRADES, assignment, f"user {membership.user_id}: excused, test {made.pk} instead")
        return made


ALONE: dict[str, Any] = {"siblings": [], "puzzle_id": None}
"""A question for one student: nobody gets another position, and it is no puzzle's own."""


def new_positions(
    assignment: Assignment, items: Sequence[Item], membership: Membership
) -> dict[int, str]:
    """For each question that has one, another position for this student."""
    known = {(item.ruleset, item.rows) for item in items} | _given(assignment, items)
    positions, seconds = SEARCH
    found: dict[int, str] = {}
    for item in items:
        others = flat(item.siblings)
        if not others and item.can_vary:
            budget = thinking(positions // len(items), seconds / len(items))
            try:
                others = list(siblings(item.asked, budget, most=len(known) + BLOCK))
            except BudgetExceededError:
                others = []
        fresh = [one for one in others if (item.ruleset, item.at(one).rows) not in known]
        if fresh:
            [found[item.pk]] = allotted(item.pk, in_blocks(fresh), [membership.pk]).values()
            known.add((item.ruleset, item.at(found[item.pk]).rows))
    return found


def _given(assignment: Assignment, items: Sequence[Item]) -> set[tuple[str, tuple[int, ...]]]:
    """What the students of the class were asked, each another."""
    varied = [item for item in items if item.siblings]
    if not varied:
        return set()
    class_keys = Membership.objects.filter(classroom=assignment.classroom_id)
    people = list(class_keys.values_list("pk", flat=True))
    own = OwnPositions([assignment], {assignment.pk: varied}, people)
    return {(item.ruleset, own.of(person, item).rows) for item in varied for person in people}


def _title(assignment: Assignment, membership: Membership) -> str:
    """The title says for whom it is, because the grades have a column for each."""
    title, name = f"{assignment.title}, again", membership.real_name
    whole = f"{title}: {name}"
    return whole if len(whole) <= TITLE_LENGTH else f"{whole[: TITLE_LENGTH - 1]}…"


def _said_of(old: Sequence[Item], items: Sequence[Item]) -> str:
    numbers = {item.pk: number for number, item in enumerate(items, 1)}
    named = joined([str(numbers[item.pk]) for item in old])
    questions = "Question" if len(old) == 1 else "Questions"
    has = "has" if len(old) == 1 else "have"
    return (
        f"{questions} {named} {has} no other position of the same kind. Tick “As they were” to ask "
        f"{'it' if len(old) == 1 else 'them'} again, or give a copy with other positions."
    )


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
        grants.take_back_try(assignment, member, try_id, by=request.user)
    except InvalidInputError as error:
        return student_page(request, assignment, member, problem=str(error), status=409)
    address = reverse("assignments:student", args=[assignment.pk, member.pk])
    return redirect(f"{address}?done=saved")


@require_POST
@never_cache
def set_another_test(
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
            made = another_test(assignment, member, by=request.user, key=key, **about)
        except OldQuestionsError as error:
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
