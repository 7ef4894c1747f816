"""Receive reports of mistakes from the page of a puzzle or a step, and what readers know better
about a statement or an open question."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.explore.theory.errata_views import questions_page, shown_questions
from games.explore.theory.paper_views import item_page, source_item
from games.learn.puzzles.access import get_puzzle
from games.learn.puzzles.views import puzzle_page
from games.learn.study.views import found_step, step_page
from games.people.visitors import ensure_owner
from games.site.reports import filing as service
from solver import SolverError


@require_POST
def puzzle(request: HttpRequest, puzzle_id: uuid.UUID) -> HttpResponse:
    """Save a report on a puzzle."""
    puzzle = get_puzzle(puzzle_id)
    try:
        service.report(ensure_owner(request), puzzle, request.POST.get("text", ""))
    except SolverError as error:
        return puzzle_page(request, puzzle, problem=str(error), status=422)
    return redirect(f"{puzzle.get_absolute_url()}?reported=1")


@require_POST
def step(request: HttpRequest, lesson_slug: str, number: int) -> HttpResponse:
    """Save a report on a step of a lesson."""
    step = found_step(lesson_slug, number)
    try:
        service.report(ensure_owner(request), step, request.POST.get("text", ""))
    except SolverError as error:
        return step_page(request, step, problem=str(error), status=422)
    return redirect(f"{step.get_absolute_url()}?reported=1")


@require_POST
def statement(request: HttpRequest, paper_key: str, item_key: str) -> HttpResponse:
    """Save what a reader knows better about a statement of a source."""
    item = source_item(paper_key, item_key)
    page = service.Page(item.get_absolute_url(), f"{item.title}, {item.number}")
    try:
        service.report(ensure_owner(request), page, request.POST.get("text", ""))
    except SolverError as error:
        return item_page(request, item, problem=str(error), status=422)
    return redirect(f"{page.address}?reported=1")


@require_POST
def question(request: HttpRequest, slug: str) -> HttpResponse:
    """Save what a reader knows better about an open question."""
    asked = get_object_or_404(shown_questions(request.user), slug=slug)
    page = service.Page(asked.get_absolute_url(), asked.title)
    try:
        service.report(ensure_owner(request), page, request.POST.get("text", ""))
    except SolverError as error:
        return questions_page(request, refused=slug, problem=str(error), status=422)
    return redirect(f"{reverse('explore:questions')}?reported={slug}#{slug}")
