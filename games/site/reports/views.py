"""Receive reports of mistakes from the page of a puzzle or a step, and what readers know better
about a statement or an open question."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.explore.theory.errata_views import questions_page, shown_questions
from games.explore.theory.papers import item_page, source_item
from games.learn.lessons.models import Step
from games.learn.puzzles.access import get_puzzle
from games.learn.puzzles.models import Puzzle
from games.learn.puzzles.views import puzzle_page
from games.learn.study.views import found_step, step_page
from games.people.browsers import ensure_owner
from games.people.models import Owner, owner_fields
from games.site.reports.models import Report
from solver import InvalidInputError, SolverError

MAX_REPORT = 1000
"""The most characters of a report."""
UNANSWERED: dict[str, Any] = {"answer": "", "answered_by": None, "answered_at": None}


class Page(NamedTuple):
    """A page that a report can be about: its address, and its title in words."""

    address: str
    title: str


def report(owner: Owner, subject: Puzzle | Step | Page, text: str) -> Report:
    """Save a person's report; a second one on the same subject replaces it.

    Raises :class:`InvalidInputError` for a text that is empty or too long.
    """
    complaint = text.replace("\x00", "").strip()
    if not complaint or len(complaint) > MAX_REPORT:
        raise InvalidInputError(f"Say what is wrong, in 1 to {MAX_REPORT} characters.", value=text)
    told = {"text": complaint, "closed": False, **UNANSWERED}
    match subject:
        case Puzzle():
            about: dict[str, Any] = {"puzzle": subject}
        case Step():
            about = {"step": subject}
        case Page():
            about = {"page": subject.address}
            told["page_title"] = subject.title
    report, _ = Report.objects.update_or_create(**about, **owner_fields(owner), defaults=told)
    return report


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
    about = Page(item.get_absolute_url(), f"{item.title}, {item.number}")
    page = partial(item_page, request, item)
    return _saved(request, about, page, f"{about.address}?reported=1")


@require_POST
def question(request: HttpRequest, slug: str) -> HttpResponse:
    """Save what a reader knows better about an open question."""
    asked = get_object_or_404(shown_questions(request.user), slug=slug)
    about = Page(asked.get_absolute_url(), asked.title)
    page = partial(questions_page, request, refused=slug)
    return _saved(request, about, page, f"{reverse('explore:questions')}?reported={slug}#{slug}")


def _saved(
    request: HttpRequest,
    subject: Puzzle | Step | Page,
    page: Callable[..., HttpResponse],
    then: str,
) -> HttpResponse:
    """Save the posted report and go to the address *then*, or show the *page* again with what is
    wrong."""
    try:
        report(ensure_owner(request), subject, request.POST.get("text", ""))
    except SolverError as error:
        return page(problem=str(error), status=422)
    return redirect(then)
