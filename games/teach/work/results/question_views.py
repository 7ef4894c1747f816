"""Results by question: a list of how good each question was, and a page for each."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.boards.board_view import view
from games.questions.shown_question import ShownQuestion
from games.teach.work.access import get_assignment_as_staff
from games.teach.work.results.analysis import (
    LEAST_STUDENTS,
    ItemAnalysis,
    analyse_items,
    board_after,
    own_answers,
)
from games.teach.work.results.grants import steads
from games.teach.work.standings.own_positions import flat, words_of_siblings
from games.teach.work.standings.reports import PartOfClass, roll_of

ORDERS = {"number": "number", "hardest": "hardest first"}
"""The ways to sort questions, in words."""


@dataclass(frozen=True)
class NumberedAnalysis:
    """The analysis of a question, with its number in the assignment."""

    number: int
    analysis: ItemAnalysis


@require_safe
@never_cache
def items(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Every question on one line: how many were right at once, and its discrimination."""
    assignment = get_assignment_as_staff(request.user, assignment_id)
    everybody = roll_of(assignment)
    part = PartOfClass(everybody.students, request.GET)
    roll = everybody.of(part)
    places = {item.pk: number for number, item in enumerate(roll.items, 1)}
    questions = [NumberedAnalysis(places[one.item.pk], one) for one in analyse_items(roll)]
    order = "hardest" if request.GET.get("sort") == "hardest" else "number"
    if order == "hardest":  # what nobody has answered comes last
        questions.sort(key=lambda one: (one.analysis.rate is None, one.analysis.rate))
    context = {
        "assignment": assignment,
        "classroom": assignment.classroom,
        "part": part,
        "questions": questions,
        "orders": [(name, words, name == order) for name, words in ORDERS.items()],
        "least_students": LEAST_STUDENTS,
    }
    return render(request, "teach/work/items.html", context)


@require_safe
@never_cache
def question(request: HttpRequest, assignment_id: uuid.UUID, place: int) -> HttpResponse:
    """One question: first tries, the answers given, the common mistake on a board."""
    assignment = get_assignment_as_staff(request.user, assignment_id)
    everybody = roll_of(assignment)
    part = PartOfClass(everybody.students, request.GET)
    roll = everybody.of(part)
    asked = {n: item for n, item in enumerate(roll.items, 1) if not item.is_lesson}
    if place not in asked:
        raise Http404("This assignment has no such question.")
    item = asked[place]
    [analysis] = analyse_items(roll, only=item)
    mistake = analysis.common_mistake
    after = board_after(mistake) if mistake else None
    numbers = list(asked)
    here = numbers.index(place)
    context = {
        "assignment": assignment,
        "classroom": assignment.classroom,
        "part": part,
        "item": item,
        "heading": f"Question {place}",
        "number": place,
        "analysis": analysis,
        "own_answers": own_answers(roll, item) if item.siblings else [],
        "siblings": words_of_siblings(item, flat(item.siblings), len(everybody.students)),
        "stead": steads(roll.items)[item.pk],
        "board": view(ShownQuestion(item).board, prefix="item-"),
        "mistake": view(after, prefix="mistake-") if after else None,
        "previous": numbers[here - 1] if here else None,
        "next": numbers[here + 1] if here + 1 < len(numbers) else None,
    }
    return render(request, "teach/work/question.html", context)
