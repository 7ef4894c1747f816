"""Receive reports of mistakes from the page of a puzzle or a step."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

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
