"""A page for each theory: what it says, and a film for every situation that it covers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.boards.boards import Board
from games.boards.bounds import ask_within_limits, example_budget
from games.boards.films import FilmView, film_view
from games.boards.lenses import question_of
from games.boards.rules import rule_of
from games.explore.addresses import address
from games.explore.theory.theory_pages import THEORY_PAGES, TheoryExample, TheoryPage, theory_page
from games.explore.views import frame_response
from games.web.requests import wants_fragment
from solver import Inquiry, Kind, SolverError, analyse

LONGEST = 24
"""The longest row in the list of elements, which includes the five rows that lose alone."""


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the six theories, each in three sentences."""
    return render(request, "explore/theory/index.html", {"theories": THEORY_PAGES})


@require_safe
def theory(request: HttpRequest, key: str) -> HttpResponse:
    """Show one theory with a frame of an example's film and a list of all examples, or redirect to
    the explorer with a typed position."""
    page = theory_page(key)
    if page is None:
        raise Http404("There is no such theory.")
    number = _number(request.GET.get("example", ""), page.examples)
    example = page.examples[number - 1]
    typed, problem = request.GET.get("position"), ""
    if typed is not None:
        try:
            return redirect(address(_question(example, typed), theory=key))
        except SolverError as error:
            problem = str(error)
    question = _question(example, example.position)
    film = _film(page, number, question, request.GET.get("frame", ""))
    if wants_fragment(request):
        return frame_response(request, film)
    context = {
        "theory": page,
        "number": number,
        "example": example,
        "question": question,
        "rule": rule_of(question.ruleset, question.convention, example.position),
        "film": film,
        "explore_url": address(question, theory=key),
        "examples": [(place, one, _example_url(page, place)) for place, one in page.by_situation],
        "elements": kayles_elements() if key == "misere-quotient" else (),
        "typed": example.position if typed is None else typed,
        "problem": problem,
    }
    return render(request, "explore/theory/theory.html", context, status=422 if problem else 200)


def _number(asked: str, examples: Sequence[TheoryExample]) -> int:
    """The number of an existing example; any text that is not a number means the first."""
    number = int(asked) if asked.isascii() and asked.isdigit() else 1
    return min(max(number, 1), len(examples))


def _question(example: TheoryExample, position: str) -> Inquiry:
    """The question of *example* about this position."""
    question = ask_within_limits(
        example.ruleset, position, example.convention, example.to_move or None
    )
    return question_of(Board.of(question.ruleset, question.position), question)


def _example_url(page: TheoryPage, number: int) -> str:
    return f"{reverse('explore:theory', args=[page.key])}?example={number}"


def _film(page: TheoryPage, number: int, question: Inquiry, frame: str) -> FilmView:
    """A frame of the film of one example, with addresses on this page."""

    film_url = _example_url(page, number)

    def frame_address(frame_number: int | str) -> str:
        return f"{film_url}&{urlencode({'frame': frame_number})}"

    return film_view(question, page.key, frame, frame_address)


@cache
def kayles_elements() -> tuple[dict[str, Any], ...]:
    """The element and the kind of each of the first rows of Kayles."""
    analysis = analyse(
        "kayles",
        range(1, LONGEST + 1),
        theory="misere-quotient",
        budget=example_budget(),
    )
    return tuple(
        {**facts, "lost": Kind(facts["kind"]).misere_outcome == "P"}
        for facts in analysis.components
    )
