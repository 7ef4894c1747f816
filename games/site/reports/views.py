"""Receive reports of mistakes from the page of a puzzle or a step, and what readers know better
about a statement or an open question."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.explore.theory.errata_views import questions_page, shown_questions
from games.explore.theory.paper_views import item_page, source_item
from games.learn.lessons.models import Step
from games.learn.puzzles.access import get_puzzle
from games.learn.puzzles.models import Puzzle
from games.learn.puzzles.views import puzzle_page
from games.learn.study.views import found_step, step_page
from games.people.visitors import ensure_owner
from games.site.reports import filing as service
from solver import SolverError


@require_POST
def puzzle(request: HttpRequest, puzzle_id: uuid.UUID) -> HttpResponse:
    """Save a report on a puzzle."""
    puzzle = get_puzzle(puzzle_id)
    page = partial(puzzle_page, request, puzzle)
    return _saved(request, puzzle, page, f"{puzzle.get_absolute_url()}?reported=1")


@require_POST
def step(request: HttpRequest, lesson_slug: str, number: int) -> HttpResponse:
    """Save a report on a step of a lesson."""
    step = found_step(lesson_slug, number)
    page = partial(step_page, request, step)
    return _saved(request, step, page, f"{step.get_absolute_url()}?reported=1")


@require_POST
def statement(request: HttpRequest, paper_key: str, item_key: str) -> HttpResponse:
    """Save what a reader knows better about a statement of a source."""
    item = source_item(paper_key, item_key)
    about = service.Page(item.get_absolute_url(), f"{item.title}, {item.number}")
    page = partial(item_page, request, item)
    return _saved(request, about, page, f"{about.address}?reported=1")


@require_POST
def question(request: HttpRequest, slug: str) -> HttpResponse:
    """Save what a reader knows better about an open question."""
    asked = get_object_or_404(shown_questions(request.user), slug=slug)
    about = service.Page(asked.get_absolute_url(), asked.title)
    page = partial(questions_page, request, refused=slug)
    return _saved(request, about, page, f"{reverse('explore:questions')}?reported={slug}#{slug}")


def _saved(
    request: HttpRequest,
    subject: Puzzle | Step | service.Page,
    page: Callable[..., HttpResponse],
    then: str,
) -> HttpResponse:
    """Save the posted report and go to the address *then*, or show the *page* again with what is
    wrong."""
    try:
        service.report(ensure_owner(request), subject, request.POST.get("text", ""))
    except SolverError as error:
        return page(problem=str(error), status=422)
    return redirect(then)
